package import NIOCore

/// The bytes that a library sends to a peer of HTTP/2, in frames of the size that the peer takes.
///
/// The library codes a head before it knows how large it is, and throws away what is larger than a frame: then the
/// peer's table of fields and its own differ, and every head that follows is read as another. So it is shown the
/// greatest size there is, and what is larger continues in CONTINUATION frames (RFC 9113 §6.10); DATA is split as well.
package struct FrameSplitter {
    /// The largest payload that the peer takes.
    package var limit = FrameHead.usualLimit
    /// The code with which the library closed the connection, unless it was without an error.
    package private(set) var goodbye: FrameFault.Code?

    private let listBytes: Int
    private var reader: FrameReader
    private var part = Part.passing

    /// The handling of the payload that is being read.
    private enum Part {
        case passing
        case collecting(ByteBuffer)
        /// DATA in several frames: bytes to come of the one that was begun, and of all.
        case cutting(open: Int, left: Int)
    }

    /// A splitter.
    ///
    /// - Parameters:
    ///   - sendsPreface: whether the peer is the server.
    ///   - listBytes: the size of a list of fields that the peer is told it may send.
    package init(sendsPreface: Bool, listBytes: Int) {
        reader = FrameReader(expectsPreface: sendsPreface)
        self.listBytes = listBytes
    }

    /// The library sends bytes.
    ///
    /// - Returns: what the peer is sent; nothing as long as a frame is not whole that is to be changed.
    package mutating func send(_ bytes: ByteBuffer) -> [ByteBuffer] {
        var bytes = bytes
        var output = FrameOutput(bytes)
        var start = bytes.readerIndex
        while let token = reader.next(in: &bytes) {
            let range = start..<bytes.readerIndex
            start = bytes.readerIndex
            switch token {
            case .preface:
                output.pass(range)
            case .head(let head, let isWhole):
                begin(head)
                if case .passing = part {
                    if isWhole { output.pass(range) } else { output.append(head.encoded) }
                }
                if head.length == 0 { end(head, &output) }
            case .payload(let head, let more, let remaining):
                switch part {
                case .passing: output.pass(range)
                case .collecting(var collected):
                    part = .passing
                    collected.writeImmutableBuffer(more)
                    part = .collecting(collected)
                case .cutting(let open, let left):
                    cut(head, more, open: open, left: left, &output)
                }
                if remaining == 0 { end(head, &output) }
            }
        }
        return output.finished()
    }

    private mutating func begin(_ head: FrameHead) {
        part = .passing
        if head.kind == .settings && !head.flags.contains(.ack) || head.kind == .goAway {
            part = .collecting(ByteBuffer())
        } else if head.length > limit, !head.flags.contains(.padded) {
            if head.kind == .data { part = .cutting(open: 0, left: head.length) }
            if head.kind.beginsBlock { part = .collecting(ByteBuffer()) }
        }
    }

    private mutating func end(_ head: FrameHead, _ output: inout FrameOutput) {
        guard case .collecting(let payload) = part else { return }
        part = .passing
        switch head.kind {
        case .settings:
            let settings = FrameSettings(payload)?.promised(listBytes: listBytes)
            output.append(head.frame(settings?.payload ?? payload))
        case .goAway:
            let code = payload.getInteger(at: payload.readerIndex + 4, as: UInt32.self) ?? 0
            if code != 0 { goodbye = FrameFault.Code(rawValue: code) }
            output.append(head.frame(payload))
        default:
            split(head, payload, &output)
        }
    }

    /// A block of fields as HEADERS, or PUSH_PROMISE, and CONTINUATION frames.
    private func split(_ head: FrameHead, _ payload: ByteBuffer, _ output: inout FrameOutput) {
        var payload = payload
        var first = head
        first.flags.remove(.endHeaders)
        if let part = payload.readSlice(length: min(limit, payload.readableBytes)) { output.append(first.frame(part)) }
        while payload.readableBytes > 0, let part = payload.readSlice(length: min(limit, payload.readableBytes)) {
            let flags: FrameHead.Flags = payload.readableBytes == 0 ? .endHeaders : []
            output.append(FrameHead(.continuation, length: 0, flags: flags, stream: head.stream).frame(part))
        }
    }

    /// A part of DATA in frames that are small enough; only the last one ends the stream.
    private mutating func cut(
        _ head: FrameHead,
        _ bytes: ByteBuffer,
        open: Int,
        left: Int,
        _ output: inout FrameOutput
    ) {
        var (bytes, open, left) = (bytes, open, left)
        while bytes.readableBytes > 0 {
            if open == 0 {
                open = min(limit, left)
                var flags = head.flags
                if open < left { flags.remove(.endStream) }
                output.append(FrameHead(.data, length: open, flags: flags, stream: head.stream).encoded)
            }
            guard let part = bytes.readSlice(length: min(open, bytes.readableBytes)) else { break }
            open -= part.readableBytes
            left -= part.readableBytes
            output.append(part)
        }
        part = .cutting(open: open, left: left)
    }
}
