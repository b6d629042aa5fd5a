import Exchanges
import PassAPI
import Services

/// Recorded responses whose instants were moved, for the next app that gets the same: exchange and distance decide what becomes of
/// it.
///
/// What was not asked for while about as much again was added is forgotten, so that memory is flat however much is served.
struct MovedResponses: Sendable {
    private struct Key: Hashable {
        var ordinal: Int
        var wholeSeconds: Int64
    }

    /// Those that were asked for since the last time that there were too many, and those before.
    private var latest: [Key: InstantShift.Moved] = [:]
    private var former: [Key: InstantShift.Moved] = [:]
    private var bytes = 0

    /// So many bytes of bodies and headers are kept twice: 4 MiB.
    static let limit = 4 << 20

    /// The number that is kept.
    var count: Int { latest.count + former.count }

    /// Moves the response of `exchange`, unless that was done lately.
    ///
    /// - Parameters:
    ///   - exchange: an exchange of the recording: its ordinal stands for it.
    ///   - operation: the operation that it calls, as far as that is known.
    ///   - shift: the distance.
    /// - Returns: the response, and what became of its signatures; nil if the exchange failed.
    mutating func response(
        of exchange: Exchange,
        calling operation: PassAPI.Operation?,
        by shift: InstantShift
    ) -> InstantShift.Moved? {
        let key = Key(ordinal: exchange.ordinal, wholeSeconds: shift.wholeSeconds)
        if let known = latest[key] { return known }
        guard let response = exchange.response else { return nil }
        let kind = operation.map { .operation($0) } ?? ExchangeKind(of: exchange)
        let moved = former[key] ?? shift.moved(response, of: kind)
        let size = moved.response.headers.reduce(256 + (moved.response.body?.count ?? 0)) {
            $0 + $1.name.utf8.count + $1.value.utf8.count + 32
        }
        // A large one would drive out all others.
        guard size <= Self.limit / 8 else { return moved }
        if bytes + size > Self.limit {
            former = latest
            latest = [:]
            bytes = 0
        }
        bytes += size
        latest[key] = moved
        return moved
    }
}
