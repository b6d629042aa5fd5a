import Documents

/// The cookbook's pipeline from Apple's SAML answer to the `SAMLResponse` parameter (apple-sso-flow.md §4).
///
/// It is not idempotent: a newline between two blanks leaves two blanks, which a second run makes one. And it can break
/// the XML (a newline between two attributes vanishes) and any signature, as the vendor's own code does.
public enum SAMLNormalization {
    /// Steps 1 to 3: blanks collapsed, newlines dropped, both ends trimmed (rows K-56, K-57, K-58).
    ///
    /// - Step 1: a run of spaces and tabs (`[ \t]+`, nothing else) becomes one space.
    /// - Step 2: every newline scalar is dropped without a trace.
    /// - Step 3: white space at both ends is dropped.
    public static func normalize(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        var isInBlanks = false
        // The UTF-8 of a string is sound, so that a newline's bytes are a newline's.
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isBlank = byte == 0x20 || byte == 0x09
            if isBlank {
                // A newline ends a run of blanks although it vanishes: step 1 is over before step 2 begins.
                if !isInBlanks { output.append(0x20) }
                index &+= 1
            } else {
                let newline = newlineLength(bytes, index)
                if newline == 0 { output.append(byte) }
                index &+= max(newline, 1)
            }
            isInBlanks = isBlank
        }
        return trimmed(String(decoding: output, as: UTF8.self))
    }

    /// Whether steps 2 and 3 would leave `text` as it is.
    static func removesNothing(from text: String) -> Bool {
        let bytes = Array(text.utf8)
        let hasNewline = bytes.indices.contains { newlineLength(bytes, $0) > 0 }
        return !hasNewline && trimmed(text).utf8.count == bytes.count
    }

    /// Steps 1 to 4: the Base64 value, not percent-encoded (row K-59).
    public static func base64(_ text: String) -> String {
        Base64.encode(normalize(text).utf8)
    }

    /// Steps 1 to 5: the value that stands after `SAMLResponse=` and must not be encoded again (rows K-60, K-61).
    public static func parameterValue(_ text: String) -> String {
        PercentEncoding.encode(base64(text), where: isReserved)
    }
}

/// Returns the number of bytes of the newline that begins here (`CharacterSet.newlines`); 0 if none does.
private func newlineLength(_ bytes: [UInt8], _ index: Int) -> Int {
    switch bytes[index] {
    case 0x0A...0x0D: 1
    // U+0085.
    case 0xC2: index &+ 1 < bytes.count && bytes[index &+ 1] == 0x85 ? 2 : 0
    // U+2028 and U+2029.
    case 0xE2:
        index &+ 2 < bytes.count && bytes[index &+ 1] == 0x80 && (0xA8...0xA9).contains(bytes[index &+ 2]) ? 3 : 0
    default: 0
    }
}

/// Step 3.
private func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isTrimmed($0) }),
        let last = scalars.lastIndex(where: { !isTrimmed($0) })
    else { return "" }
    return String(scalars[first...last])
}

/// `CharacterSet.whitespacesAndNewlines`: general category Z*, tab, the newlines, and U+200B.
///
/// Unicode moved the zero-width space out of Z* long ago; Foundation's set still holds it (measured, Swift 6.3.1).
private func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
    // What most texts begin and end with needs no table.
    if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) }
    if scalar.value == 0x85 || scalar.value == 0x200B { return true }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
}

/// RFC 3986's reserved characters and the percent sign, `!*'();:@&=+$,/?%#[]`: step 5 encodes these alone.
private func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "(")...UInt8(ascii: ","),
        UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"),
        UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
    default: false
    }
}
