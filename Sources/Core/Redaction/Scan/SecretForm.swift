/// The forms in which a secret may be written where it is met: itself, in Base64 at one of three alignments, or in
/// hexadecimal.
///
/// Percent, XML and JSON escapes come on top and are undone while searching (``Transport``).
enum SecretForm: UInt8, Hashable, Sendable, CaseIterable {
    case raw
    case base64, base64After1, base64After2
    case hexLower, hexUpper

    /// The bytes that certainly stand in a text that holds `value` in this form.
    ///
    /// In Base64, digits that also carry bits of a neighbour are left out.
    func pattern(of value: [UInt8], isURLSafe: Bool = false) -> [UInt8] {
        switch self {
        case .raw: return value
        case .hexLower: return Layers.hexadecimal(value, isUpper: false)
        case .hexUpper: return Layers.hexadecimal(value, isUpper: true)
        case .base64, .base64After1, .base64After2:
            let lead = Int(rawValue - SecretForm.base64.rawValue)
            let digits = Base64Text.encode(
                [UInt8](repeating: 0, count: lead) + value,
                isURLSafe: isURLSafe,
                isPadded: false
            )
            let first = (lead * 8 + 5) / 6
            let end = (lead + value.count) * 8 / 6
            return Array(digits[first..<end])
        }
    }

    /// Returns the number of bytes in ``pattern(of:isURLSafe:)`` of a value of so many.
    func patternCount(of count: Int) -> Int {
        switch self {
        case .raw: return count
        case .hexLower, .hexUpper: return count * 2
        case .base64, .base64After1, .base64After2:
            let lead = Int(rawValue - SecretForm.base64.rawValue)
            return (lead + count) * 8 / 6 - (lead * 8 + 5) / 6
        }
    }

    /// The first bytes of ``pattern(of:isURLSafe:)``, at most `count`: no form is shorter than the value.
    func beginning(of value: [UInt8], isURLSafe: Bool = false, count: Int) -> ArraySlice<UInt8> {
        if self == .raw { return value.prefix(count) }
        // Two more, since Base64 may leave out the digits at both ends.
        let enough = value.count <= count + 2 ? value : Array(value.prefix(count + 2))
        return pattern(of: enough, isURLSafe: isURLSafe).prefix(count)
    }

    var isBase64: Bool {
        switch self {
        case .base64, .base64After1, .base64After2: true
        case .raw, .hexLower, .hexUpper: false
        }
    }
}
