import NIOCore

/// Cuts a stream of bytes into frames of HTTP/2, in whatever pieces it comes.
struct FrameReader {
    /// Bytes of the client's preface, which is no frame (RFC 9113 §3.4).
    static let prefaceBytes = 24

    private var state: State

    private enum State {
        /// So many bytes of the preface are still to come.
        case preface(Int)
        /// A head is to come; what has come of it in earlier pieces.
        case head(ByteBuffer)
        /// So many bytes of the frame are still to come.
        case payload(FrameHead, remaining: Int)
    }

    /// The kinds of things that follow in the bytes.
    enum Token: Equatable {
        /// The preface, or a part of it.
        case preface
        /// A head; if it began in an earlier piece, it is not to be found in this one.
        case head(FrameHead, isWhole: Bool)
        /// A part of the payload of the frame, or all of it, and how many bytes of it follow.
        case payload(FrameHead, ByteBuffer, remaining: Int)
    }

    /// A reader of a direction that begins with the client's preface, or of one that begins with a frame.
    init(expectsPreface: Bool) {
        state = expectsPreface ? .preface(Self.prefaceBytes) : .head(ByteBuffer())
    }

    /// The next token; nil when nothing is left but a part of a head, which is kept.
    mutating func next(in bytes: inout ByteBuffer) -> Token? {
        guard bytes.readableBytes > 0 else { return nil }
        switch state {
        case .preface(let remaining):
            let count = min(remaining, bytes.readableBytes)
            bytes.moveReaderIndex(forwardBy: count)
            state = count == remaining ? .head(ByteBuffer()) : .preface(remaining - count)
            return .preface
        case .head(var partial):
            state = .head(ByteBuffer())
            let isWhole = partial.readableBytes == 0
            if isWhole {
                guard let head = FrameHead(reading: &bytes) else {
                    // Copied: a few bytes may hold on to a whole read.
                    partial.writeImmutableBuffer(bytes)
                    bytes.moveReaderIndex(to: bytes.writerIndex)
                    state = .head(partial)
                    return nil
                }
                return begin(head, isWhole: true)
            }
            if var more = bytes.readSlice(
                length: min(FrameHead.bytes - partial.readableBytes, bytes.readableBytes)
            ) {
                partial.writeBuffer(&more)
            }
            guard let head = FrameHead(reading: &partial) else {
                state = .head(partial)
                return nil
            }
            return begin(head, isWhole: false)
        case .payload(let head, let remaining):
            let count = min(remaining, bytes.readableBytes)
            let part = bytes.readSlice(length: count) ?? ByteBuffer()
            state = count == remaining ? .head(ByteBuffer()) : .payload(head, remaining: remaining - count)
            return .payload(head, part, remaining: remaining - count)
        }
    }

    private mutating func begin(_ head: FrameHead, isWhole: Bool) -> Token {
        if head.length > 0 { state = .payload(head, remaining: head.length) }
        return .head(head, isWhole: isWhole)
    }
}
