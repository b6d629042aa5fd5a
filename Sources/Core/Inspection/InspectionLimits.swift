/// The most that an inspection may cost.
///
/// Every limit has a test at its edge. No layer's content is longer than the layer, but for UTF-16, which may grow by
/// half, and DEFLATE.
public struct InspectionLimits: Hashable, Sendable {
    /// Bytes of the input.
    ///
    /// Default: 1 MiB; the XML inside may not be longer than 256 KiB, see ``Documents/XMLLimits``.
    public var totalBytes = 1024 * 1024
    /// Transport encodings inside each other.
    ///
    /// Default: 8.
    public var layers = 8
    /// How many times longer than itself the content of DEFLATE may be.
    ///
    /// Default: 32; SAML messages come to 2 to 6.
    public var inflation = 32
    /// Things inside each other, such as a token in an answer.
    ///
    /// Default: 4.
    public var depth = 4
    /// Fields of one thing, and things right inside it; the rest is left out, and a diagnostic says so.
    ///
    /// Fields of JSON and XML that are left out are looked through for times and tokens all the same.
    ///
    /// Default: 512.
    public var fields = 512

    /// The documented defaults.
    public static let `default` = InspectionLimits()

    /// The documented defaults, to be changed field by field.
    public init() {}
}
