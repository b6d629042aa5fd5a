import ProxyProtocol

/// The reason that a server could not be reached, could not be trusted, or did not answer to the end.
enum UpstreamError: Error, Hashable, CustomStringConvertible {
    /// The name is not known: the host, and the resolver's reason.
    case unknownHost(host: String, reason: String)
    /// No connection came about.
    case cannotConnect(host: String, port: Int, reason: String)
    /// Connecting, or the handshake, took longer than the limit.
    case timedOut(host: String, port: Int)
    /// The TLS handshake failed.
    case handshake(host: String, reason: String)
    /// The server's certificate is not to be trusted.
    case untrusted(host: String, reason: String)
    /// The head of the answer, or its trailers, are longer than the limit, in bytes.
    case tooLargeHead(host: String, limit: Int)
    /// The answer is not HTTP.
    case malformedAnswer(host: String, reason: String)
    /// The connection or the stream ended in the middle.
    case brokenOff(host: String, reason: String)
    /// The server has reset the stream of HTTP/2: the code.
    case reset(host: String, code: UInt32)

    /// One line: what was asked, what was found, what to do.
    var description: String {
        switch self {
        case .unknownHost(let host, let reason): "\(host) is not known: \(reason)"
        case .cannotConnect(let host, let port, let reason): "no connection to \(host):\(port): \(reason)"
        case .timedOut(let host, let port): "no connection to \(host):\(port) in time"
        case .handshake(let host, let reason): "\(host): the TLS handshake failed: \(reason)"
        case .untrusted(let host, let reason):
            "\(host): its certificate is not trusted: \(reason). `--upstream-ca FILE` trusts the CA in the "
                + "file. `--insecure-upstream` accepts any certificate"
        case .tooLargeHead(let host, let limit): "\(host): the head of its response is longer than \(limit) bytes"
        case .malformedAnswer(let host, let reason): "\(host): its response is not HTTP: \(reason)"
        case .brokenOff(let host, let reason): "\(host): the response was broken off: \(reason)"
        case .reset(let host, let code):
            "\(host): the response was broken off: the server reset the stream (\(FrameFault.Code(rawValue: code).name))"
        }
    }
}
