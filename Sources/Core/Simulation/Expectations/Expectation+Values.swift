import PassAPI
import VirtualTime

extension Expectation {
    /// The kind of expectation, and what it asks for.
    var values: [EventValue] { [.code("expectation", code), .list("arguments", arguments)] }

    private var arguments: [String] {
        switch self {
        case .playing(let resource): [resource]
        case .notPlaying(let reason), .noMessage(let reason): reason.map { [$0] } ?? []
        case .signedIn: []
        case .requests(let operations), .noRequests(let operations): operations.map(\.rawValue)
        case .callbacks(let names): names
        case .callback(let name, let words): [name] + words
        case .noCallback(let name), .step(let name): [name]
        case .message(let text): [text]
        case .stored(let words, _), .timeline(let words), .noTimeline(let words), .state(let words),
            .noState(let words):
            words
        }
    }

    private var code: String {
        switch self {
        case .playing: "playing"
        case .notPlaying: "notPlaying"
        case .signedIn(let isSignedIn): isSignedIn ? "signedIn" : "signedOut"
        case .requests: "requests"
        case .noRequests: "noRequests"
        case .callbacks: "callbacks"
        case .callback: "callback"
        case .noCallback: "noCallback"
        case .step: "step"
        case .message: "message"
        case .noMessage: "noMessage"
        case .stored(_, let isPresent): isPresent ? "stored" : "notStored"
        case .timeline: "timeline"
        case .noTimeline: "noTimeline"
        case .state: "state"
        case .noState: "noState"
        }
    }
}
