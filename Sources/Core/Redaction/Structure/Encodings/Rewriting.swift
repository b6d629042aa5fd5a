import Documents

/// Writes changed text in the way the original was written, so that a client's own encoding of the redacted value and
/// the redacted recording of its encoding are the same bytes.
struct Rewriting {
    /// `text` written as `original` would have written it.
    static func write(_ text: [UInt8], _ transport: Transport, like original: ArraySlice<UInt8>) -> [UInt8] {
        needsNoEscapes(text, transport, like: original) ? text : Rewriting(transport, like: original).write(text)
    }

    /// The usual case: nothing was escaped, and only letters and digits have changed.
    private static func needsNoEscapes(
        _ text: [UInt8],
        _ transport: Transport,
        like original: ArraySlice<UInt8>
    ) -> Bool {
        guard text.count == original.count else { return false }
        var index = original.startIndex
        for byte in text {
            let old = original[index]
            if transport.isSpecial(old) { return false }
            if byte != old, !(isAlphanumeric(byte) && old < 0x80), !(byte >= 0x80 && old >= 0x80) { return false }
            if byte >= 0x80, transport == .percent || transport == .form { return false }
            index += 1
        }
        return true
    }

    private let transport: Transport
    private let original: ArraySlice<UInt8>
    private var encoded = [Bool](repeating: false, count: 256)
    private var raw = [Bool](repeating: false, count: 256)
    private var hasUpperDigits = true

    /// Learns from `original` what is escaped in it and how.
    init(_ transport: Transport, like original: ArraySlice<UInt8>) {
        self.transport = transport
        self.original = original
        var index = original.startIndex
        while index < original.endIndex {
            let unit = transport.unit(in: original, at: index)
            let isEscaped = unit.length > unit.count || (unit.count == 1 && unit[0] != original[index])
            for offset in 0..<unit.count {
                if isEscaped { encoded[Int(unit[offset])] = true } else { raw[Int(unit[offset])] = true }
            }
            if isEscaped, transport == .percent || transport == .form, original[index] == 0x25,
                original[index + 1..<index + 3].contains(where: { (0x61...0x66).contains($0) })
            {
                hasUpperDigits = false
            }
            index += unit.length
        }
    }

    /// `text` as the original would have written it: what has not changed keeps its very bytes.
    func write(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(max(original.count, text.count))
        var position = 0
        if let units = alignedUnits(count: text.count) {
            for (start, unit) in units {
                let isSame = (0..<unit.count).allSatisfy { text[position + $0] == unit[$0] }
                if isSame {
                    output += original[start..<start + unit.length]
                } else {
                    // What stood there unescaped outside ASCII is replaced by what needs no more escapes.
                    let isRaw = unit.length == 1 && original[start] >= 0x80
                    for byte in text[position..<position + unit.count] {
                        if isRaw, byte >= 0x80 { output.append(byte) } else { append(byte, to: &output) }
                    }
                }
                position += unit.count
            }
        } else {
            for byte in text { append(byte, to: &output) }
        }
        return output
    }

    private func alignedUnits(count: Int) -> [(Int, TransportUnit)]? {
        var units: [(Int, TransportUnit)] = []
        var total = 0
        var index = original.startIndex
        while index < original.endIndex {
            let unit = transport.unit(in: original, at: index)
            units.append((index, unit))
            total += unit.count
            index += unit.length
        }
        return total == count ? units : nil
    }

    private func append(_ byte: UInt8, to output: inout [UInt8]) {
        switch transport {
        case .none: output.append(byte)
        case .percent, .form:
            if isAlphanumeric(byte) {
                output.append(byte)
            } else if byte == 0x20, transport == .form, !encoded[0x20] || original.contains(0x2B) {
                output.append(0x2B)
            } else if byte < 0x80, raw[Int(byte)] || (!encoded[Int(byte)] && [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)) {
                output.append(byte)
            } else {
                output.append(0x25)
                output += Hexadecimal.text(of: [byte], isUpper: hasUpperDigits).utf8
            }
        case .xml:
            switch byte {
            case 0x26: output += Array("&amp;".utf8)
            case 0x3C: output += Array("&lt;".utf8)
            case 0x3E where !raw[0x3E]: output += Array("&gt;".utf8)
            case 0x22 where !raw[0x22]: output += Array("&quot;".utf8)
            case 0x27 where !raw[0x27]: output += Array("&apos;".utf8)
            default: output.append(byte)
            }
        case .json:
            switch byte {
            case 0x22, 0x5C: output += [0x5C, byte]
            case 0x2F where encoded[0x2F]: output += [0x5C, byte]
            // No JSON, but what was written so stays so: escapes would take six times the room.
            case 0..<0x20 where raw[Int(byte)]: output.append(byte)
            case 0x0A: output += [0x5C, 0x6E]
            case 0x0D: output += [0x5C, 0x72]
            case 0x09: output += [0x5C, 0x74]
            case 0..<0x20:
                output += [0x5C, 0x75, 0x30, 0x30]
                output += Hexadecimal.text(of: [byte]).utf8
            default: output.append(byte)
            }
        }
    }
}
