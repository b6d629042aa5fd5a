package import NIOHTTP1

/// The decoder that the recorder reads requests with, and the encoder that it writes them with.
package enum RequestCoding {
    /// Bytes in the head of a request, if nobody says otherwise: 256 KiB.
    package static let headBytes = 256 * 1024
    /// Fields of one head at most; the decoder's own limit would be lower than some servers'.
    package static let fields = 1_000

    /// Returns a decoder that reads requests; each field may be as large as the whole head.
    package static func decoder(headBytes: Int = headBytes) -> HTTPRequestDecoder {
        var configuration = NIOHTTPDecoderLimitConfiguration()
        configuration.maxHeaderFieldSize = headBytes
        configuration.maxHeaderListSize = headBytes
        configuration.maxHeaderFieldCount = fields
        return HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: configuration)
    }

    /// Returns an encoder that writes requests.
    package static func encoder() -> HTTPRequestEncoder {
        // A request's framing is the relay's to say: NIO's own would make chunks of a POST without a body.
        var encoding = HTTPRequestEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        return HTTPRequestEncoder(configuration: encoding)
    }
}
