/// The search for secrets of which only fingerprints are known, in texts.
struct FingerprintSearch {
    /// A secret that stands in a text, with its pseudonym if that was kept.
    struct Found: Hashable {
        var value: [UInt8]
        var pseudonym: [UInt8]?
    }

    /// What was found, in the order it was met.
    private(set) var found: [Found] = []
    private let secrets: FingerprintedSecrets
    private let key: FingerprintKey

    init(_ secrets: FingerprintedSecrets) {
        self.secrets = secrets
        key = FingerprintKey(secrets.key)
    }

    /// Looks at every eight bytes of the text, escapes undone where there are any.
    mutating func look(in text: [UInt8]) {
        guard text.count >= 8, secrets.count > 0 else { return }
        var window: UInt64 = 0
        var lastEscape = -1
        var lastURLSafe = -1
        for index in text.indices {
            let byte = text[index]
            window = window >> 8 | UInt64(byte) << 56
            if SecretFilter.mayEscape(byte) { lastEscape = index }
            if byte == 0x2D || byte == 0x5F { lastURLSafe = index }
            let start = index - 7
            guard start >= 0 else { continue }
            look(in: text, at: start, window, hasURLSafe: lastURLSafe >= start, .none)
            guard lastEscape >= start else { continue }
            for transport in Transport.allCases where transport != .none {
                var reader = TransportReader(text[...], at: start, transport)
                let bytes = Self.read(8, &reader)
                guard bytes.count == 8 else { continue }
                let hasURLSafe = bytes.contains { $0 == 0x2D || $0 == 0x5F }
                look(in: text, at: start, SecretFingerprints.window(bytes), hasURLSafe: hasURLSafe, transport)
            }
        }
    }

    private mutating func look(
        in text: [UInt8],
        at start: Int,
        _ window: UInt64,
        hasURLSafe: Bool,
        _ transport: Transport
    ) {
        for candidate in secrets.candidates(window, key) ?? [] { compare(candidate, text, start, transport) }
        guard hasURLSafe else { return }
        let bytes = (0..<8).map { Self.standard(UInt8(truncatingIfNeeded: window >> UInt64($0 * 8))) }
        let standard = SecretFingerprints.window(bytes)
        for candidate in secrets.candidates(standard, key) ?? [] where candidate.form.isBase64 {
            compare(candidate, text, start, transport)
        }
    }

    private mutating func compare(
        _ candidate: FingerprintedSecrets.Candidate,
        _ text: [UInt8],
        _ start: Int,
        _ transport: Transport
    ) {
        // Up to the first escape every transport reads the same.
        let transports = transport == .none ? Transport.allCases : [transport]
        for transport in transports {
            var reader = TransportReader(text[...], at: start, transport)
            let bytes = Self.read(candidate.count, &reader)
            let piece = candidate.form.isBase64 ? bytes.map(Self.standard) : bytes
            guard bytes.count == candidate.count,
                SecretFingerprints.tag(piece, candidate.form.rawValue, secrets.key) == candidate.tag
            else {
                guard text[start..<reader.position].contains(where: SecretFilter.mayEscape) else { return }
                continue
            }
            return add(candidate, text, start, transport, piece: bytes)
        }
    }

    /// Adds the value that is written here; where it breaks off, or reaches into escapes of another kind, what is written.
    private mutating func add(
        _ candidate: FingerprintedSecrets.Candidate,
        _ text: [UInt8],
        _ start: Int,
        _ transport: Transport,
        piece: [UInt8]
    ) {
        let secret = secrets.secrets[candidate.secret]
        var result = Found(value: piece, pseudonym: nil)
        if let value = Self.value(secret.count, candidate.form, text, start, transport),
            SecretFingerprints.tag(value, SecretFingerprints.whole, secrets.key) == secret.tag
        {
            result = Found(value: value, pseudonym: secret.pseudonym)
        }
        if !found.contains(result) { found.append(result) }
    }

    /// The value of so many bytes that is written in this form at `start`; nil if there is not so much.
    private static func value(
        _ count: Int,
        _ form: SecretForm,
        _ text: [UInt8],
        _ start: Int,
        _ transport: Transport
    ) -> [UInt8]? {
        var reader = TransportReader(text[...], at: start, transport)
        switch form {
        case .raw:
            let bytes = read(count, &reader)
            return bytes.count == count ? bytes : nil
        case .hexLower, .hexUpper:
            let digits = read(count * 2, &reader).compactMap(ASCII.hexDigit)
            guard digits.count == count * 2 else { return nil }
            return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        case .base64, .base64After1, .base64After2:
            let lead = Int(form.rawValue - SecretForm.base64.rawValue)
            var digits: [UInt8] = []
            // The first and the last digit carry bits of a neighbour and were not compared.
            if lead > 0 { digits.append(start > 0 ? text[start - 1] : 0x41) }
            let first = lead * 8 / 6
            let end = ((lead + count) * 8 + 5) / 6
            digits += read(end - first - digits.count, &reader)
            while digits.count < end - first { digits.append(0x41) }
            return bytes(of: digits, skipping: lead * 8 - first * 6, count)
        }
    }

    private static func bytes(of digits: [UInt8], skipping bits: Int, _ count: Int) -> [UInt8]? {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var filled = -bits
        for digit in digits {
            guard let value = Base64Text.digit(digit) else { return nil }
            buffer = buffer << 6 | UInt32(value)
            filled += 6
            guard filled >= 8, output.count < count else { continue }
            filled -= 8
            output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(filled)))
        }
        return output.count == count ? output : nil
    }

    private static func read(_ count: Int, _ reader: inout TransportReader) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let byte = reader.next() { bytes.append(byte) }
        return bytes
    }

    private static func standard(_ digit: UInt8) -> UInt8 {
        switch digit {
        case 0x2D: 0x2B
        case 0x5F: 0x2F
        default: digit
        }
    }
}
