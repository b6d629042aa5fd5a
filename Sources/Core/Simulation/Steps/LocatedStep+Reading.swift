extension Scenario.LocatedStep {
    /// The step that an item of `steps` says: `launch`, `play KITE1`, `play: KITE1`, each with `on: APP` beside it.
    init(reading node: FileNode, yaml: @escaping YAMLReader) throws(Problem) {
        switch node.content {
        case .text(let text):
            self = try StepLine.step(text, at: node.place, yaml)
        case .map(let entries):
            var found: (word: String, entry: FileNode.Entry)?
            for entry in entries where entry.key != "on" {
                guard StepCatalog.names.contains(entry.key) else {
                    throw .unknownStep(entry.key, at: entry.place, or: ["on"])
                }
                if let found {
                    throw Problem(
                        entry.place,
                        "a step does one thing, not \"\(found.word)\" and \"\(entry.key)\"",
                        "begin a step of its own with \"- \(entry.key)\""
                    )
                }
                found = (entry.key, entry)
            }
            let on = entries.first { $0.key == "on" }
            guard let found else {
                throw Problem(node.place, "a step needs more than \"on\"", "write what happens: - launch: com.kite.tv")
            }
            let app = try on.map { entry throws(Problem) in try AppName(reading: entry.value) }
            self = try Self(found.word, found.entry.value, on: app, at: found.entry.place, yaml)
        case .nothing, .list:
            throw Problem(node.place, "a step has to be a text or a mapping, not \(node.kind)", "write - launch")
        }
    }

    /// The step of this word and what stands behind it.
    init(
        _ name: String,
        _ argument: FileNode,
        on app: AppName?,
        at place: Place,
        _ yaml: @escaping YAMLReader
    ) throws(Problem) {
        guard let (word, kind) = StepCatalog.row(name) else {
            throw .unknownStep(name, at: place)
        }
        var app = app
        switch word.argument {
        case .none where !argument.isNothing:
            guard app == nil else {
                throw Problem(argument.place, "the step \"\(name)\" names its app twice", "omit \"on\"")
            }
            guard case .text = argument.content else {
                throw Problem(
                    argument.place,
                    "\"\(name)\" takes nothing, an app or a device, but has \(argument.kind)"
                )
            }
            app = try AppName(reading: argument)
        case .required(let example, _) where argument.isNothing:
            throw Problem(place, "\"\(name)\" needs a value", "write for example \(example)")
        case .none, .optional, .required:
            break
        }
        let step = try kind.init(StepArgument(word: name, node: argument, yaml: yaml))
        self.init(ScenarioStep(step), app: app, line: place.line)
    }
}
