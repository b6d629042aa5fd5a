package import NIOCore

/// The bytes from a peer of HTTP/2, as a library takes them that is to know of no limit of its own.
///
/// - A block of header fields in HEADERS and CONTINUATION frames becomes one HEADERS frame: the library copies what it has
///   with each frame, and takes few.
/// - Behind the peer's SETTINGS is an acknowledgment of ours, in place of the peer's own: until then the library takes
///   heads of 16 KiB at most, and clients send their first head before they acknowledge anything.
/// - The peer's SETTINGS are shown with the greatest size of a frame; what is sent is split by ``FrameSplitter``.
package struct FrameJoiner {
    /// The largest payload the peer takes, if its SETTINGS have said so since this was last asked.
    package private(set) var frameLimit: Int?
    /// The peer's fault: no head that comes after it is handed on, what belongs to streams that are there is.
    package private(set) var fault: FrameFault?
    /// The last stream whose head was handed on.
    package private(set) var lastStream: UInt32 = 0

    private let blockLimit: Int
    private var reader: FrameReader
    private var waiting = ByteBuffer()
    private var part = Part.passing
    private var block: Block?
    private var acknowledgement = Acknowledgement.missing

    /// The handling of the payload that is being read.
    private enum Part {
        case passing
        case skipping
        case collecting(ByteBuffer)
    }

    /// A block of fields that is not whole.
    private struct Block {
        var head: FrameHead
        var fields = ByteBuffer()
        /// Bytes of its frames with their heads, so that a thousand empty ones count, too.
        var cost: Int
    }

    /// The first acknowledgement of our SETTINGS.
    private enum Acknowledgement {
        case missing
        /// It was given for the peer; the peer's own is thrown away.
        case given
        case done
    }

    /// A joiner.
    ///
    /// - Parameters:
    ///   - expectsPreface: whether the peer is the client.
    ///   - blockLimit: bytes that a block of fields may have as it is coded.
    package init(expectsPreface: Bool, blockLimit: Int) {
        reader = FrameReader(expectsPreface: expectsPreface)
        self.blockLimit = blockLimit
    }

    /// Hands on no head any more: the library has given the connection up, and reads no more of them right.
    package mutating func stop(_ fault: FrameFault) { self.fault = self.fault ?? fault }

    /// Bytes have come; ``next()`` hands them on.
    package mutating func receive(_ bytes: ByteBuffer) {
        // Usually nothing waits, and nothing is copied.
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeImmutableBuffer(bytes) }
    }

    /// Returns the bytes that the library is handed next, up to the end of a block of fields; nothing if nothing is
    /// left.
    ///
    /// The library's reaction to a block decides what becomes of the next: see ``stop(_:)``.
    package mutating func next() -> [ByteBuffer] {
        var bytes = waiting
        waiting = ByteBuffer()
        var output = FrameOutput(bytes)
        var start = bytes.readerIndex
        while let token = reader.next(in: &bytes) {
            let range = start..<bytes.readerIndex
            start = bytes.readerIndex
            let ended: FrameHead?
            switch token {
            case .preface:
                output.pass(range)
                ended = nil
            case .head(let head, let isWhole):
                begin(head)
                if case .passing = part {
                    if isWhole { output.pass(range) } else { output.append(head.encoded) }
                }
                ended = head.length == 0 ? head : nil
            case .payload(let head, var more, let remaining):
                switch part {
                case .passing: output.pass(range)
                case .skipping: break
                case .collecting(var collected):
                    part = .skipping
                    collected.writeBuffer(&more)
                    part = .collecting(collected)
                }
                ended = remaining == 0 ? head : nil
            }
            guard let ended else { continue }
            end(ended, &output)
            if ended.kind.isOfBlock, !output.isEmpty {
                waiting = bytes
                break
            }
        }
        return output.finished()
    }

    /// Decides what becomes of a frame.
    private mutating func begin(_ head: FrameHead) {
        part = .skipping
        guard head.length <= FrameHead.usualLimit else {
            return fail(.frameSizeError, "a frame of HTTP/2 is larger than \(FrameHead.usualLimit) bytes")
        }
        let goesOn = head.kind == .continuation
        if let block, !goesOn || head.stream != block.head.stream {
            self.block = nil
            return fail(.protocolError, "a block of header fields of HTTP/2 is interrupted by another frame")
        }
        if goesOn || head.kind.beginsBlock {
            guard fault == nil else { return }
            guard !goesOn || block != nil else {
                return fail(.protocolError, "a CONTINUATION frame of HTTP/2 continues nothing")
            }
            if !goesOn, head.flags.contains(.endHeaders) {
                lastStream = max(lastStream, head.stream)
                part = .passing
                return
            }
            let cost = (block?.cost ?? 0) + FrameHead.bytes + head.length
            guard cost <= blockLimit else {
                block = nil
                fault = .tooLargeBlock(blockLimit)
                return
            }
            if goesOn { block?.cost = cost } else { block = Block(head: head, cost: cost) }
            part = .collecting(ByteBuffer())
        } else if head.kind == .settings {
            part = .collecting(ByteBuffer())
        } else {
            part = .passing
        }
    }

    /// A frame is whole.
    private mutating func end(_ head: FrameHead, _ output: inout FrameOutput) {
        guard case .collecting(let payload) = part else { return }
        part = .skipping
        if head.kind == .settings { return settings(head, payload, &output) }
        guard var block else { return }
        self.block = nil
        if head.kind == .continuation {
            block.fields.writeImmutableBuffer(payload)
        } else {
            guard let fields = Self.withoutPadding(head, payload) else {
                return fail(.protocolError, "the padding of a frame of HTTP/2 is longer than the frame")
            }
            block.fields = fields
            block.head.flags.remove(.padded)
        }
        guard head.flags.contains(.endHeaders) else { return self.block = block }
        block.head.flags.insert(.endHeaders)
        lastStream = max(lastStream, head.stream)
        output.append(block.head.frame(block.fields))
    }

    private mutating func settings(_ head: FrameHead, _ payload: ByteBuffer, _ output: inout FrameOutput) {
        if head.flags.contains(.ack) {
            if acknowledgement == .given {
                acknowledgement = .done
            } else {
                output.append(head.frame(payload))
            }
            return
        }
        guard head.stream == 0, let settings = FrameSettings(payload) else { return output.append(head.frame(payload)) }
        frameLimit = settings.frameLimit ?? frameLimit
        output.append(head.frame(settings.shown.payload))
        if acknowledgement == .missing {
            acknowledgement = .given
            output.append(FrameHead(.settings, length: 0, flags: .ack).frame())
        }
    }

    /// The payload of a HEADERS frame without the padding around it (RFC 9113 §6.2); nil if there is more of that than of it.
    private static func withoutPadding(_ head: FrameHead, _ payload: ByteBuffer) -> ByteBuffer? {
        guard head.flags.contains(.padded) else { return payload }
        var payload = payload
        guard let padding = payload.readInteger(as: UInt8.self), Int(padding) <= payload.readableBytes else {
            return nil
        }
        return payload.readSlice(length: payload.readableBytes - Int(padding))
    }

    private mutating func fail(_ code: FrameFault.Code, _ reason: String) {
        fault = fault ?? FrameFault(code: code, reason: reason)
    }
}
