/// The limits on the cost of a JSON text.
///
/// Every limit has a test at its edge.
public struct JSONLimits: Hashable, Sendable {
    /// Bytes in the whole text.
    ///
    /// Default: 16 MiB.
    public var totalBytes = 16 * 1024 * 1024
    /// Arrays and objects inside each other.
    ///
    /// Default: 64; never more than 512, since trees are freed and compared by recursion.
    public var depth = 64
    /// UTF-8 bytes in one string or key, as written, escapes unresolved.
    ///
    /// Default: 16 MiB.
    public var stringBytes = 16 * 1024 * 1024
    /// Digits, signs and points in one number.
    ///
    /// Default: 512.
    public var numberBytes = 512
    /// Values of all kinds.
    ///
    /// Default: 1,048,576.
    public var values = 1_048_576

    /// True if half a surrogate pair is read, as the private character U+100000 above it, and counted.
    ///
    /// RFC 8259 §8.2 leaves open what becomes of one; it is refused by default.
    public var allowsLoneSurrogates = false

    /// The documented defaults.
    public static let `default` = JSONLimits()

    /// The documented defaults, to be changed field by field.
    public init() {}
}
