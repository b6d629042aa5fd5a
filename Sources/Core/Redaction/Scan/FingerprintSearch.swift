import Documents

/// The search for secrets of which only fingerprints are known, in texts.
struct FingerprintSearch {
    /// A secret that stands in a text, with its pseudonym if that was kept.
    struct Found: Hashable {
        var value: [UInt8]
        var pseudonym: [UInt8]?
    }

    /// The secrets that were found, in the order they were met.
    private(set) var found: [Found] = []
    private let secrets: FingerprintedSecrets

    init(_ secrets: FingerprintedSecrets) {
        self.secrets = secrets
    }

    /// Looks at a text as it is and with the escapes of each kind undone, and at what stands in it in Base64 or hexadecimal.
    mutating func look(in text: [UInt8]) {
        guard text.count >= 8, secrets.count > 0 else { return }
        for transport in Transport.allCases {
            guard transport == .none || text.contains(where: transport.isSpecial) else { continue }
            let plain = transport.decode(text[...])
            compare(plain)
            for run in Self.runs(in: plain, of: { Base64Text.digit($0) != nil }, atLeast: 11) {
                // Where its groups of four begin is not known: what stands before it may be digits, too.
                for phase in 0..<4 { compare(Self.base64(run.dropFirst(phase))) }
            }
            for run in Self.runs(in: plain, of: { Hexadecimal.value(of: $0) != nil }, atLeast: 16) {
                for phase in 0..<2 { compare(Self.hexadecimal(run.dropFirst(phase))) }
            }
        }
    }

    /// Compares what begins at each byte.
    private mutating func compare(_ text: [UInt8]) {
        var window: UInt64 = 0
        for index in text.indices {
            window = window >> 8 | UInt64(text[index]) << 56
            guard index >= 7 else { continue }
            for candidate in secrets.candidates(window) ?? [] { compare(candidate, text[(index - 7)...]) }
        }
    }

    private mutating func compare(_ secret: FingerprintedSecrets.Secret, _ text: ArraySlice<UInt8>) {
        let piece = text.prefix(min(secret.count, SecretSearch.comparedBytes))
        guard piece.count == min(secret.count, SecretSearch.comparedBytes), secrets.key.tag(piece) == secret.beginning
        else { return }
        var result = Found(value: Array(piece), pseudonym: secret.whole == nil ? secret.pseudonym : nil)
        if let whole = secret.whole, text.count >= secret.count {
            let value = text.prefix(secret.count)
            // Otherwise it breaks off: what stands here is a secret of its own.
            if secrets.key.tag(value) == whole { result = Found(value: Array(value), pseudonym: secret.pseudonym) }
        }
        if !found.contains(result) { found.append(result) }
    }

    /// The longest pieces of the text that are made of such bytes.
    private static func runs(
        in text: [UInt8],
        of belongs: (UInt8) -> Bool,
        atLeast count: Int
    ) -> [ArraySlice<UInt8>] {
        text.split { !belongs($0) }.filter { $0.count >= count }
    }

    private static func base64(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var filled = 0
        for digit in digits {
            bits = bits << 6 | UInt32(Base64Text.digit(digit) ?? 0)
            filled += 6
            guard filled >= 8 else { continue }
            filled -= 8
            output.append(UInt8(truncatingIfNeeded: bits >> UInt32(filled)))
        }
        return output
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> [UInt8] {
        let values = digits.map { Hexadecimal.value(of: $0) ?? 0 }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
