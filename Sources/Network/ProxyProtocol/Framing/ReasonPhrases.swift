package import NIOCore
package import NIOHTTP1

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
        /// The fields behind the status line of an informational response: whether the line that is read is empty so far, and
        /// whether its last byte was a carriage return.
        case fields(isEmpty: Bool, isReturn: Bool = false)
        /// The body, or what follows it: nothing here is a status line. Nor is anything told behind a carriage return within a
        /// line, which NIO's decoder may take for the line's end.
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

    /// The head that the decoder has read, with its phrase.
    package mutating func restored(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head
        guard let phrase = next(), !phrase.utf8.elementsEqual(head.status.reasonPhrase.utf8) else { return head }
        head.status = .custom(code: head.status.code, reasonPhrase: phrase)
        return head
    }

    /// Bytes have come.
    package mutating func receive(_ bytes: ByteBuffer) {
        if case .rest = state { return }
        var rest = bytes.readableBytesView[...]
        while !rest.isEmpty {
            switch state {
            case .line(let begun):
                let end = rest.firstIndex(of: UInt8(ascii: "\n"))
                let line = Self.line(begun, rest[..<(end ?? rest.endIndex)])
                rest = end.map { rest[($0 + 1)...] } ?? []
                if end == nil { state = .line(line) } else { self.end(line) }
            case .fields(let isEmpty, let isReturn):
                switch rest.removeFirst() {
                case UInt8(ascii: "\n"): state = isEmpty ? .line([]) : .fields(isEmpty: true)
                case _ where isReturn: state = .rest
                case UInt8(ascii: "\r"): state = .fields(isEmpty: isEmpty, isReturn: true)
                default: state = .fields(isEmpty: false)
                }
            case .rest: return
            }
        }
    }

    /// Returns the part of a line that had come, with what comes now of it.
    private static func line(_ begun: [UInt8], _ bytes: ByteBufferView) -> [UInt8] {
        var line = begun
        line.reserveCapacity(min(line.count + bytes.count, lineBytes))
        for byte in bytes where line.count <= lineBytes { line.append(byte) }
        return line
    }

    /// A status line is whole: version, code and phrase with a space between each.
    private mutating func end(_ bytes: [UInt8]) {
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
        // An empty line before a message is no part of it (§2.2).
        guard !line.isEmpty else {
            state = .line([])
            return
        }
        guard !line.contains(UInt8(ascii: "\r")) else {
            state = .rest
            return
        }
        let space = UInt8(ascii: " ")
        let codeStart = line.firstIndex(of: space).map { $0 + 1 } ?? line.endIndex
        let codeEnd = line[codeStart...].firstIndex(of: space)
        let code = line[codeStart..<(codeEnd ?? line.endIndex)]
        let phrase = codeEnd.map { line[($0 + 1)...] }
        phrases.append(line.count < Self.lineBytes ? phrase.map(Self.text) : nil)
        // 101 is the last that is HTTP.
        let isInformational = code.count == 3 && code.first == UInt8(ascii: "1") && !code.elementsEqual("101".utf8)
        state = isInformational ? .fields(isEmpty: true) : .rest
    }

    /// Returns the text that can be written into a line again.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let isWritable = { (byte: UInt8) in byte >= 0x20 && byte != 0x7F || byte == 0x09 }
        return bytes.allSatisfy(isWritable)
            ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes.filter(isWritable), as: UTF8.self)
    }
}
