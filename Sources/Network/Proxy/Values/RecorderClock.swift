import Foundation
import NIOCore
import VirtualTime

/// Wall time that never jumps: read once, and counted on by the monotonic clock.
///
/// An exchange's duration and the order of two exchanges are right even if the system's date is set while it runs.
struct RecorderClock: Sendable {
    private let began: Instant
    private let monotonic: NIODeadline

    /// A clock that starts at the system's date.
    init() {
        began = Instant(microsecondsSince1970: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded()))
        monotonic = .now()
    }

    /// The time, to the microsecond.
    var now: Instant {
        let elapsed = (NIODeadline.now() - monotonic).nanoseconds
        return Instant(microsecondsSince1970: began.microsecondsSince1970 + elapsed / 1_000)
    }
}
