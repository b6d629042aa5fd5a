import Exchanges

/// The times at which the parts of an exchange came, in microseconds after the head of its request.
struct BuilderTimes: Hashable {
    var requestEnd: Int64?
    /// The head of the answer.
    var responseHead: Int64?
    /// The end of the answer, or of all hope for one.
    var end: Int64?

    /// From the head of the request to the last thing that is known.
    var duration: Int64 { end ?? max(requestEnd ?? 0, responseHead ?? 0) }

    /// The phases, none of them negative, whose sum is the duration.
    ///
    /// A connection may have been made before the request came: what of it does not fit is not counted. An answer may
    /// begin before the request has ended: then nothing was waited for.
    func timings(_ facts: UpstreamFacts?) -> ExchangeTimings {
        let duration = duration
        var connect: Int64?
        var ssl: Int64?
        if let facts, !facts.isReused {
            let handshake = facts.handshakeMicroseconds.map { max(0, $0) }
            if let whole = facts.connectMicroseconds.map({ max(0, $0) + (handshake ?? 0) }) {
                connect = min(whole, responseHead ?? duration, duration)
            }
            if let connect, let handshake { ssl = min(handshake, connect) }
        }
        let begin = connect ?? 0
        let head = max(begin, min(responseHead ?? duration, duration))
        let sent = max(begin, min(requestEnd ?? head, head))
        return ExchangeTimings(
            connect: connect,
            ssl: ssl,
            send: sent - begin,
            wait: head - sent,
            receive: duration - head
        )
    }
}
