public import VirtualTime

extension History {
    /// The instant, by the recorder's clock, from which on the service would not give a response any more, by the ordinal of
    /// its exchange: what it gives or reads has expired by then, or what the call needed has.
    ///
    /// A media token does not count that a response gives: it is made for the request, whenever that comes. Only what a response
    /// states counts, and only what had not expired when it came. A refusal of something holds as long as the access token does with
    /// which it was requested, and a denied resource as long as the sign-on: without those it would have been another refusal.
    public var responseEnds: [Int: Instant] {
        var arrived: [Int: Instant] = [:]
        for case .call(let call) in events { arrived[call.ordinal] = call.endedAt }
        var ends: [Int: Instant] = [:]
        func limit(_ exchange: Int, by expires: Known<Instant>?) {
            guard let expires, expires.knowledge.isShown, let arrival = arrived[exchange], expires.value > arrival
            else {
                return
            }
            ends[exchange] = min(ends[exchange] ?? expires.value, expires.value)
        }
        for holding in entries where holding.kind != .mediaToken {
            if case .exchange(let exchange) = holding.issued.value.event { limit(exchange, by: holding.expires) }
        }
        for use in uses { limit(use.exchange, by: entries[use.entry].expires) }
        return ends
    }

    /// The exchanges that logged the user out of what a call before them needed, by that call's ordinal: the service would not
    /// give its response after any of them.
    public var responseLogouts: [Int: [Int]] {
        var logouts: [Int: [Int]] = [:]
        for use in uses {
            guard case .loggedOut(by: .exchange(let logout))? = entries[use.entry].ending?.value.cause,
                logout > use.exchange
            else { continue }
            logouts[use.exchange, default: []].append(logout)
        }
        return logouts
    }
}
