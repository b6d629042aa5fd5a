package import NIOHTTP1

/// The decoder that the recorder reads a server's responses of HTTP/1.1 with, and the encoder that it writes those for
/// a client with.
package enum ResponseCoding {
    /// Fields of one head at most.
    package static let fields = 4_096

    /// Returns a decoder that reads responses, informational ones (100, 103), too; each field may be as large as the
    /// whole head.
    package static func decoder(headBytes: Int = RequestCoding.headBytes) -> HTTPResponseDecoder {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = headBytes
        limits.maxHeaderListSize = headBytes
        limits.maxHeaderFieldCount = fields
        return HTTPResponseDecoder(
            leftOverBytesStrategy: .forwardBytes,
            informationalResponseStrategy: .forward,
            limitConfiguration: limits
        )
    }

    /// Returns an encoder that writes responses.
    package static func encoder() -> HTTPResponseEncoder {
        // An answer's framing is the relay's to say: NIO's own would take the length off a 304, and put an empty chunk
        // behind the answer to HEAD.
        var encoding = HTTPResponseEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        return HTTPResponseEncoder(configuration: encoding)
    }
}
