import Documents

/// A request as it came.
public struct HTTPRequest: Hashable, Sendable {
    /// The method, as written.
    public var method: String
    /// The absolute URL, as written.
    public var url: String
    /// The version, as HAR spells it: `HTTP/1.1`.
    public var version: String
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

    /// Whether both are the same to the byte.
    public static func == (one: HTTPRequest, other: HTTPRequest) -> Bool {
        sameBytes(one.method, other.method) && sameBytes(one.url, other.url) && sameBytes(one.version, other.version)
            && one.headers == other.headers && one.body == other.body
    }

    /// Feeds the bytes of all parts.
    public func hash(into hasher: inout Hasher) {
        for text in [method, url, version] { hasher.combine(ExactText(text)) }
        hasher.combine(headers)
        hasher.combine(body)
    }
}
