import Exchanges
import FuzzReadings
import PassAPI
import Services
import VirtualTime

/// Holds a response whose instants were moved, as those of a served recording are, against the original.
enum MovedReadings {
    /// Checks that moving back gives the original to the byte, and that what expires was moved by the distance.
    ///
    /// Where the mover reports an exception, it does not have to: an instant stayed, or became a sentinel.
    static func agree(
        _ read: PassResponse,
        _ response: HTTPResponse,
        to operation: Operation,
        by seconds: Int64
    ) throws(PropertyFailure) {
        let shift = InstantShift(wholeSeconds: seconds)
        let moved = shift.moved(response, of: .operation(operation))
        guard moved.exceptions.isEmpty else { return }
        let back = shift.reversed.moved(moved.response, of: .operation(operation))
        try require(
            back.response.body == response.body,
            "moved-and-back",
            "\(seconds): \(String(decoding: moved.response.body ?? [], as: UTF8.self))"
        )
        guard let before = expires(read.content) else { return }
        let after = expires(PassResponse(reading: moved.response, for: operation).content)
        let isMoved = after == before + .seconds(seconds) || after == before && isSentinel(before)
        try require(isMoved, "expires-by-the-distance", "\(before): \(seconds)")
    }

    /// The instant at which what a response gives expires.
    private static func expires(_ content: PassResponse.Content) -> Instant? {
        switch content {
        case .authentication(let details): details.expires
        case .authorization(let details): details.expires
        case .mediaToken(let details): details.expires
        case .registrationRecord(let record): record.expires
        default: nil
        }
    }

    /// Checks whether an instant stands for none: 0, -1, the least there is, the largest of 32 bits, the calendar's last day.
    private static func isSentinel(_ instant: Instant) -> Bool {
        let second = instant.secondsSince1970
        return [0, -1, 2_147_483_647].contains(second) || second <= Instant.distantPast.secondsSince1970
            || second > Instant.distantFuture.secondsSince1970 - 86_400
    }
}
