package import VirtualTime

/// Makes other texts of one: changes that a reader of words, numbers and escapes could trip over.
package enum TextMutation {
    private static let interesting = [
        "&", "&amp;", "&lt;", "&#0;", "&#x10FFFF;", "%", "%00", "%zz", "+", "=", "\"", "'", "<", ">", "]]>", "]]]>",
        "\u{1F600}",
        "\u{0}",
        "\u{85}", "\u{2028}", "\u{200B}", "\u{FEFF}", "e\u{301}", "\u{FFFD}", "\u{10FFFF}", "\r\n", "\t", "  ", "none",
        "true", "null", "-1", "0", "9999999999", "18446744073709551616", "1e400", "0x10", "\\", "\\u0000", "\\ud800",
    ]

    /// Another text made of `text`.
    package static func changed(_ text: String, _ generator: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = generator.below(scalars.count + 1)
        switch generator.below(7) {
        case 0:
            let inserted = generator.oneIn(8) ? generator.number() : generator.element(of: interesting) ?? ""
            scalars.insert(contentsOf: Array(inserted.unicodeScalars), at: place)
        case 1 where !scalars.isEmpty: scalars.remove(at: generator.below(scalars.count))
        case 2 where !scalars.isEmpty:
            let index = generator.below(scalars.count)
            if let other = Unicode.Scalar(scalars[index].value ^ UInt32(1 << generator.below(7))) {
                scalars[index] = other
            }
        case 3: scalars.removeLast(scalars.count - place)
        case 4 where scalars.count > 1:
            // A piece of it again, and again.
            let length = 1 + generator.below(min(8, scalars.count - 1))
            let start = generator.below(scalars.count - length)
            let piece = scalars[start..<start + length]
            let room = max(0, 40_000 - scalars.count + length - 1) / length
            let times = min(1 << generator.below(12), room)
            // At once: to move what follows for each of them would take as long as a thousand inputs.
            scalars.insert(contentsOf: repeatElement(piece, count: times).joined(), at: start)
        case 5 where scalars.count > 1: scalars.swapAt(generator.below(scalars.count), generator.below(scalars.count))
        default:
            if generator.oneIn(8) { return generator.number() }
            guard generator.oneIn(4) else { return generator.element(of: interesting) ?? text }
            // Marks of two classes in turn: who brings them in order as Unicode has it takes quadratic time.
            let marks: [Unicode.Scalar] = (0..<(1 << generator.below(13))).map { $0 % 2 == 0 ? "\u{301}" : "\u{316}" }
            if scalars.count < 40_000 { scalars.insert(contentsOf: marks, at: place) }
        }
        return self.text(of: scalars)
    }

    /// The text of these scalars; a view of them takes several times as long to put together.
    private static func text(of scalars: [Unicode.Scalar]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.count + scalars.count / 2)
        for scalar in scalars {
            if scalar.value < 0x80 { bytes.append(UInt8(scalar.value)) } else { bytes += scalar.utf8 }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Makes other dates of one: one field changes, the others stay.
package enum DateMutation {
    private static let fields = [
        "0", "00", "01", "1", "2", "12", "13", "23", "24", "28", "29", "30", "31", "32", "59", "60", "61", "99", "0000",
        "0001",
        "1582", "1970", "1999", "2000", "2024", "2026", "2038", "2100", "9999", "10000", "2147483648", "9999999999",
        "999999999999999999999",
    ]

    private static let marks = [
        "-", "/", ":", ".", " ", "_", "T", "t", "Z", "z", "+", " GMT ", "GMT", "+0200", "-00:00", "+15:00", "-01:00",
        "+23:59", "",
    ]

    /// Another text made of `text`, as if it were a date.
    package static func changed(_ text: String, _ generator: inout SeededGenerator) -> String {
        var parts: [(isDigits: Bool, text: String)] = []
        for scalar in text.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            if let last = parts.last, last.isDigits == isDigit {
                parts[parts.count - 1].text.unicodeScalars.append(scalar)
            } else {
                parts.append((isDigit, String(scalar)))
            }
        }
        guard !parts.isEmpty else { return generator.element(of: fields) ?? "" }
        for _ in 0...generator.below(2) {
            let index = generator.below(parts.count)
            switch generator.below(6) {
            case 0 where parts[index].isDigits && generator.oneIn(4): parts[index].text = generator.number()
            case 0...3: parts[index].text = generator.element(of: parts[index].isDigits ? fields : marks) ?? ""
            case 4: parts.insert(parts[index], at: index)
            default: if parts.count > 1 { parts.remove(at: index) }
            }
        }
        return parts.map(\.text).joined()
    }
}

/// Other bytes for the same text: other encodings, marks, line ends.
enum TextForm {
    static func another(of bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        switch generator.below(6) {
        case 0: return [0xEF, 0xBB, 0xBF] + bytes
        case 1, 2:
            let isBig = generator.oneIn(2)
            var output: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
            for unit in String(decoding: bytes, as: UTF8.self).utf16 {
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                output += isBig ? [high, low] : [low, high]
            }
            return output
        case 3: return Array(bytes.map { $0 == 0x20 ? [0x0D, 0x0A] : [$0] }.joined())
        case 4:
            return Array(
                "<?xml version=\"1.0\" encoding=\"\(generator.one("UTF-8", "UTF-16", "UTF-7", "ascii"))\"?>".utf8
            ) + bytes
        default:
            let cut = generator.below(bytes.count + 1)
            return bytes[..<cut] + [generator.one(0, 0x80, 0xC0, 0xED, 0xFF)] + bytes[cut...]
        }
    }
}
