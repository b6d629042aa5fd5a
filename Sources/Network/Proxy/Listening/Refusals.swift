import NIOConcurrencyHelpers
import NIOCore

/// Says why connections were closed, but not a thousand times: at most once a second for each reason.
final class Refusals: Sendable {
    /// The reasons there are.
    enum Reason: String, Hashable, Sendable, CaseIterable {
        case headTooLarge, headTooSlow, malformed, credentials, handshake, unreachable, loop
    }

    private let told = NIOLockedValueBox<[Reason: NIODeadline]>([:])
    /// The number of times that each occurred, reported or not, by host and text.
    private let counts = NIOLockedValueBox<[String: Int]>([:])

    /// Texts that are counted one by one; further ones are told once a second.
    static let maximumCounted = 1_000

    /// Returns true if the reason may be reported again.
    func mayTell(_ reason: Reason, at now: NIODeadline = .now()) -> Bool {
        told.withLockedValue { told in
            if let last = told[reason], now < last + .seconds(1) { return false }
            told[reason] = now
            return true
        }
    }

    /// Returns how often this was the case of the host, if that is to be reported: the first time, the tenth, the
    /// hundredth.
    ///
    /// A client that is refused tries again and again.
    func countToTell(_ host: String, _ text: String) -> Int? {
        let key = host + "\n" + text
        let count = counts.withLockedValue { counts -> Int? in
            guard counts[key] != nil || counts.count < Self.maximumCounted else { return nil }
            counts[key, default: 0] += 1
            return counts[key]
        }
        guard let count else { return mayTell(.handshake) ? 1 : nil }
        var step = 1
        while step < count { step *= 10 }
        return step == count ? count : nil
    }
}

extension RecorderContext {
    /// Tells that a connection was closed before a request came of it.
    func refuse(_ channel: any Channel, _ reason: Refusals.Reason, _ text: String) {
        guard refusals.mayTell(reason) else { return }
        tellRefusal(of: channel, text)
    }

    /// Tells of a handshake for a host that failed: once for each cause, then with how often.
    func refuse(_ channel: any Channel, host: String, _ text: String) {
        guard let count = refusals.countToTell(host, text) else { return }
        tellRefusal(of: channel, count == 1 ? text : text + " (\(count) times by now)")
    }

    /// Tells that TLS with a server failed: once for each host and cause, then with how often.
    func tellServer(_ host: String, _ error: any Error) {
        switch error as? UpstreamError {
        case .handshake?, .untrusted?: break
        default: return
        }
        let text = "\(error)"
        guard let count = refusals.countToTell(host, text) else { return }
        tell(.notice(.server(reason: count == 1 ? text : text + " (\(count) times by now)")))
    }

    private func tellRefusal(of channel: any Channel, _ text: String) {
        let address = channel.remoteAddress
        let client = address?.ipAddress ?? "somewhere"
        tell(.notice(.refused(client: client, reason: text)))
    }
}
