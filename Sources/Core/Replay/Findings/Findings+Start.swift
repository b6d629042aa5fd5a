import Exchanges
import PassAPI
import Services
import Tokens
import VirtualTime

extension Findings {
    /// Exchanges that stand in the recording twice.
    func copies(at now: Instant) -> [Finding] {
        session.copies.map { copy, original in
            .divergence(Divergence(.outOfOrder, at: now, exchange: copy, .copy(of: original)))
        }
    }

    /// A device id that the app has changed: to the service it is another device each time.
    func changedDeviceIDs(at now: Instant) -> [Finding] {
        let changed = session.changedDeviceIDs
        guard !changed.isEmpty else { return [] }
        let content = ReplayWarning.Content.deviceIDChanged(changed.map(\.device))
        return [.warning(ReplayWarning(content, at: now, exchanges: changed.map(\.ordinal)))]
    }

    /// Finds polls that continue after the token has arrived.
    func pollsAfterSuccess(at now: Instant) -> [Finding] {
        guard let first = session.pollsAfterSuccess.first else { return [] }
        let content = ReplayWarning.Content.polledAfterSuccess(first.request.operation)
        let ordinals = session.pollsAfterSuccess.map(\.ordinal)
        return [.warning(ReplayWarning(content, at: now, exchanges: ordinals))]
    }

    /// SAML responses that the app sent otherwise than the cookbook's pipeline does, one finding a fault.
    func samlResponses(at now: Instant) -> [Finding] {
        session.calls.filter { $0.request.operation.role == .platformExchange }.flatMap { call in
            SAMLTransportFault.all(in: call.request["SAMLResponse"] ?? "").map { fault in
                Finding.warning(ReplayWarning(.samlResponse(fault), at: now, exchanges: [call.ordinal]))
            }
        }
    }

    /// Finds what shows before anything is replayed: exchanges that were removed from the recording.
    ///
    /// A number that was given and not skipped is an exchange that was there and is no more. A long gap is reported
    /// once.
    static func gaps(in recording: Recording, at now: Instant) -> [Finding] {
        var expected = 1
        var found: [Finding] = []
        for exchange in recording.exchanges {
            let missing =
                exchange.ordinal > expected
                ? recording.information.skippedExchanges.numbersOutside(expected...exchange.ordinal - 1) : []
            for range in missing {
                let content = Divergence.Content.missing(through: range.upperBound, next: exchange.ordinal)
                found.append(.divergence(Divergence(.notRecorded, at: now, exchange: range.lowerBound, content)))
            }
            // An edited recording may have the greatest number there is.
            expected = max(expected, exchange.ordinal < .max ? exchange.ordinal + 1 : .max)
        }
        return found
    }
}
