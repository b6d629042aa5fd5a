public import SubscriberAccount
public import VirtualTime

/// Apple's platform as a VSA log knows it: it answers what was recorded, in order.
public struct RecordedVSA: Hashable, Sendable {
    /// The recorded responses, in order.
    public let responses: [VSACall]
    private var next = 0
    private var lastAccess: VSAResult?

    /// A platform that knows these responses.
    public init(responses: [VSACall]) { self.responses = responses }

    /// The responses that no question has been answered from.
    public var unused: ArraySlice<VSACall> { responses[next...] }

    /// The number of responses that have been given or passed over.
    public var answeredCount: Int { next }

    /// The answers of the log to a question.
    public enum Answer: Hashable, Sendable {
        /// A recorded answer, with the properties in which the question differs from the recorded one.
        case recorded(VSACall, differences: [VSADifference])
        /// The access status that was recorded last: the recorded client did not ask again.
        case accessRepeated(VSAResult)
        /// No access status was ever recorded, yet metadata was asked for and came: access must have been granted.
        case accessAssumed
        /// The log has no answer here. The nearest is the next recorded response, if there is one.
        case missing(UnmatchedReason, nearest: VSACall?)

        /// The result that reaches the app; nil where the log has nothing.
        public var given: VSAResult? {
            switch self {
            case .recorded(let response, _): response.answer
            case .accessRepeated(let answer): answer
            case .accessAssumed: .accessStatus(.granted, nil)
            case .missing: nil
            }
        }
    }

    /// Returns the log's answer to `question`.
    public mutating func answer(_ question: VSARequest) -> Answer {
        switch question {
        case .checkAccessStatus: answerAccess(question)
        case .enqueue(let request): answerMetadata(request)
        }
    }

    /// Passes over what was answered before or at `instant`: a client that asks later has nothing to do with it.
    public mutating func pass(until instant: Instant) {
        while next < responses.count, responses[next].answeredAt <= instant {
            if case .accessStatus = responses[next].answer { lastAccess = responses[next].answer }
            next += 1
        }
    }

    private mutating func answerAccess(_ question: VSARequest) -> Answer {
        if let response = unused.first, case .accessStatus = response.answer {
            next += 1
            lastAccess = response.answer
            return .recorded(response, differences: VSADifference.between(question, and: response.question))
        }
        if let lastAccess { return .accessRepeated(lastAccess) }
        let asksForMetadata = unused.contains { if case .metadata = $0.answer { true } else { false } }
        return asksForMetadata ? .accessAssumed : .missing(.notRecorded, nearest: nil)
    }

    private mutating func answerMetadata(_ request: AccountMetadataRequest) -> Answer {
        // A recorded client may ask for access more often than the replayed one: those answers are passed over.
        let candidates = unused.indices.filter { if case .enqueue = responses[$0].question { true } else { false } }
        guard let first = candidates.first else {
            // A log of a user who denied access has no call of this kind that could have been given.
            let last = responses.last { if case .enqueue = $0.question { true } else { false } }
            return .missing(last == nil ? .notRecorded : .alreadyReplayed, nearest: last)
        }
        guard case .enqueue(let recorded) = responses[first].question, recorded.stage == request.stage else {
            let isElsewhere = candidates.contains {
                if case .enqueue(let other) = responses[$0].question { other.stage == request.stage } else { false }
            }
            return .missing(isElsewhere ? .outOfOrder : .notRecorded, nearest: responses[first])
        }
        for index in next..<first {
            if case .accessStatus = responses[index].answer { lastAccess = responses[index].answer }
        }
        next = first + 1
        return .recorded(
            responses[first],
            differences: VSADifference.between(.enqueue(request), and: .enqueue(recorded))
        )
    }
}

extension AccountMetadataRequest {
    /// The number of the step whose question this is, of the cookbook's three: only S4 may interrupt, only S7 carries a
    /// token.
    fileprivate var stage: Int {
        if verificationToken != nil || !attributeNames.isEmpty { return 7 }
        return isInterruptionAllowed ? 4 : 2
    }
}
