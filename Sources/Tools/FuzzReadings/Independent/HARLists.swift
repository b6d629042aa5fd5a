/// The lists of names and values in an archive, as they stand in a tree of Foundation's.
package struct HARLists {
    /// Each header line, cookie, field of a query and field of a form: in which list it stands, its name and its value.
    ///
    /// Of what is no text there is nothing but a place. A list in place of a value is as many lines.
    package private(set) var facts: [ReadFact] = []

    /// The lists of the archive in `tree`, which is Foundation's.
    package init(of tree: Any) {
        let log = (tree as? [String: Any])?["log"] as? [String: Any]
        for (index, entry) in (log?["entries"] as? [Any] ?? []).enumerated() {
            let entry = entry as? [String: Any]
            let (request, response) = (entry?["request"] as? [String: Any], entry?["response"] as? [String: Any])
            add(request?["headers"], "entries[\(index)].request.headers")
            add(request?["cookies"], "entries[\(index)].request.cookies")
            add(request?["queryString"], "entries[\(index)].request.queryString")
            add((request?["postData"] as? [String: Any])?["params"], "entries[\(index)].request.postData.params")
            add(response?["headers"], "entries[\(index)].response.headers")
            add(response?["cookies"], "entries[\(index)].response.cookies")
        }
    }

    private mutating func add(_ list: Any?, _ place: String) {
        for field in list as? [Any] ?? [] {
            let members = field as? [String: Any]
            let name = members?["name"] as? String ?? ""
            for value in members?["value"] as? [Any] ?? [members?["value"] ?? ""] {
                facts.append(ReadFact(place, Array(name.utf8) + [0] + Array((value as? String ?? "").utf8)))
            }
        }
    }
}
