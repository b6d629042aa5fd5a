import NIOCore

/// The output for bytes of which most pass as they are: those are handed on in runs, not frame by frame.
struct FrameOutput {
    private let source: ByteBuffer
    private var run: Range<Int>
    private var pieces: [ByteBuffer] = []

    /// An output of `source`, of which nothing has passed yet.
    init(_ source: ByteBuffer) {
        self.source = source
        run = source.readerIndex..<source.readerIndex
    }

    /// True if nothing is to be handed on.
    var isEmpty: Bool { pieces.isEmpty && run.isEmpty }

    /// The bytes from one index of the source to another pass.
    mutating func pass(_ range: Range<Int>) {
        if range.lowerBound == run.upperBound {
            run = run.lowerBound..<range.upperBound
        } else {
            endRun()
            run = range
        }
    }

    /// Bytes that are not the source's follow.
    mutating func append(_ bytes: ByteBuffer) {
        endRun()
        run = run.upperBound..<run.upperBound
        if bytes.readableBytes > 0 { pieces.append(bytes) }
    }

    /// All of it, in its order.
    mutating func finished() -> [ByteBuffer] {
        endRun()
        return pieces
    }

    private mutating func endRun() {
        guard !run.isEmpty, let bytes = source.getSlice(at: run.lowerBound, length: run.count) else { return }
        pieces.append(bytes)
        run = run.upperBound..<run.upperBound
    }
}
