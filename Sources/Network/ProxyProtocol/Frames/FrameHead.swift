package import NIOCore

/// The nine bytes before each frame of HTTP/2 (RFC 9113 §4.1).
package struct FrameHead: Hashable, Sendable {
    /// The number of bytes of a frame's head.
    package static let bytes = 9
    /// The largest payload that an endpoint takes which says nothing else (§6.5.2).
    static let usualLimit = 16_384
    /// The largest payload that there can be.
    package static let greatestLimit = 16_777_215

    /// Bytes of the payload.
    package var length: Int
    package var kind: Kind
    package var flags: Flags
    /// The stream, 0 for the connection.
    package var stream: UInt32

    /// The types of frames that are treated here; the others pass as they are.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let data = Kind(rawValue: 0)
        package static let headers = Kind(rawValue: 1)
        package static let settings = Kind(rawValue: 4)
        static let pushPromise = Kind(rawValue: 5)
        package static let goAway = Kind(rawValue: 7)
        package static let continuation = Kind(rawValue: 9)

        /// True if it begins a block of header fields, which CONTINUATION frames continue.
        var beginsBlock: Bool { self == .headers || self == .pushPromise }
        /// True if it is a part of such a block.
        var isOfBlock: Bool { beginsBlock || self == .continuation }
    }

    /// The flags of a frame; a flag means what it does for the frame's type.
    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let ack = Flags(rawValue: 0x1)
        static let endStream = Flags(rawValue: 0x1)
        static let endHeaders = Flags(rawValue: 0x4)
        package static let padded = Flags(rawValue: 0x8)
        package static let priority = Flags(rawValue: 0x20)
    }

    /// A head of these parts.
    package init(_ kind: Kind, length: Int, flags: Flags = [], stream: UInt32 = 0) {
        self.length = length
        self.kind = kind
        self.flags = flags
        self.stream = stream
    }

    /// Takes a head off the bytes; nil, and nothing taken, if there are too few.
    package init?(reading bytes: inout ByteBuffer) {
        guard
            let (first, flags, stream) = bytes.readMultipleIntegers(as: (UInt32, UInt8, UInt32).self)
        else { return nil }
        length = Int(first >> 8)
        kind = Kind(rawValue: UInt8(truncatingIfNeeded: first))
        self.flags = Flags(rawValue: flags)
        // The bit before it is reserved, and says nothing.
        self.stream = stream & 0x7FFF_FFFF
    }

    /// The head and `payload`, whose length it states whatever it stated before.
    package func frame(_ payload: ByteBuffer = ByteBuffer()) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(Self.bytes + payload.readableBytes)
        var head = self
        head.length = payload.readableBytes
        head.write(to: &bytes)
        bytes.writeImmutableBuffer(payload)
        return bytes
    }

    /// The head alone, for a payload that follows.
    package var encoded: ByteBuffer {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(Self.bytes)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout ByteBuffer) {
        bytes.writeInteger(UInt32(truncatingIfNeeded: length) << 8 | UInt32(kind.rawValue))
        bytes.writeInteger(flags.rawValue)
        bytes.writeInteger(stream)
    }
}
