/// `Location` of a response that a reverse proxy passes on: an absolute one would lead the client past it.
package enum ReverseLocation {
    /// The location through the proxy; nil if it is passed on as it is, since it names another server, or none.
    ///
    /// - Parameters:
    ///   - location: as the server wrote it.
    ///   - upstream: the server that the proxy stands before.
    ///   - host: what the client's `Host` said.
    ///   - isSecure: whether the client speaks TLS.
    /// - Returns: the same path, query and fragment at the host that the client knows.
    package static func rewritten(_ location: String, upstream: Origin, host: String, isSecure: Bool) -> String? {
        guard let target = AbsoluteTarget(location), target.origin == upstream else { return nil }
        return "\(isSecure ? "https" : "http")://\(host)\(target.path)"
    }
}
