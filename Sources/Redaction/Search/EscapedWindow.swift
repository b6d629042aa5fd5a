/// Eight bytes of which one may begin an escape, with what follows them.
@unsafe struct EscapedWindow {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: Int

    init(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        unsafe self.bytes = unsafe bytes
        unsafe self.start = start
    }

    /// Whether the window with its escapes undone is one that `holds` answers for.
    ///
    /// Percent escapes are frequent in URLs and undone here; for the others it is enough that there is one.
    func mayBegin(_ holds: (UInt64) -> Bool) -> Bool {
        var hasPercent = false
        var hasPlus = false
        for index in unsafe start..<start + 8 {
            switch unsafe bytes[index] {
            case 0x25: hasPercent = true
            case 0x2B: hasPlus = true
            case 0x5C: return true
            case 0x26 where unsafe isEntity(at: index): return true
            default: break
            }
        }
        if hasPercent || hasPlus, let window = unsafe undone(plusAsSpace: true), holds(window) { return true }
        if hasPercent, let window = unsafe undone(plusAsSpace: false), holds(window) { return true }
        return false
    }

    /// Whether what follows the ampersand at `index` is not just the next field of a form.
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
            if byte == 0x25, unsafe index + 2 < bytes.count, let high = unsafe ASCII.hexDigit(bytes[index + 1]),
                let low = unsafe ASCII.hexDigit(bytes[index + 2])
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
}
