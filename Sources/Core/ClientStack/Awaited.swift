public import PassAPI
public import VirtualTime

/// The kinds of things that a client waits for before it continues.
public enum Awaited: Hashable, Sendable {
    /// The result of a call to Apple's framework.
    case vsaResult(QuestionID)
    /// The response to a request.
    case response(RequestID, PassAPI.Operation)
    case timer(TimerID, TimerPurpose)
    /// Something that the user does.
    case user(UserTask)

    public enum TimerPurpose: Hashable, Sendable {
        /// The next poll of a login on a second screen.
        case nextPoll
        /// A call is repeated because the service asked for it (rest-api-v2.md §9.3).
        case repetition
        /// A call once more that was throttled with 429.
        case repeatThrottled(PassAPI.Operation)
        /// The next call of a recorded app.
        case nextCall
    }

    /// The tasks that a user has to do.
    public enum UserTask: String, Hashable, Sendable, CaseIterable {
        case pickProvider, closeWebView, logIn, finishLoginPage, finishLogoutPage
    }

    /// The facts: what it waits `for`, and which.
    public var values: [EventValue] {
        switch self {
        case .vsaResult(let id): [.code("for", "vsaResult"), .number("number", id.number)]
        case .response(let id, let operation):
            [.code("for", "response"), .number("number", id.number), .code("operation", operation.rawValue)]
        case .timer(let id, .nextPoll):
            [.code("for", "timer"), .number("number", id.number), .code("purpose", "nextPoll")]
        case .timer(let id, .repetition):
            [.code("for", "timer"), .number("number", id.number), .code("purpose", "repetition")]
        case .timer(let id, .repeatThrottled(let operation)):
            [
                .code("for", "timer"), .number("number", id.number), .code("purpose", "repeatThrottled"),
                .code("operation", operation.rawValue),
            ]
        case .timer(let id, .nextCall):
            [.code("for", "timer"), .number("number", id.number), .code("purpose", "nextCall")]
        case .user(let task): [.code("for", "user"), .code("task", task.rawValue)]
        }
    }

    /// True if only the user moves the client.
    public var isUser: Bool { if case .user = self { true } else { false } }
}
