import Documents

/// A response as it came.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The reason phrase; empty in HTTP/2.
    public var reason: String
    /// The version, as HAR spells it.
    public var version: String
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

    /// Whether both are the same to the byte.
    public static func == (one: HTTPResponse, other: HTTPResponse) -> Bool {
        one.status == other.status && sameBytes(one.reason, other.reason) && sameBytes(one.version, other.version)
            && one.headers == other.headers && one.body == other.body
    }

    /// Feeds the bytes of all parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        for text in [reason, version] { hasher.combine(ExactText(text)) }
        hasher.combine(headers)
        hasher.combine(body)
    }
}
