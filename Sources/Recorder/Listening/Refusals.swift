import NIOConcurrencyHelpers
import NIOCore

/// Says why connections were closed, but not a thousand times: at most once a second for each reason.
final class Refusals: Sendable {
    /// The reasons there are.
    enum Reason: String, Hashable, Sendable, CaseIterable {
        case headTooLarge, headTooSlow, malformed, credentials, handshake, unreachable, loop
    }

    private let told = NIOLockedValueBox<[Reason: NIODeadline]>([:])

    /// Whether the reason may be told again.
    func mayTell(_ reason: Reason, at now: NIODeadline = .now()) -> Bool {
        told.withLockedValue { told in
            if let last = told[reason], now < last + .seconds(1) { return false }
            told[reason] = now
            return true
        }
    }
}

extension RecorderContext {
    /// Tells that a connection was closed before a request came of it.
    func refuse(_ channel: any Channel, _ reason: Refusals.Reason, _ text: String) {
        guard refusals.mayTell(reason) else { return }
        let address = channel.remoteAddress
        let client = address?.ipAddress ?? "somewhere"
        tell(.notice(.refused(client: client, reason: text)))
    }
}
