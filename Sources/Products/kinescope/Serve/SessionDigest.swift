import Documents
import Exchanges
import Foundation
import Proxy
import VirtualTime

/// One number for what a session's exchanges were: the same requests at the same served times, with the same responses, give the
/// same in every process.
///
/// It takes neither durations nor the wall's time, and what passed rather than what is written: pseudonyms differ from recording
/// to recording.
final class SessionDigest: @unchecked Sendable {
    private let lock = NSLock()
    private var sum: UInt64 = 0

    /// The number, as 16 hexadecimal digits.
    var text: String {
        var digest = Digest()
        digest.absorb(lock.withLock { sum })
        return digest.description
    }

    /// Takes in what happened, if it is the end of an exchange.
    func absorb(_ event: RecorderEvent) {
        guard case .ended(_, let seen) = event else { return }
        let value = Self.digest(of: seen.exchange).value
        // Each has its number in it, so that it does not matter which of two that ended at once is told first.
        lock.withLock { sum &+= value }
    }

    /// The digest of one exchange.
    static func digest(of exchange: Exchange) -> Digest {
        var digest = Digest()
        digest.absorb(UInt64(exchange.ordinal))
        digest.absorb(exchange.startedAt)
        digest.absorb(exchange.request.method)
        digest.absorb(exchange.request.url)
        absorb(exchange.request.headers, exchange.request.body, &digest)
        switch exchange.outcome {
        case .response(let response):
            digest.absorb(UInt64(response.status))
            digest.absorb(response.reason)
            absorb(response.headers, response.body, &digest)
        case .failure(let reason): digest.absorb(reason)
        }
        // Who answered, and by which recorded exchange.
        let served = exchange.harExtras?["_served"]?.object
        digest.absorb(served?["source"]?.string ?? "")
        digest.absorb(served?["exchange"]?.number?.text ?? "")
        return digest
    }

    private static func absorb(_ headers: [HeaderField], _ body: [UInt8]?, _ digest: inout Digest) {
        for header in headers {
            digest.absorb(header.name)
            digest.absorb(header.value)
        }
        digest.absorb(UInt64(headers.count))
        digest.absorb(body ?? [])
    }
}
