import NIOHTTP1

/// The methods that are passed on: those that a request of HTTP/1.1 can be read with.
///
/// In HTTP/2 any other could be read, too; but what is passed on must not depend on what a client speaks.
enum KnownMethod {
    private static let names: Set<String> = [
        "DELETE", "GET", "HEAD", "POST", "PUT", "CONNECT", "OPTIONS", "TRACE", "COPY", "LOCK", "MKCOL", "MOVE",
        "PROPFIND", "PROPPATCH", "SEARCH", "UNLOCK", "BIND", "REBIND", "UNBIND", "ACL", "REPORT", "MKACTIVITY",
        "CHECKOUT", "MERGE", "M-SEARCH", "NOTIFY", "SUBSCRIBE", "UNSUBSCRIBE", "PATCH", "PURGE", "MKCALENDAR", "LINK",
        "UNLINK", "SOURCE", "QUERY",
    ]

    /// Checks whether requests of this method are passed on; it is case-sensitive (RFC 9110 §9.1).
    ///
    /// It is the method as the client wrote it (``ForwardedHeaders/forServer(_:)``): NIO's `MSEARCH` is another.
    static func contains(_ method: HTTPMethod) -> Bool {
        names.contains(method.rawValue)
    }
}
