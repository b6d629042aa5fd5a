import Documents
package import NIOHTTP1

/// The ways in which the body of a request ends.
package enum RequestFraming: Equatable {
    /// There is none.
    case none
    /// After `Content-Length` bytes.
    case length
    /// With the last chunk, or the end of the stream.
    case chunked
    /// In a way that is not known here: the value of `Transfer-Encoding`.
    case unknown(String)
    /// After a length that is not a number: the value of `Content-Length`.
    case unusableLength(String)

    /// - Parameters:
    ///   - head: as the client sent it.
    ///   - hasEnded: whether the request was over before there was a body.
    package init(_ head: HTTPRequestHead, hasEnded: Bool) {
        if let coding = head.headers.first(name: "transfer-encoding") {
            // The codec of HTTP/2 writes the header itself, where a request has a body of unknown length.
            let isChunked =
                head.headers["transfer-encoding"].count == 1
                && Substring(coding).trimmedSpaces.isASCII(like: "chunked")
            self = isChunked ? .chunked : .unknown(coding)
            return
        }
        switch ContentLength(of: head.headers) {
        case .bytes: self = .length
        case .unusable(let value): self = .unusableLength(value)
        case .absent: self = head.version.major >= 2 && !hasEnded ? .chunked : .none
        }
    }
}

/// The framing of a response for a client: its head, and how its body ends.
package struct AnswerFraming: Equatable {
    /// The head for the client.
    package var head: HTTPResponseHead
    /// The length of the body that follows.
    package var length: Length
    /// True if the connection is closed after the response.
    package var closes: Bool

    /// The lengths that a body can have.
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
        let stated = ContentLength(of: answer.headers)
        if case .bytes(let bytes) = stated {
            // `010` is read as a number by some, and as another by others.
            for index in headers.indices where HeaderRole(headers[index].0) == .contentLength {
                headers[index].1 = String(bytes)
            }
            length = .exact(hasNoBody ? 0 : bytes)
        } else if hasNoBody {
            headers.removeAll { HeaderRole($0.0) == .contentLength }
            length = .exact(0)
        } else {
            length = .open
            headers.removeAll { HeaderRole($0.0) == .contentLength }
            if isHTTP10 {
                closes = true
            } else if isHTTP1 {
                headers.append(("Transfer-Encoding", "chunked"))
            }
        }
        // RFC 9113 §8.2.2: HTTP/2 has no such field, and a client takes an answer with one for malformed.
        if !isHTTP1 { headers.removeAll { HeaderRole($0.0) == .upgrade } }
        switch (closes, status) {
        case (_, 101): headers.append(("Connection", "Upgrade"))
        case (true, 426): headers.append(("Connection", "Upgrade, close"))
        case (false, 426) where isHTTP1: headers.append(("Connection", "Upgrade"))
        case (true, _): headers.append(("Connection", "close"))
        case (false, _): if isHTTP10 { headers.append(("Connection", "keep-alive")) }
        }
        head = HTTPResponseHead(version: request.version, status: answer.status, headers: HTTPHeaders(headers))
    }
}
