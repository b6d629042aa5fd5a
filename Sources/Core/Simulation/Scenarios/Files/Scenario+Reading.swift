import ClientStack
import Documents
import VirtualTime

extension Scenario {
    /// The keys of a file.
    static let keys = [
        "title", "requirements", "start", "seed", "devices", "from", "fork-at", "options", "service", "steps",
    ]

    /// The scenario that a file's document says.
    ///
    /// - Parameters:
    ///   - node: the document.
    ///   - yaml: reads what a step on one line has in brackets or quotes.
    /// - Throws: `Problem` for what is not understood, with its place.
    package init(reading node: FileNode, yaml: @escaping YAMLReader) throws(Problem) {
        let map = try MapReader(node, "a scenario", keys: Self.keys, older: ["rows": "requirements"])
        let title = try map.required("title").text("\"title\"")
        let start: Start
        if let from = map["from"] {
            for key in ["start", "devices"] where map.has(key) {
                throw Problem(
                    map.place(of: key),
                    "\"\(key)\" cannot be used with \"from\"",
                    "a recording brings its own"
                )
            }
            var changes = SetupChanges()
            if let seed = try map.optional("seed", FileNode.seed) { changes.seed = seed }
            if let service = map["service"] { changes.service = try ServiceChanges(reading: service) }
            if let options = map["options"] {
                changes.options = try options.settings("\"options\"", RESTAppOptions.table)
            }
            let path = try from.text("\"from\"")
            start = .recording(path: path, forkAt: try map["fork-at"]?.forkPoint() ?? .end, changes)
        } else {
            for key in ["fork-at", "options"] where map.has(key) {
                throw Problem(
                    map.place(of: key),
                    "\"\(key)\" needs \"from\": a recording",
                    key == "options" ? "options of an app belong to the app" : nil
                )
            }
            var setup = WorldSetup(start: try map.required("start").instant("\"start\""))
            if let seed = try map.optional("seed", FileNode.seed) { setup.seed = seed }
            for entry in try map.required("devices").named("\"devices\"") {
                setup.devices.append(try DeviceSetup(reading: entry))
            }
            guard !setup.devices.isEmpty else { throw Problem(map.place(of: "devices"), "there is no device") }
            if let service = map["service"] { setup.service = try ServiceChanges(reading: service) }
            start = .setup(setup)
        }
        self.init(title: title, start: start)
        requirements = try map.optional("requirements", FileNode.requirements) ?? []
        if let steps = map["steps"] { self.steps = try steps.steps(yaml) }
    }
}

extension FileNode {
    /// Reads the seed of all that is random.
    fileprivate func seed(_ what: String) throws(Problem) -> UInt64 {
        let text = try text(what)
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let seed = UInt64(text) else {
            throw wrong(what, "a whole number up to \(UInt64.max)")
        }
        return seed
    }

    /// Ids of requirements: `K-146`.
    fileprivate func requirements(_ what: String) throws(Problem) -> [String] {
        let requirements = try words(what)
        for row in requirements {
            // By bytes: for Swift the Kelvin sign is a K.
            let digits = row.utf8.dropFirst(2)
            guard row.utf8.starts(with: "K-".utf8), (1...4).contains(digits.count),
                digits.allSatisfy({ (48...57).contains($0) })
            else {
                // What only looks like an id is shown by its numbers.
                let shown = row.unicodeScalars.reduce(into: "") { $0 += $1.isASCII ? String($1) : $1.escape }
                throw Problem(place, "\"\(shown.shortened)\" is not the id of a requirement", "an id is written K-146")
            }
        }
        return requirements
    }

    /// The steps, in order.
    fileprivate func steps(_ yaml: @escaping YAMLReader) throws(Problem) -> [Scenario.LocatedStep] {
        guard case .list(let items) = content else {
            throw Problem(place, "\"steps\" has to be a list, not \(kind)", "each step begins with \"- \"")
        }
        guard items.count <= Scenario.mostSteps else {
            throw Problem(place, "there are \(items.count) steps", "a scenario has at most \(Scenario.mostSteps)")
        }
        var steps: [Scenario.LocatedStep] = []
        steps.reserveCapacity(items.count)
        for item in items { steps.append(try Scenario.LocatedStep(reading: item, yaml: yaml)) }
        return steps
    }

    /// Reads the place where the simulated service takes over, as ``Moment`` does.
    fileprivate func forkPoint() throws(Problem) -> ForkPoint {
        let what = "\"fork-at\""
        return try Moment(try text(what), as: what, at: place).forkPoint(as: what, at: place)
    }
}
