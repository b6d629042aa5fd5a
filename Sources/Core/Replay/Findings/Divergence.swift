public import ClientStack
public import PassAPI
public import Services
public import VirtualTime

/// A place where the replay cannot be answered from the recording, or ends elsewhere.
public struct Divergence: Hashable, Sendable {
    /// The reason, from the closed list.
    public var reason: UnmatchedReason
    /// The instant, in virtual time.
    public var instant: Instant
    /// The exchange it is about: the nearest miss, the one that was left over, the one whose answer does not agree.
    public var exchange: Int?
    /// The VSA call it is about, if it is about one.
    public var vsaCall: Int?
    /// The fields that do not agree.
    public var fields: [FieldDifference]
    /// The part of it that is not what was recorded, if the file is damaged: `response body`.
    public var damagedPart: String?
    /// The exchange whose answer sent the reference client another way, if one did, and the field that did it.
    public var cause: Cause?
    /// The kind of difference, with the facts that readers see.
    public var content: Content
    /// The rows of the app's behavior that led to the request, each as `row=value`: the recording may have been misread.
    public var rows: [String] = []

    /// An error, always: nothing after it is known to be as recorded.
    public var level: FindingLevel { .error }

    /// The kinds of differences.
    public enum Content: Hashable, Sendable {
        /// The exchanges up to this one are missing from the recording, which goes on with another.
        case missing(through: Int, next: Int)
        /// The exchange is a copy of another.
        case copy(of: Int)
        /// The reference client did not ask for the call, nor for so many others.
        case notAskedFor(Operation, others: Int)
        /// The reference client did not ask for the VSA call.
        case vsaCallNotAskedFor
        /// A token at the programmer's service is that of another media token, or of none, and not that of the source.
        case foreignMediaToken(issuer: Int?, source: Int?)
        /// The reference client sends another value of a field that the operation needs.
        case parameterDiffers(Operation)
        /// The reference client asked before other exchanges that the recording has first.
        case outOfTurn(Operation, overtaken: [Int])
        /// The answer does not fit what was asked, or the session.
        case responseDisagrees(Operation)
        /// The reference client asked in a step, and no recorded call is the answer; the recorded client went on with
        /// another.
        case unanswered(Operation, FlowStep?, UnmatchedReason, nearest: Operation?, expected: RecordedCall?)
        /// The reference client forwards to the platform what the recorded one did not.
        case questionDiffers(VSADifference)
        /// A provider answered that the reference client does not offer.
        case providerNotOffered
        /// The VSA log has no answer to what the reference client asks in a step.
        case questionUnanswered(FlowStep?)
        /// The file is damaged: how.
        case damaged(String)
    }

    /// An answer that sent the client another way.
    public struct Cause: Hashable, Sendable {
        /// The exchange, by ordinal.
        public var exchange: Int
        /// The field of its answer.
        public var field: String
        /// The value of the field; nil if the response has no such field.
        public var value: String?

        /// A cause in this field of this exchange.
        public init(exchange: Int, field: String, value: String?) {
            self.exchange = exchange
            self.field = field
            self.value = value
        }
    }

    /// A divergence with these parts.
    public init(
        _ reason: UnmatchedReason,
        at instant: Instant,
        exchange: Int? = nil,
        vsaCall: Int? = nil,
        fields: [FieldDifference] = [],
        damagedPart: String? = nil,
        cause: Cause? = nil,
        _ content: Content
    ) {
        self.reason = reason
        self.instant = instant
        self.exchange = exchange
        self.vsaCall = vsaCall
        self.fields = fields
        self.damagedPart = damagedPart
        self.cause = cause
        self.content = content
    }
}

extension Divergence {
    /// The reason, the place in the recording, and the fields that do not agree.
    ///
    /// What stands in them may be a pseudonym.
    var values: [EventValue] {
        var values: [EventValue] = [.code("divergence", reason.rawValue)]
        for field in fields {
            values.append(.text("field", field.name))
            if let recorded = field.recorded { values.append(.identity("recorded", recorded)) }
            if let relation = field.relation { values.append(.code("relation", relation.rawValue)) }
            if let replayed = field.replayed { values.append(.identity("replayed", replayed)) }
        }
        if let damagedPart { values.append(.text("damagedPart", damagedPart)) }
        if let exchange { values.append(.number("exchange", exchange)) }
        if let vsaCall { values.append(.number("vsaCall", vsaCall)) }
        if let cause {
            values.append(.number("causeExchange", cause.exchange))
            values.append(.text("causeField", cause.field))
            if let value = cause.value { values.append(.identity("causeValue", value)) }
        }
        return values
    }
}
