import Exchanges
import Services
import VirtualTime

extension Findings {
    /// Exchanges that stand in the recording twice.
    func copies(at now: Instant) -> [Finding] {
        session.copies.map { copy, original in
            .divergence(Divergence(.outOfOrder, at: now, exchange: copy, .copy(of: original)))
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
