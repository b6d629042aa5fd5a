/// The limits on the cost of an XML document.
///
/// Every limit has a test at its edge.
public struct XMLLimits: Hashable, Sendable {
    /// Bytes in the whole document.
    ///
    /// Default: 256 KiB.
    public var totalBytes = 256 * 1024
    /// Elements inside each other.
    ///
    /// Default: 64; never more than 256, libxml2's own limit.
    public var depth = 64
    /// Attributes and namespace declarations in one tag.
    ///
    /// Default: 256; libxml2 2.9 is quadratic in them.
    public var attributesPerElement = 256
    /// UTF-8 bytes in one text node, attribute value, comment or instruction.
    ///
    /// Default: 128 KiB.
    public var textBytes = 128 * 1024
    /// Namespace declarations of an element and of all that it stands in.
    ///
    /// Default: 256; each name is sought among them.
    public var namespacesInScope = 256
    /// UTF-8 bytes in the name of one namespace.
    ///
    /// Default: 1 KiB.
    public var namespaceBytes = 1024
    /// UTF-8 bytes in one name.
    ///
    /// Default: 1 KiB.
    public var nameBytes = 1024
    /// Nodes of all kinds in the document.
    ///
    /// Default: 65,536.
    public var nodes = 65_536

    /// The documented defaults.
    public static let `default` = XMLLimits()

    /// The documented defaults, to be changed field by field.
    public init() {}
}
