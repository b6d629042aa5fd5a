import Documents

/// The forms in which a secret can hide in bytes.
enum EncodedForms {
    /// Raw, percent, Base64, base64url and hexadecimal; Base64 in each of its three alignments, without the characters
    /// that neighbours decide.
    static func of(_ secret: String) -> [(name: String, bytes: [UInt8])] {
        let bytes = Array(secret.utf8)
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        var forms: [(name: String, bytes: [UInt8])] = [
            ("raw", bytes),
            ("percent", Array(percent(bytes, hex: hex, isUpper: true).utf8)),
            ("percent, lower case", Array(percent(bytes, hex: hex, isUpper: false).utf8)),
            ("hexadecimal", Array(hex.joined().utf8)),
            ("hexadecimal, upper case", Array(hex.joined().uppercased().utf8)),
        ]
        for shift in 0..<3 {
            let padded = [UInt8](repeating: 0, count: shift) + bytes
            // Whole groups of three bytes that hold nothing but the secret.
            let first = shift == 0 ? 0 : 4
            let last = padded.count / 3 * 4
            for (name, alphabet) in [("Base64", Base64.Alphabet.standard), ("base64url", .urlSafe)] {
                let text = Array(Base64.encode(padded, alphabet: alphabet, padding: false).utf8)
                forms.append(("\(name), shifted by \(shift)", Array(text[first..<last])))
            }
        }
        return forms
    }

    private static func percent(_ bytes: [UInt8], hex: [String], isUpper: Bool) -> String {
        zip(bytes, hex).map { byte, digits in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.properties.isAlphabetic || (48...57).contains(byte) || "-._~".unicodeScalars.contains(scalar)
            return isPlain ? String(scalar) : "%" + (isUpper ? digits.uppercased() : digits)
        }.joined()
    }
}
