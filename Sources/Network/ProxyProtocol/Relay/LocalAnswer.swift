package import NIOCore
package import NIOHTTP1

/// An answer that is made in this process: a refusal, a failure, or what an answerer says.
package struct LocalAnswer: Equatable, Sendable {
    package var status: HTTPResponseStatus
    package var headers: HTTPHeaders
    package var body: ByteBuffer

    package init(status: HTTPResponseStatus, headers: HTTPHeaders, body: ByteBuffer) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer of plain text, with further headers.
    package init(_ status: HTTPResponseStatus, text: String, _ further: HTTPHeaders = [:]) {
        self.init(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: ByteBuffer(string: text + "\n")
        )
        headers.add(contentsOf: further)
    }

    /// An answer of one line that a header says, too.
    private init(_ status: HTTPResponseStatus, _ text: String) {
        self.init(status, text: text, ["X-Kinescope-Error": Self.headerText(text)])
    }

    /// The answer as a client is sent it, and whether its connection ends with it.
    package func framed(
        for request: HTTPRequestHead,
        mustClose: Bool
    ) -> (head: HTTPResponseHead, body: ByteBuffer, closes: Bool) {
        var head = HTTPResponseHead(version: request.version, status: status, headers: headers)
        head.headers.replaceOrAdd(name: "Content-Length", value: String(body.readableBytes))
        let framing = AnswerFraming(head, to: request, mustClose: mustClose)
        return (framing.head, request.method == .HEAD ? ByteBuffer() : body, framing.closes)
    }

    /// There is no answer of the server, or none that can be passed on.
    package static func failure(_ failure: RelayFailure) -> LocalAnswer {
        LocalAnswer(failure.kind == .timeout ? .gatewayTimeout : .badGateway, "Kinescope: \(failure.reason)")
    }

    /// The request would come back to the recorder.
    package static func loop(_ origin: Origin) -> LocalAnswer {
        LocalAnswer(.loopDetected, "Kinescope: \(origin) is this recorder itself. The request is not followed")
    }

    /// The request line is neither a path nor an URL of `http` or `https`.
    static func unusableTarget(_ target: String) -> LocalAnswer {
        LocalAnswer(.badRequest, "Kinescope: \(target.prefix(200)) is neither a path nor a URL of http or https")
    }

    /// The request line has a fragment, which is for the client alone.
    static func targetWithFragment(_ target: String) -> LocalAnswer {
        LocalAnswer(.badRequest, "Kinescope: \(target.prefix(200)) has a fragment, which is not sent to servers")
    }

    /// The body has a transfer coding that is not passed on.
    static func unknownCoding(_ coding: String) -> LocalAnswer {
        LocalAnswer(
            .notImplemented,
            "Kinescope: the transfer coding \(coding.prefix(200)) is not known here. Use chunked"
        )
    }

    /// A request in a tunnel names another server in its request line.
    static func otherServer(_ authority: String, than origin: Origin) -> LocalAnswer {
        LocalAnswer(
            .misdirectedRequest,
            "Kinescope: the request is for \(authority.prefix(200)), but its connection is to \(origin)"
        )
    }

    /// A page may have been led here under a name that is not the recorder's.
    package static func foreignHost(_ host: String) -> LocalAnswer {
        LocalAnswer(
            .misdirectedRequest,
            "Kinescope: the Host \"\(host.prefix(200))\" is not a name of this recorder. If it should be, start it with "
                + "--allow-origin http://\(host.prefix(200))"
        )
    }

    /// A page of another origin asks for what changes state.
    package static func foreignOrigin(_ origin: String) -> LocalAnswer {
        LocalAnswer(
            .forbidden,
            "Kinescope: a page of \(origin.prefix(200)) may not send this. If it should, start Kinescope with "
                + "--allow-origin \(origin.prefix(200))"
        )
    }

    /// A page that does not name its origin asks for what changes state.
    package static let unnamedOrigin = LocalAnswer(
        .forbidden,
        "Kinescope: a page of another site may not send this without naming its origin (Origin or Referer)"
    )

    /// A request to a server does not say which.
    static let noHost = LocalAnswer(.badRequest, "Kinescope: the request has no Host")

    /// A request has more than one `Host`.
    static let severalHosts = LocalAnswer(.badRequest, "Kinescope: the request has more than one Host")

    /// `Host` is none.
    static func unusableHost(_ host: String) -> LocalAnswer {
        LocalAnswer(.badRequest, "Kinescope: the Host \"\(host.prefix(200))\" is not a host and a port")
    }

    /// The length of the body is not a number.
    package static func unusableLength(_ length: String) -> LocalAnswer {
        LocalAnswer(.badRequest, "Kinescope: the Content-Length \"\(length.prefix(200))\" is not a number")
    }

    /// The method is none that HTTP/1.1 requests are read with.
    static func unknownMethod(_ method: String) -> LocalAnswer {
        LocalAnswer(.notImplemented, "Kinescope: the method \(method.prefix(200)) is not known here")
    }

    /// The head is larger than what is promised to be taken.
    package static func headTooLarge(_ limit: Int) -> LocalAnswer {
        LocalAnswer(.requestHeaderFieldsTooLarge, "Kinescope: the request's head is larger than \(limit) bytes")
    }

    /// The body is larger than what is read for an answerer.
    static func tooLarge(_ limit: Int) -> LocalAnswer {
        LocalAnswer(.payloadTooLarge, "Kinescope: the body is larger than \(limit) bytes")
    }

    /// Someone has opened the proxy's address as if it were a server.
    package static func notAProxyRequest(port: Int?) -> LocalAnswer {
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Kinescope</title></head><body>
            <h1>This is a proxy</h1>
            <p>The request is none to a proxy. Set Kinescope as the HTTP and HTTPS proxy of a device or an app, port \(port.map(String.init) ?? "as it was started with").</p>
            <p>Then open <a href="http://\(OwnHost.name)/">http://\(OwnHost.name)/</a> through it for its certificate.</p>
            </body></html>

            """
        return LocalAnswer(
            status: .badRequest,
            headers: ["Content-Type": "text/html; charset=utf-8"],
            body: ByteBuffer(string: page)
        )
    }

    /// The text as a header can hold it: what is not plain ASCII becomes `?`.
    private static func headerText(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
