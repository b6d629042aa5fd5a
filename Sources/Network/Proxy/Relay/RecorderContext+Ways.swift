import NIOCore
import NIOHTTP1
import ProxyProtocol

extension RecorderContext {
    /// Returns the answerer for this origin, if there is one in this process.
    func answerer(for origin: Origin) -> (any Answerer)? { answerers.first { $0.answers(for: origin) } }

    /// Returns the target of a request that came in on a connection, unless it is refused.
    ///
    /// - Parameters:
    ///   - head: the request's head.
    ///   - facts: what is known of the connection.
    ///   - isTooLarge: whether the head is larger than what is promised to be taken.
    ///   - channel: the connection, or its stream of HTTP/2.
    /// - Returns: its target.
    func target(
        of head: HTTPRequestHead,
        _ facts: ClientFacts,
        isTooLarge: Bool,
        from channel: (any Channel)?
    ) -> RequestTarget {
        let passed = passed(head, facts)
        var named = head
        if let passed { named.uri = passed.url }
        var target = RequestTarget(
            named,
            origin: facts.origin,
            isReverse: settings.upstream != nil,
            own: ownAddresses,
            rules: settings.connectTo
        ) { answerer(for: $0) != nil }
        if isTooLarge, let channel {
            let limit = settings.limits.headBytes
            refuse(channel.parent ?? channel, .headTooLarge, "a request's head is larger than \(limit) bytes")
            target.destination = .refusal(.headTooLarge(limit))
        }
        if target.isAnswered {
            let isGuarded = target.answered.flatMap(answerer(for:))?.isGuarded ?? false
            if settings.upstream != nil || isGuarded,
                let refusal = access.refusal(of: head, isForRecorder: isGuarded)
            {
                target.destination = .refusal(refusal)
            }
            // Below the base URL, the cookies of every host go along with what a page of another site sends.
            if passed?.isBelowBase ?? false, let refusal = access.refusal(of: head, isForRecorder: true) {
                target.destination = .refusal(refusal)
            }
        }
        return target
    }

    /// Returns what a request to the recorder's own address makes of a server; nil if it makes nothing of any.
    ///
    /// That is so where all hosts are answered in this process but those that are passed through.
    private func passed(_ head: HTTPRequestHead, _ facts: ClientFacts) -> PassedRequest? {
        guard settings.reachesOnlyNamedHosts, !settings.passthroughHosts.isEmpty, facts.origin == nil else {
            return nil
        }
        return PassedRequest(head, own: ownAddresses, isPassed: passthrough.contain)
    }

    /// Returns the address that a response leads its client to, if this is one server's proxy and that leads through
    /// it.
    func location(of head: HTTPResponseHead, clientHost: String?, isSecure: Bool) -> String? {
        guard let upstream = settings.upstream, let clientHost, head.headers["location"].count == 1,
            let location = head.headers.first(name: "location")
        else { return nil }
        return ReverseLocation.rewritten(location, upstream: upstream, host: clientHost, isSecure: isSecure)
    }
}
