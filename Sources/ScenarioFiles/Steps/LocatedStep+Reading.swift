import Simulation

extension Scenario.LocatedStep {
    /// The step that an item of `steps` says: `launch`, `play KITE1`, `play: KITE1`, each with `on: APP` beside it.
    init(reading node: FileNode) throws(Problem) {
        switch node.content {
        case .text(let text):
            self = try StepLine.step(text, at: node.place)
        case .map(let entries):
            var found: (word: StepWord, entry: FileNode.Entry)?
            for entry in entries where entry.key != "on" {
                guard let word = StepWord(rawValue: entry.key) else {
                    throw .unknown("step", entry.key, at: entry.place, known: StepWord.all + ["on"])
                }
                if let found {
                    throw Problem(
                        entry.place,
                        "a step does one thing, not \"\(found.word.rawValue)\" and \"\(entry.key)\"",
                        "begin a step of its own with \"- \(entry.key)\""
                    )
                }
                found = (word, entry)
            }
            let on = entries.first { $0.key == "on" }
            guard let found else {
                throw Problem(node.place, "a step needs more than \"on\"", "write what happens: - launch: com.kite.tv")
            }
            let app = try on.map { entry throws(Problem) in try AppName(reading: entry.value) }
            self = try Self(found.word, found.entry.value, on: app, at: found.entry.place)
        case .nothing, .list:
            throw Problem(node.place, "a step has to be a text or a mapping, not \(node.kind)", "write - launch")
        }
    }

    /// The step of this word and argument.
    init(_ word: StepWord, _ argument: FileNode, on app: AppName?, at place: Place) throws(Problem) {
        var app = app
        switch word.argument {
        case .none where !argument.isNothing:
            guard app == nil else {
                throw Problem(argument.place, "the step \"\(word.rawValue)\" names its app twice", "leave out \"on\"")
            }
            guard case .text = argument.content else {
                throw Problem(
                    argument.place,
                    "\"\(word.rawValue)\" stands alone, or with an app or a device, not with \(argument.kind)"
                )
            }
            app = try AppName(reading: argument)
        case .required(let example) where argument.isNothing:
            throw Problem(place, "\"\(word.rawValue)\" needs a value", "write for example \(example)")
        case .none, .optional, .required:
            break
        }
        self.init(try ScenarioStep(word, argument), app: app, line: place.line)
    }
}
