/// The limits on the cost of a HAR file.
///
/// Every limit has a test at its edge.
public struct HARLimits: Hashable, Sendable {
    /// Bytes in the whole file.
    ///
    /// Default: 2 GiB.
    public var totalBytes = 2 * 1024 * 1024 * 1024
    /// Entries in the file.
    ///
    /// Default: 10,000,000.
    public var entries = 10_000_000
    /// Bytes of JSON in one entry.
    ///
    /// Default: 256 MiB.
    public var entryBytes = 256 * 1024 * 1024
    /// Bytes in one decoded body.
    ///
    /// Default: 64 MiB.
    public var bodyBytes = 64 * 1024 * 1024
    /// Header fields in one message.
    ///
    /// Default: 1,000.
    public var headerFields = 1_000
    /// Arrays and objects inside each other: Chrome nests the stack traces in `_initiator`.
    ///
    /// Default: 256.
    public var depth = 256

    /// The documented defaults.
    public static let `default` = HARLimits()

    /// The documented defaults, to be changed field by field.
    public init() {}
}
