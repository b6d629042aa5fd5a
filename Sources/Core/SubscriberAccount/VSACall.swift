public import VirtualTime

/// The requests that an app can make of the framework.
public enum VSARequest: Hashable, Sendable {
    /// `checkAccessStatus(options:)`, with or without leave to ask the user (row K-14).
    case checkAccessStatus(prompt: Bool)
    /// `enqueue(_:)`.
    case enqueue(AccountMetadataRequest)
}

/// The answers of the framework.
public enum VSAResult: Hashable, Sendable {
    /// The answer to `checkAccessStatus(options:)`; if access was not granted the error may say why.
    case accessStatus(AccountAccessStatus, AccountError?)
    /// The answer to `enqueue(_:)`: metadata and error are separate and either may be missing.
    case metadata(AccountMetadata?, AccountError?)
}

/// One question and its answer as they were recorded.
public struct VSACall: Hashable, Sendable {
    /// Its place among the VSA calls of a recording, from 1.
    public var ordinal: Int
    /// The instant at which the answer came.
    public var answeredAt: Instant
    public var question: VSARequest
    public var answer: VSAResult
    /// The additions of the VSA log's line, or its other words; empty if it was not read from one.
    public var logNotes: [VSALogNote]

    /// A response with these parts.
    public init(
        ordinal: Int,
        answeredAt: Instant,
        question: VSARequest,
        answer: VSAResult,
        logNotes: [VSALogNote] = []
    ) {
        self.ordinal = ordinal
        self.answeredAt = answeredAt
        self.question = question
        self.answer = answer
        self.logNotes = logNotes
    }
}
