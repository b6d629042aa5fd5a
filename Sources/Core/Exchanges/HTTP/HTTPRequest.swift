public import Documents

/// A request as it came.
public struct HTTPRequest: Hashable, Sendable {
    /// The method, as written.
    @ExactText public var method: String
    /// The absolute URL, as written.
    @ExactText public var url: String
    /// The version, as HAR spells it: `HTTP/1.1`.
    @ExactText public var version: String
    /// The header fields.
    public var headers: HeaderFields
    /// The body after transfer and content decoding; nil if there was none.
    public var body: [UInt8]?

    /// A request with these parts.
    public init(
        method: String,
        url: String,
        version: String = "HTTP/1.1",
        headers: HeaderFields = [],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.version = version
        self.headers = headers
        self.body = body
    }
}
