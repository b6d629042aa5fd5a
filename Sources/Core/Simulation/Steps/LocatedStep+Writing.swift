extension Scenario.LocatedStep {
    /// The node that ``init(reading:)`` reads as this step.
    var fileNode: FileNode {
        let written = step.base.written
        let standsAlone = if case .none? = StepCatalog.row(written.word)?.word.argument { true } else { false }
        switch (written.argument, app?.text) {
        case (nil, let app?) where standsAlone: return .map([(written.word, .text(app))])
        case (nil, nil): return .text(written.word)
        case (let argument, let app):
            return .map([(written.word, argument ?? FileNode(.nothing)), ("on", app.map { .text($0) })])
        }
    }
}
