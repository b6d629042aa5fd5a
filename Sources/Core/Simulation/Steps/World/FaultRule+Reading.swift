import Documents
import PassAPI
import Services

extension FaultPlan.Rule {
    /// The keys of a fault.
    static let keys = ["kind", "on", "times", "after"]

    /// `offline`, or a mapping that also says to which requests it happens, how often, and on which side of the service.
    init(reading node: FileNode) throws(Problem) {
        if case .text = node.content {
            self.init(try Fault(reading: node))
            return
        }
        let map = try MapReader(node, "\"fault\"", keys: Self.keys)
        self.init(
            try Fault(reading: try map.required("kind")),
            operations: try map.optional("on", FileNode.operations),
            count: try map["times"]?.count("\"times\"", in: 1...1_000_000)
        )
        guard let after = map["after"] else { return }
        let text = try after.text("\"after\"")
        guard ExactText(text) == "service" else {
            throw Problem(
                after.place,
                "\"after\" cannot be \"\(text.shortened)\"",
                "write after: service, or omit it"
            )
        }
        guard fault.happensOnEitherSide else {
            let why = fault == .offline ? "the request never leaves" : "it always happens after the service"
            throw Problem(after.place, "\"\(fault.words)\" takes no \"after\": \(why)", "omit \"after\"")
        }
        isAfterService = true
    }
}

extension Fault {
    /// The written forms of faults: with what follows the word, if anything does.
    static let words = [
        "offline", "timeout 30s", "reset", "slow 2s", "status 503", "page 502", "garbage body",
        "truncated body",
    ]

    /// `offline`, `timeout 30s`, `reset`, `slow 2s`, `status 503`, `page 502`, `garbage body`, `truncated body`.
    init(reading node: FileNode) throws(Problem) {
        let text = try node.text("\"fault\"")
        let word = text.prefix { $0 != " " }
        let rest = FileNode(.text(String(text.dropFirst(word.count + 1))), at: node.place)
        switch (ExactText(String(word)), rest.content) {
        case _ where text == "offline": self = .offline
        case _ where text == "reset": self = .reset
        case _ where text == "garbage body": self = .garbageBody
        case _ where text == "truncated body": self = .truncatedBody
        case ("timeout", _): self = .timeout(after: try rest.duration("\"timeout\""))
        case ("slow", _): self = .slow(by: try rest.duration("\"slow\""))
        case ("status", _): self = .status(try rest.count("\"status\"", in: 200...599))
        case ("page", _): self = .statusPage(try rest.count("\"page\"", in: 200...599))
        default:
            let names = Self.words.map { String($0.prefix { $0 != " " }) }
            let nearest = NearestWord.nearest(to: String(word), among: names)
                .flatMap { name in Self.words.first { $0.hasPrefix(name) } }
            throw Problem(
                node.place,
                "unknown fault \"\(text.shortened)\"",
                nearest.map { "did you mean \"\($0)\"?" } ?? "known: " + Self.words.joined(separator: ", ")
            )
        }
    }
}

extension FileNode {
    /// Operations by their names: `v1.authorize`.
    func operations(_ what: String) throws(Problem) -> [PassAPI.Operation] {
        var operations: [PassAPI.Operation] = []
        for word in try words(what) {
            guard let operation = PassAPI.Operation(rawValue: word) else {
                let ends = PassAPI.Operation.allCases.map(\.rawValue).filter { $0.hasSuffix("." + word) }
                throw Problem(
                    place,
                    "unknown request \"\(word.shortened)\"",
                    ends.isEmpty
                        ? NearestWord.hint(for: word, among: PassAPI.Operation.allCases.map(\.rawValue))
                        : "did you mean \(ends.map { "\"\($0)\"" }.joined(separator: " or "))?"
                )
            }
            operations.append(operation)
        }
        return operations
    }
}
