public import PassAPI
public import Services
public import VirtualTime

/// Where the replay cannot be answered from the recording, or ends elsewhere.
public struct Divergence: Hashable, Sendable {
    /// Why, from the closed list.
    public var reason: MissReason
    /// When, in virtual time.
    public var instant: Instant
    /// The exchange it is about: the nearest miss, the one that was left over, the one whose answer does not agree.
    public var exchange: Int?
    /// The account response it is about, if it is about one.
    public var accountResponse: Int?
    /// What does not agree, field by field.
    public var fields: [FieldDifference]
    /// The part of it that is not what was recorded, if the file is damaged: `response body`.
    public var damagedPart: String?
    /// The exchange whose answer sent the reference client another way, if one did, and the field that did it.
    public var cause: Cause?
    /// One line that names the exchange, the field and the reason.
    public var summary: String

    /// An answer that sent the client another way.
    public struct Cause: Hashable, Sendable {
        /// The exchange, by ordinal.
        public var exchange: Int
        /// The field of its answer.
        public var field: String
        /// What it said.
        public var value: String

        /// A cause in this field of this exchange.
        public init(exchange: Int, field: String, value: String) {
            self.exchange = exchange
            self.field = field
            self.value = value
        }

        /// What the exchange shows, in words: that the client went another way for it is a conclusion.
        var place: String {
            "exchange \(exchange) (\(field) \(value.count > 60 ? value.prefix(57) + "…" : value[...]))"
        }
    }

    /// A divergence with these parts.
    public init(
        _ reason: MissReason,
        at instant: Instant,
        exchange: Int? = nil,
        accountResponse: Int? = nil,
        fields: [FieldDifference] = [],
        damagedPart: String? = nil,
        cause: Cause? = nil,
        _ summary: String
    ) {
        self.reason = reason
        self.instant = instant
        self.exchange = exchange
        self.accountResponse = accountResponse
        self.fields = fields
        self.damagedPart = damagedPart
        self.cause = cause
        self.summary = summary
    }
}

extension Divergence {
    /// Why, where in the recording, and which fields do not agree.
    ///
    /// What stands in them may be a pseudonym.
    var values: [EventValue] {
        var values: [EventValue] = [.code("divergence", reason.code)]
        for field in fields {
            values.append(.text("field", field.name))
            if let recorded = field.recorded { values.append(.identity("recorded", recorded)) }
            if let replayed = field.replayed { values.append(.identity("replayed", replayed)) }
        }
        if let damagedPart { values.append(.text("damagedPart", damagedPart)) }
        if let exchange { values.append(.number("exchange", exchange)) }
        if let accountResponse { values.append(.number("vsaCall", accountResponse)) }
        if let cause {
            values.append(.number("causeExchange", cause.exchange))
            values.append(.text("causeField", cause.field))
            values.append(.identity("causeValue", cause.value))
        }
        return values
    }
}
