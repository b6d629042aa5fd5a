import Documents

/// Eight bytes of which one may begin an escape, with what follows them.
@unsafe struct EscapedWindow {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: Int

    init(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        unsafe self.bytes = unsafe bytes
        unsafe self.start = start
    }

    /// Checks whether the window with its escapes undone is one that `holds` answers for.
    ///
    /// Percent escapes are frequent in URLs, and JSON's where JSON stands in JSON: both are undone here. For an entity it
    /// is enough that there is one.
    func mayBegin(_ holds: (UInt64) -> Bool) -> Bool {
        var hasPercent = false
        var hasPlus = false
        var hasBackslash = false
        for index in unsafe start..<start + 8 {
            switch unsafe bytes[index] {
            case 0x25: hasPercent = true
            case 0x2B: hasPlus = true
            case 0x5C: hasBackslash = true
            case 0x26 where unsafe isEntity(at: index): return true
            default: break
            }
        }
        if hasPercent || hasPlus, let window = unsafe undone(plusAsSpace: true), holds(window) { return true }
        if hasPercent, let window = unsafe undone(plusAsSpace: false), holds(window) { return true }
        guard hasBackslash else { return false }
        return unsafe mayBeginUnescaped(holds)
    }

    /// Checks whether the text after the ampersand at `index` is not just the next field of a form.
    private func isEntity(at index: Int) -> Bool {
        for next in unsafe index + 1..<min(index + 12, bytes.count) {
            if unsafe bytes[next] == 0x3B { return true }
        }
        return false
    }

    /// Eight bytes from the start of the window on, percent escapes undone; nil if there are not so many.
    private func undone(plusAsSpace: Bool) -> UInt64? {
        var window: UInt64 = 0
        var index = unsafe start
        for _ in 0..<8 {
            guard unsafe index < bytes.count else { return nil }
            var byte = unsafe bytes[index]
            if byte == 0x25, unsafe index + 2 < bytes.count, let high = unsafe Hexadecimal.value(of: bytes[index + 1]),
                let low = unsafe Hexadecimal.value(of: bytes[index + 2])
            {
                byte = high << 4 | low
                index += 3
            } else {
                if byte == 0x2B, plusAsSpace { byte = 0x20 }
                index += 1
            }
            window = window >> 8 | UInt64(byte) << 56
        }
        return window
    }

    /// Checks whether the window with JSON's escapes undone is one that `holds` answers for.
    private func mayBeginUnescaped(_ holds: (UInt64) -> Bool) -> Bool {
        var window: UInt64 = 0
        var index = unsafe start
        for _ in 0..<8 {
            guard unsafe index < bytes.count else { return false }
            var byte = unsafe bytes[index]
            index += 1
            if byte == 0x5C, unsafe index < bytes.count {
                let next = unsafe bytes[index]
                if next == 0x75 {
                    if let unit = unsafe codeUnit(at: index + 1) {
                        // A character outside ASCII is more than one byte: it is left to the search itself.
                        guard unit < 0x80 else { return true }
                        byte = UInt8(truncatingIfNeeded: unit)
                        index += 5
                    }
                } else if let character = EscapedCharacter.json(next) {
                    byte = character
                    index += 1
                }
            }
            window = window >> 8 | UInt64(byte) << 56
        }
        return holds(window)
    }

    /// The number of four hexadecimal digits.
    private func codeUnit(at first: Int) -> UInt32? {
        guard unsafe first + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for index in first..<first + 4 {
            guard let digit = unsafe Hexadecimal.value(of: bytes[index]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
