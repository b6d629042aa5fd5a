import NIOCore

/// The payload of a SETTINGS frame (RFC 9113 §6.5.1): what each side says of itself, and what is made of it between them.
struct FrameSettings: Hashable, Sendable {
    /// Identifiers and their values, in their order.
    private(set) var entries: [Entry]

    /// One setting.
    struct Entry: Hashable, Sendable {
        var identifier: UInt16
        var value: UInt32
    }

    private static let maxFrameSize: UInt16 = 5
    private static let maxHeaderListSize: UInt16 = 6

    /// Nil if it is none: then it is left as it is to whoever reads it.
    init?(_ payload: ByteBuffer) {
        guard payload.readableBytes.isMultiple(of: 6) else { return nil }
        var payload = payload
        entries = []
        while let (identifier, value) = payload.readMultipleIntegers(as: (UInt16, UInt32).self) {
            entries.append(Entry(identifier: identifier, value: value))
        }
    }

    /// The largest payload of a frame that whoever sent them takes; nil if they do not say, or nonsense.
    var frameLimit: Int? {
        let values = entries.filter { $0.identifier == Self.maxFrameSize }.map { Int($0.value) }
        guard values.allSatisfy({ (FrameHead.usualLimit...FrameHead.greatestLimit).contains($0) }) else { return nil }
        return values.last
    }

    /// The peer's, as they are shown: with the greatest size of a frame, since frames are split below.
    ///
    /// A size that is not allowed stays, so that it is refused.
    var shown: FrameSettings {
        guard frameLimit != nil || !entries.contains(where: { $0.identifier == Self.maxFrameSize }) else { return self }
        var shown = self
        shown.entries.removeAll { $0.identifier == Self.maxFrameSize }
        shown.entries.append(Entry(identifier: Self.maxFrameSize, value: UInt32(FrameHead.greatestLimit)))
        return shown
    }

    /// Our own, as the peer is sent them: with the usual size of a frame, and the size of a list of fields that is promised.
    func promised(listBytes: Int) -> FrameSettings {
        var promised = self
        promised.entries.removeAll { $0.identifier == Self.maxFrameSize || $0.identifier == Self.maxHeaderListSize }
        promised.entries.append(
            Entry(identifier: Self.maxHeaderListSize, value: UInt32(clamping: listBytes))
        )
        return promised
    }

    var payload: ByteBuffer {
        var bytes = ByteBuffer()
        for entry in entries { bytes.writeMultipleIntegers(entry.identifier, entry.value) }
        return bytes
    }
}
