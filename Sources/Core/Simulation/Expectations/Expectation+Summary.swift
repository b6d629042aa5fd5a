import PassAPI
import VirtualTime

extension Expectation {
    /// What kind of expectation it is, and what it asks for.
    var values: [EventValue] { [.code("expectation", code), .list("arguments", arguments)] }

    private var arguments: [String] {
        switch self {
        case .playing(let resource): [resource]
        case .notPlaying(let reason): reason.map { [$0] } ?? []
        case .signedOn: []
        case .requests(let operations), .noRequests(let operations): operations.map(\.rawValue)
        case .callbacks(let names): names
        case .callback(let name, let words): [name] + words
        case .noCallback(let name), .step(let name): [name]
        case .message(let text): [text]
        case .stored(let words, _), .timeline(let words), .state(let words): words
        }
    }

    private var code: String {
        switch self {
        case .playing: "playing"
        case .notPlaying: "notPlaying"
        case .signedOn(let isSignedOn): isSignedOn ? "signedIn" : "signedOut"
        case .requests: "requests"
        case .noRequests: "noRequests"
        case .callbacks: "callbacks"
        case .callback: "callback"
        case .noCallback: "noCallback"
        case .step: "step"
        case .message: "message"
        case .stored(_, let isPresent): isPresent ? "stored" : "notStored"
        case .timeline: "timeline"
        case .state: "state"
        }
    }

    /// What is expected, in a line: `playing KITE1`.
    public var summary: String {
        switch self {
        case .playing(let resource): "playing \(resource)"
        case .notPlaying(let reason): "not playing" + (reason.map { ": \($0)" } ?? "")
        case .signedOn(let isSignedOn): isSignedOn ? "signed on" : "signed out"
        case .requests(let operations): "requests " + list(operations.map(\.rawValue))
        case .noRequests(let operations):
            operations.isEmpty ? "no requests" : "no requests of " + list(operations.map(\.rawValue))
        case .callbacks(let names): "callbacks " + list(names)
        case .callback(let name, let words): "callback \(name)" + (words.isEmpty ? "" : " with " + list(words))
        case .noCallback(let name): "no callback \(name)"
        case .step(let name): "step \(name)"
        case .message(let text): "message \(text)"
        case .stored(let words, let isPresent): (isPresent ? "stored " : "not stored ") + list(words)
        case .timeline(let words): "timeline " + list(words)
        case .state(let words): "state " + list(words)
        }
    }

    private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }
}
