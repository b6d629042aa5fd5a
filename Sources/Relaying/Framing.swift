package import NIOHTTP1

/// How the body of a request ends.
package enum RequestFraming: Equatable {
    /// There is none.
    case none
    /// After `Content-Length` bytes.
    case length
    /// With the last chunk, or the end of the stream.
    case chunked
    /// In a way that is not known here: the value of `Transfer-Encoding`.
    case unknown(String)

    /// - Parameters:
    ///   - head: as the client sent it.
    ///   - hasEnded: whether the request was over before there was a body.
    package init(_ head: HTTPRequestHead, hasEnded: Bool) {
        if let coding = head.headers.first(name: "transfer-encoding") {
            // The codec of HTTP/2 writes the header itself, where a request has a body of unknown length.
            let isChunked = head.headers["transfer-encoding"].count == 1 && coding.isASCII(like: "chunked")
            self = isChunked ? .chunked : .unknown(coding)
        } else if head.headers.contains(name: "content-length") {
            self = .length
        } else {
            self = head.version.major >= 2 && !hasEnded ? .chunked : .none
        }
    }
}

/// How an answer is put to a client: its head, and how its body ends.
package struct AnswerFraming: Equatable {
    /// The head for the client.
    package var head: HTTPResponseHead
    /// How much of a body follows.
    package var length: Length
    /// Whether the connection is closed after the answer.
    package var closes: Bool

    /// How much of a body there is.
    package enum Length: Equatable {
        /// This many bytes.
        case exact(Int)
        /// Until its end is told.
        case open
    }

    /// - Parameters:
    ///   - answer: as the server sent it.
    ///   - request: what it answers, as the client sent it.
    ///   - mustClose: whether the connection cannot be used for another request in any case.
    package init(_ answer: HTTPResponseHead, to request: HTTPRequestHead, mustClose: Bool) {
        let isHTTP1 = request.version.major == 1
        let isHTTP10 = isHTTP1 && request.version.minor == 0
        var headers = ForwardedHeaders.answer(answer)
        let status = answer.status.code
        let hasNoBody = request.method == .HEAD || (100..<200).contains(status) || status == 204 || status == 304
        closes = isHTTP1 && (mustClose || !request.isKeepAlive)
        if hasNoBody {
            length = .exact(0)
        } else if let bytes = Self.contentLength(answer.headers) {
            length = .exact(bytes)
        } else {
            length = .open
            headers.removeAll { HeaderRole($0.0) == .contentLength }
            if isHTTP10 {
                closes = true
            } else if isHTTP1 {
                headers.append(("Transfer-Encoding", "chunked"))
            }
        }
        switch (closes, status) {
        case (_, 101): headers.append(("Connection", "Upgrade"))
        case (true, 426): headers.append(("Connection", "Upgrade, close"))
        case (false, 426) where isHTTP1: headers.append(("Connection", "Upgrade"))
        case (true, _): headers.append(("Connection", "close"))
        case (false, _): if isHTTP10 { headers.append(("Connection", "keep-alive")) }
        }
        head = HTTPResponseHead(version: request.version, status: answer.status, headers: HTTPHeaders(headers))
    }

    /// The length a server states; nil if it states none, or two.
    private static func contentLength(_ headers: HTTPHeaders) -> Int? {
        guard let value = headers.first(name: "content-length"), let bytes = Int(value), bytes >= 0 else { return nil }
        return headers["content-length"].allSatisfy { $0.utf8.elementsEqual(value.utf8) } ? bytes : nil
    }
}
