import PassAPI

extension [Expectation] {
    /// The node that `ExpectationWord` reads as these expectations: a mapping, or a list where a word appears twice.
    var fileNode: FileNode {
        let parts = map(\.words)
        let isUnique = Set(parts.map(\.0)).count == parts.count
        if isUnique { return .map(parts.map { ($0.0.rawValue, $0.1 ?? FileNode(.nothing)) }) }
        return FileNode(.list(parts.map { .map([($0.0.rawValue, $0.1 ?? FileNode(.nothing))]) }))
    }
}

extension Expectation {
    /// The expectation's word, and what stands behind it.
    var words: (ExpectationWord, FileNode?) {
        switch self {
        case .playing(let resource): (.playing, .text(resource))
        case .notPlaying(let reason): (.notPlaying, reason.map { .text($0) })
        case .signedIn(let isSignedIn): (isSignedIn ? .signedIn : .notSignedIn, nil)
        case .requests(let operations): (.requests, .names(operations.map(\.rawValue)))
        case .noRequests(let operations): (.noRequests, FileNode.texts(operations.map(\.rawValue)).unlessEmpty)
        case .callbacks(let names): (.callbacks, .names(names))
        case .callback(let name, let values):
            (.callback, values.isEmpty ? .text(name) : .map([(name, .texts(values))]))
        case .noCallback(let name): (.noCallback, .text(name))
        case .step(let step): (.step, .text(step))
        case .message(let text): (.message, .text(text))
        case .noMessage(let text): (.noMessage, text.map { .text($0) })
        case .stored(let words, let isPresent): (isPresent ? .stored : .notStored, .texts(words))
        case .timeline(let words): (.timeline, .texts(words))
        case .noTimeline(let words): (.noTimeline, .texts(words))
        case .state(let words): (.state, .texts(words))
        case .noState(let words): (.noState, .texts(words))
        }
    }
}

extension FileNode {
    /// Names, of which there may be none.
    fileprivate static func names(_ names: [String]) -> FileNode { names.isEmpty ? .text("none") : .texts(names) }
}
