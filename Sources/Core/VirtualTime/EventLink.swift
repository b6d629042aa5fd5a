/// What joins an event with others and with a recording: a request with its response, both with the exchange that was recorded.
///
/// Readers are shown one line for what several events say; no digest depends on it.
public struct EventLink: Hashable, Sendable {
    /// The number that a request, or a call of Apple's framework, shares with what came of it, within one app.
    public var call: Int?
    /// The recorded exchange, by ordinal.
    public var exchange: Int?
    /// The recorded VSA call, by ordinal.
    public var vsaCall: Int?
    /// The beginning, on the recording's clock.
    public var startedAt: Instant?
    /// The end, on the recording's clock.
    public var endedAt: Instant?
    /// The result is no recorded one: an earlier result was given again, or one was assumed.
    public var isSubstitute: Bool

    /// A link with these parts.
    public init(
        call: Int? = nil,
        exchange: Int? = nil,
        vsaCall: Int? = nil,
        startedAt: Instant? = nil,
        endedAt: Instant? = nil,
        isSubstitute: Bool = false
    ) {
        self.call = call
        self.exchange = exchange
        self.vsaCall = vsaCall
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.isSubstitute = isSubstitute
    }
}
