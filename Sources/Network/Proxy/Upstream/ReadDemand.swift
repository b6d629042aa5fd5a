/// The read that was requested and has brought nothing yet.
///
/// With `autoRead` off a read may bring bytes that make no part of a response: half a head, a window update. Anyone who
/// asked would wait forever; so the read is requested again until something was handed on.
struct ReadDemand: Hashable {
    private var isOwed = false

    /// A read was asked for.
    mutating func asked() { isOwed = true }

    /// Something was handed on.
    mutating func delivered() { isOwed = false }

    /// True if the read is to be requested again, now that all that was read has been looked at.
    var isUnmet: Bool { isOwed }
}
