import Documents

/// The cookbook's pipeline from Apple's SAML answer to the `SAMLResponse` parameter (apple-sso-flow.md §4).
///
/// It is not idempotent: a newline between two blanks leaves two blanks, which a second run makes one. And it can break
/// the XML (a newline between two attributes vanishes) and any signature, as the vendor's own code does.
public enum SAMLNormalisation {
    /// Steps 1 to 3: blanks collapsed, newlines dropped, both ends trimmed (rows K-56, K-57, K-58).
    ///
    /// - Step 1: a run of spaces and tabs (`[ \t]+`, nothing else) becomes one space.
    /// - Step 2: every newline scalar is dropped without a trace.
    /// - Step 3: white space at both ends is dropped.
    public static func normalise(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isInBlanks = false
        for scalar in text.unicodeScalars {
            let isBlank = scalar == " " || scalar == "\t"
            // A newline ends a run of blanks although it vanishes: step 1 is over before step 2 begins.
            if isBlank, !isInBlanks { scalars.append(" ") }
            if !isBlank, !isNewline(scalar) { scalars.append(scalar) }
            isInBlanks = isBlank
        }
        guard let first = scalars.firstIndex(where: { !isTrimmed($0) }),
            let last = scalars.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Steps 1 to 4: the Base64 value, not percent-encoded (row K-59).
    public static func base64(_ text: String) -> String {
        Base64.encode(normalise(text).utf8)
    }

    /// Steps 1 to 5: the value that stands after `SAMLResponse=` and must not be encoded again (rows K-60, K-61).
    public static func parameterValue(_ text: String) -> String {
        percentEncoded(base64(text))
    }
}

/// `CharacterSet.newlines`.
private func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
}

/// `CharacterSet.whitespacesAndNewlines`: general category Z*, tab, the newlines, and U+200B.
///
/// Unicode moved the zero-width space out of Z* long ago; Foundation's set still holds it (measured, Swift 6.3.1).
private func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\t" || scalar.value == 0x200B || isNewline(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
}

/// Percent-encodes the characters `!*'();:@&=+$,/?%#[]` and leaves every other as it is.
private func percentEncoded(_ text: String) -> String {
    let reserved = "!*'();:@&=+$,/?%#[]"
    var result = ""
    for scalar in text.unicodeScalars {
        guard scalar.isASCII, reserved.unicodeScalars.contains(scalar) else {
            result.unicodeScalars.append(scalar)
            continue
        }
        result += "%"
        if scalar.value < 16 { result += "0" }
        result += String(scalar.value, radix: 16, uppercase: true)
    }
    return result
}
