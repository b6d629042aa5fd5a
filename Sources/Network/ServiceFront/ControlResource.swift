import NIOHTTP1

/// The resources of the control interface, by their paths.
package enum ControlResource: String, CaseIterable, Sendable {
    case clock
    case steps
    case state
    case timeline
    case expirations
    case unmatched
    case reset
    case verdict
    case page
    case openAPI = "openapi.json"

    /// The method that it takes; HEAD goes with GET.
    var method: HTTPMethod { isRead ? .GET : .POST }

    /// True if it only looks.
    var isRead: Bool {
        switch self {
        case .steps, .reset: false
        case .clock, .state, .timeline, .expirations, .unmatched, .verdict, .page, .openAPI: true
        }
    }

    /// True if it is about what the recording shows beside its responses.
    var needsHistory: Bool {
        switch self {
        case .state, .expirations, .steps, .page: true
        case .clock, .timeline, .unmatched, .reset, .verdict, .openAPI: false
        }
    }

    var path: String { ControlInterface.root + rawValue }

    /// What it is for, in a line.
    var summary: String {
        switch self {
        case .clock: "The clock that is served"
        case .steps: "Let steps happen, in order; the first that cannot ends them"
        case .state: "What the service knows"
        case .timeline: "The last requests, and what came of them; as text/event-stream, also those that follow"
        case .expirations: "What expires, earliest first"
        case .unmatched: "The unmatched requests"
        case .reset: "Start again: forget requests and changes; the clock continues"
        case .verdict: "How many requests came, and how many were unmatched"
        case .page:
            "What the page draws: the last moments, and what was before; as text/event-stream, also those that follow"
        case .openAPI: "This description"
        }
    }

    /// The schema of what it answers, by its name in the description; nil where that is a description.
    var schema: String? {
        switch self {
        case .clock, .reset: "Clock"
        case .steps: "StepList"
        case .state: "StateList"
        case .timeline, .unmatched: "RequestList"
        case .expirations: "ExpirationList"
        case .verdict: "Verdict"
        case .page: "PageList"
        case .openAPI: nil
        }
    }

    static var list: String { allCases.map(\.path).joined(separator: ", ") }

    /// The names of those that only look, for a help text.
    package static var read: String { allCases.filter(\.isRead).map(\.rawValue).joined(separator: ", ") }

    /// Checks whether there is one of this name that only looks.
    package static func isRead(_ name: String) -> Bool { ControlResource(rawValue: name)?.isRead ?? false }
}
