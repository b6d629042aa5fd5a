public import Documents

/// A response as it came.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The reason phrase; empty in HTTP/2.
    @ExactText public var reason: String
    /// The version, as HAR spells it.
    @ExactText public var version: String
    /// The header fields.
    public var headers: HeaderFields
    /// The body after transfer and content decoding; nil if there was none.
    public var body: [UInt8]?

    /// A response with these parts.
    public init(
        status: Int,
        reason: String = "",
        version: String = "HTTP/1.1",
        headers: HeaderFields = [],
        body: [UInt8]? = nil
    ) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
        self.body = body
    }
}
