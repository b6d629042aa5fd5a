extension StringProtocol {
    /// The text in quotes and in one line, with the escapes of a Swift literal.
    ///
    /// `debugDescription` leaves what is a line end only to some (U+0085, U+2028 and U+2029), and for signs that join the
    /// quote at the end (U+0600 and its kin) it takes time with the square of their number.
    package var quoted: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0": result += "\\0"
            default:
                if scalar.isHarmfulToShow { result += scalar.escape } else { result.unicodeScalars.append(scalar) }
            }
        }
        return result + "\""
    }

    /// The text with everything as an escape that would end its line, turn its direction or ring a bell.
    package var inOneLine: String {
        String(self).shownInOneLine
    }
}

extension String {
    /// The same of a text of which it is known how it is stored: to ask each byte of any text takes many times as long.
    fileprivate var shownInOneLine: String {
        // Nearly all of it is plain, and looking at bytes is much quicker.
        if isPlain { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isHarmfulToShow {
                result.append(contentsOf: scalar.escape.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// True if it is printable ASCII and nothing else.
    package var isPlain: Bool {
        var text = self
        return text.withUTF8 { bytes in
            for index in bytes.indices where unsafe !(0x20..<0x7F).contains(bytes[index]) { return false }
            return true
        }
    }
}

extension Unicode.Scalar {
    /// True if it may not be shown as it is: control characters, line ends and direction marks.
    package var isHarmfulToShow: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        // Line and paragraph separators, embeddings, overrides, isolates, and the byte order mark.
        case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// The text that is shown in its place: `\u{85}`.
    package var escape: String { "\\u{" + String(value, radix: 16) + "}" }
}
