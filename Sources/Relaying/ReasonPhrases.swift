package import NIOCore

/// Reads the reason phrases of the responses of HTTP/1.1, which NIO's decoder drops (RFC 9112 §4).
///
/// It is shown the bytes before the decoder is, and tells the phrase of each head in turn: of those before the response
/// (100, 103), too.
package struct ReasonPhrases {
    /// Bytes of a line whose phrase is kept; a longer one has none.
    package static let lineBytes = 8_192

    private var state = State.line([])
    private var phrases: [String?] = []

    private enum State {
        /// The status line, as far as it has come.
        case line([UInt8])
        /// The fields behind the status line of an informational response; whether the line that is read is empty so far.
        case fields(isEmpty: Bool)
        /// The body, or what follows it: nothing here is a status line.
        case rest
    }

    /// A reader of a connection on which nothing has come.
    package init() {}

    /// A request is sent: what comes now begins with a status line.
    package mutating func expectResponse() {
        state = .line([])
        phrases = []
    }

    /// The phrase of the next head; nil if it has none that can be kept.
    package mutating func next() -> String? { phrases.isEmpty ? nil : phrases.removeFirst() }

    /// Bytes have come.
    package mutating func receive(_ bytes: ByteBuffer) {
        if case .rest = state { return }
        for byte in bytes.readableBytesView {
            switch state {
            case .line(var line):
                state = .rest
                if byte == UInt8(ascii: "\n"), !line.isEmpty {
                    end(line)
                } else {
                    // An empty line before a message is no part of it (§2.2).
                    let isPart = byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "\n") && line.count < Self.lineBytes
                    if isPart { line.append(byte) }
                    state = .line(line)
                }
            case .fields(let isEmpty):
                switch byte {
                case UInt8(ascii: "\n"): state = isEmpty ? .line([]) : .fields(isEmpty: true)
                case UInt8(ascii: "\r"): break
                default: state = .fields(isEmpty: false)
                }
            case .rest: return
            }
        }
    }

    /// A status line is whole: version, code and phrase with a space between each.
    private mutating func end(_ line: [UInt8]) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        let code = parts.count > 1 ? Array(parts[1]) : []
        phrases.append(line.count < Self.lineBytes && parts.count == 3 ? Self.text(parts[2]) : nil)
        // 101 is the last that is HTTP.
        let isInformational = code.count == 3 && code[0] == UInt8(ascii: "1") && code != Array("101".utf8)
        state = isInformational ? .fields(isEmpty: true) : .rest
    }

    /// What can be written into a line again.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, as: UTF8.self)
    }
}
