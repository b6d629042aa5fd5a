/// A header field as it came: name in its own case, value untouched, duplicates and order kept.
///
/// swift-http-types is not used here because it refuses what real captures contain: a recording keeps malformed names.
public struct HeaderField: Hashable, Sendable {
    /// The name as written.
    public var name: String
    /// The value as written.
    public var value: String

    /// A field of this name and value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Header fields in the order they came.
public typealias HeaderFields = [HeaderField]

extension HeaderFields {
    /// The value of the first field of this name, in whatever case it was written.
    public subscript(first name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

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
}

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
}
