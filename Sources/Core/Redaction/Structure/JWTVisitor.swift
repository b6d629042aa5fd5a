import Documents

/// A JWT by its look: dot-separated Base64url, the first two parts JSON objects.
struct JWTVisitor {
    private let header: ArraySlice<UInt8>
    /// The claims as they are written, and what they say.
    private let claims: (text: ArraySlice<UInt8>, object: [UInt8])?
    private let rest: [ArraySlice<UInt8>]

    init?(_ text: ArraySlice<UInt8>) {
        // `{"` and `{` before a line break begin so in Base64.
        guard text.count >= 10, text[text.startIndex] == 0x65, text[text.startIndex + 1] | 0x0E == 0x7F else {
            return nil
        }
        let parts = text.split(separator: 0x2E, maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 5, let header = Base64Text(parts[0]), Self.isObject(header),
            parts[1...].allSatisfy({ $0.allSatisfy { Base64Text.digit($0) != nil || $0 == 0x3D } })
        else { return nil }
        self.header = parts[0]
        let claims = parts.count == 3 ? Base64Text(parts[1]) : nil
        self.claims = claims.flatMap { Self.isObject($0) ? (parts[1], $0.bytes) : nil }
        rest = Array(parts[(self.claims == nil ? 1 : 2)...])
    }

    private static func isObject(_ part: Base64Text) -> Bool {
        part.bytes.first == 0x7B && part.bytes.last(where: { !isWhiteSpace($0) }) == 0x7D
            && Layers.isReadable(part.bytes + [0x30])
    }

    /// The token with other claims and another signature; header, times, issuer and scopes stay.
    func redact(_ scope: Scope, _ sink: inout some SecretSink) -> [UInt8] {
        var output = Array(header)
        if let claims {
            var inner = scope.encoded().everythingSecret(.certain, .claim, .claims)
            inner.depth += 1
            let changed = JSONVisitor.redact(claims.object[...], inner, &sink)
            output += [0x2E]
            output += changed.map { Base64Text.encode($0, isURLSafe: true, isPadded: false) } ?? Array(claims.text)
        }
        for part in rest {
            output.append(0x2E)
            guard !part.isEmpty else { continue }
            let replaced = sink.secret(Array(part), .certain, .signature, name: ArraySlice("signature".utf8))
            output += replaced.map(Self.canonical) ?? Array(part)
        }
        return output
    }

    /// The part with stray bits of its last digit cleared: a strict reader refuses them.
    private static func canonical(_ part: [UInt8]) -> [UInt8] {
        let remainder = part.count % 4
        guard remainder == 2 || remainder == 3, let last = part.last, let value = Base64Text.digit(last) else {
            return part
        }
        return part.dropLast() + [Base64.Alphabet.urlSafe.digits[Int(value & (remainder == 2 ? 0x30 : 0x3C))]]
    }
}
