/// A document's bytes in memory that ends in NULs, so that nobody who reads on until something stops him needs to ask
/// for the end.
///
/// No document that is read has a NUL in it. Whoever passes over a byte has seen that it is none, and so never gets past
/// ``count``. The bytes are owned and freed here.
@safe struct MarkupBytes: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    /// The number of bytes before the NULs.
    let count: Int

    /// At the last byte a word is loaded, and after the second of a pair of bytes another is looked at.
    private static let padding = 16

    /// A copy of `original` without its byte order mark.
    init(_ original: [UInt8]) {
        unsafe self.init(capacity: original.count) { target in
            let mark = Self.markLength(original)
            let count = original.count &- mark
            unsafe original.withUnsafeBufferPointer { source in
                guard count > 0, let base = source.baseAddress else { return }
                unsafe target.update(from: base + mark, count: count)
            }
            return count
        }
    }

    /// A copy of `original` without its byte order mark, in which every line end is a line feed (XML 1.0 §2.11).
    init(joiningLineEndsOf original: [UInt8]) {
        unsafe self.init(capacity: original.count) { target in
            var count = 0
            var wasReturn = false
            for byte in original[Self.markLength(original)...] {
                if byte != 0x0A || !wasReturn {
                    unsafe target[count] = byte == 0x0D ? 0x0A : byte
                    count &+= 1
                }
                wasReturn = byte == 0x0D
            }
            return count
        }
    }

    private init(capacity: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity &+ Self.padding)
        let count = unsafe fill(start)
        unsafe (start + count).update(repeating: 0, count: Self.padding)
        unsafe self.start = start
        self.count = count
    }

    deinit { unsafe start.deallocate() }

    private static func markLength(_ bytes: [UInt8]) -> Int {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// The byte at `index`, which is a NUL at the end.
    subscript(index: Int) -> UInt8 {
        assert(index >= 0 && index < count &+ Self.padding)
        return unsafe start[index]
    }

    /// Eight bytes from `index` on, the first of them the lowest.
    func word(at index: Int) -> UInt64 {
        assert(index >= 0 && index &+ 8 <= count &+ Self.padding)
        return unsafe UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
    }

    /// The text in `range`; what is no UTF-8 in it must have been refused before.
    func string(_ range: ByteRange) -> String {
        assert(range.start >= 0 && range.end <= count)
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start + range.start, count: range.count),
            as: UTF8.self
        )
    }

    /// Checks whether the same `length` bytes are at both places.
    func areSame(_ length: Int, at one: Int, and other: Int) -> Bool {
        var offset = 0
        while length &- offset >= 8 {
            guard word(at: one &+ offset) == word(at: other &+ offset) else { return false }
            offset &+= 8
        }
        let difference = word(at: one &+ offset) ^ word(at: other &+ offset)
        return difference & Self.lowBytes(length &- offset) == 0
    }

    /// Checks whether the bytes of `text`, eight at most and the first of them the lowest, are at `index`.
    func has(_ text: UInt64, _ length: Int, at index: Int) -> Bool {
        word(at: index) & Self.lowBytes(length) == text
    }

    /// A mask of the lowest `count` bytes of a word, fewer than eight or all of them.
    private static func lowBytes(_ count: Int) -> UInt64 { count >= 8 ? ~0 : (1 &<< UInt64(count &* 8)) &- 1 }
}

// Eight bytes at a time: in each byte of a word the high bit is set where the byte is sought.
extension MarkupBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Returns the index of the first byte from `index` on that is `one`, `two` or `three`, below a space or above
    /// 0x7F.
    @inline(__always)
    func next(_ one: UInt8, _ two: UInt8, _ three: UInt8, from index: Int) -> Int {
        var index = index
        while true {
            let word = word(at: index)
            // A byte that was less has borrowed from those above it, so only the lowest mark is sure.
            let control = word &- Self.ones &* 0x20
            let equal =
                ((word ^ Self.ones &* UInt64(one)) &- Self.ones) | ((word ^ Self.ones &* UInt64(two)) &- Self.ones)
                | ((word ^ Self.ones &* UInt64(three)) &- Self.ones)
            let marks = ((control | equal) & ~word | word) & Self.highs
            guard marks == 0 else { return index &+ marks.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
    }

    /// Returns the end of the run of letters, digits, full stops, hyphens and underscores from `index` on.
    @inline(__always)
    func endOfNameBytes(from index: Int) -> Int {
        var index = index
        while true {
            let word = word(at: index)
            let low = word & ~Self.highs
            let letters = Self.within(0x61...0x7A, low | Self.ones &* 0x20)
            let others = Self.within(0x2D...0x39, low) & ~Self.within(0x2F...0x2F, low)
            let marks = ~(letters | others | Self.within(0x5F...0x5F, low)) & Self.highs | word & Self.highs
            guard marks == 0 else { return index &+ marks.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
    }

    /// Marks the bytes of `word`, all below 0x80, that are within `range`.
    @inline(__always)
    private static func within(_ range: ClosedRange<UInt8>, _ word: UInt64) -> UInt64 {
        let reached = word &+ ones &* UInt64(0x80 &- range.lowerBound)
        let passed = word &+ ones &* UInt64(0x7F &- range.upperBound)
        return reached & ~passed & highs
    }

    /// Checks whether a letter or an underscore is at `index`.
    func beginsName(at index: Int) -> Bool {
        (self[index] | 0x20) &- 0x61 < 26 || self[index] == UInt8(ascii: "_")
    }
}
