package import NIOCore

/// The reason that an HTTP/2 connection cannot continue: its peer is told with GOAWAY (RFC 9113 §6.8), and a person in
/// a notice.
package struct FrameFault: Error, Hashable, Sendable {
    package var code: Code
    /// A sentence's worth: what the peer did.
    package var reason: String

    /// A fault of this code, for this reason.
    package init(code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The codes of §7 that are used here.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        static let noError = Code(rawValue: 0x0)
        package static let protocolError = Code(rawValue: 0x1)
        static let frameSizeError = Code(rawValue: 0x6)
        package static let enhanceYourCalm = Code(rawValue: 0xB)

        /// As the RFC writes it.
        package var name: String {
            let names = [
                "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
                "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR",
                "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
            ]
            let index = Int(rawValue)
            return names.indices.contains(index) ? names[index] : "error \(rawValue)"
        }
    }

    /// A block of fields is larger than anything that would be answered.
    package static func tooLargeBlock(_ limit: Int) -> FrameFault {
        FrameFault(code: .enhanceYourCalm, reason: "a block of header fields of HTTP/2 is larger than \(limit) bytes")
    }

    /// The frame that says so.
    ///
    /// - Parameter last: the last stream that was read, which is still answered.
    /// - Returns: GOAWAY, with the reason for whoever looks at the connection.
    package func goAway(last: UInt32) -> ByteBuffer {
        var payload = ByteBuffer()
        payload.writeMultipleIntegers(last, code.rawValue)
        payload.writeString(reason)
        return FrameHead(.goAway, length: 0).frame(payload)
    }
}
