/// The limits on the cost of a log of one JSON object a line.
///
/// Every limit has a test at its edge.
public struct LogLimits: Hashable, Sendable {
    /// Lines that are not blank.
    ///
    /// Default: 1,000,000.
    public var lines = 1_000_000
    /// Bytes in one line.
    ///
    /// Default: 16 MiB.
    public var lineBytes = 16 * 1024 * 1024

    /// The documented defaults.
    public static let `default` = LogLimits()

    /// The documented defaults, to be changed field by field.
    public init() {}
}
