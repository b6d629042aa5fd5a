/// A secret that was met in some bytes.
struct SecretMatch: Hashable {
    var range: Range<Int>
    var secret: Int
    var form: SecretForm
    var isURLSafe: Bool
    var transport: Transport
}

/// The search for known secrets in bytes: the same for replacing them and for the leak gate.
struct SecretSearch {
    let index: SecretIndex
    let secrets: [Secret]

    /// Bytes of a form that are compared; nil for all of it.
    var comparedBytes: Int?

    /// Whether a search is worth its while: a window passes the filter, or an escape may hide one.
    func mayHoldSecret(_ text: String.UTF8View) -> Bool {
        guard !index.isEmpty else { return false }
        var window: UInt64 = 0
        var count = 0
        for byte in text {
            window = window >> 8 | UInt64(byte) << 56
            count += 1
            if byte == 0x25 || byte == 0x2B || byte == 0x5C || byte == 0x26 { return true }
            if count >= 8, index.mayBegin(window) { return true }
        }
        return false
    }

    /// Calls `found` for every secret in `text[range]`, leftmost first and longest first, without overlaps.
    func forEachMatch(
        in text: ArraySlice<UInt8>,
        startingBefore limit: Int? = nil,
        _ found: (SecretMatch) -> Void
    ) {
        guard text.count >= 8, !index.isEmpty else { return }
        let limit = min(limit ?? text.endIndex, text.endIndex)
        var window: UInt64 = 0
        // Where an escape of each kind was met last.
        var lastPercent = -1
        var lastPlus = -1
        var lastBackslash = -1
        var lastAmpersand = -1
        var resume = text.startIndex
        var cursor = text.startIndex
        let end = text.endIndex
        while cursor < end {
            let byte = text[cursor]
            window = window >> 8 | UInt64(byte) << 56
            switch byte {
            case 0x25: lastPercent = cursor
            case 0x2B: lastPlus = cursor
            case 0x5C: lastBackslash = cursor
            case 0x26: lastAmpersand = cursor
            default: break
            }
            let start = cursor - 7
            cursor += 1
            guard start >= resume else { continue }
            if start >= limit { return }
            if index.mayBegin(window), let match = match(in: text, at: start, .none) {
                found(match)
                resume = match.range.upperBound
                continue
            }
            if lastPercent >= start || lastPlus >= start || lastBackslash >= start || lastAmpersand >= start {
                var match: SecretMatch?
                if lastPercent >= start { match = escaped(in: text, at: start, .percent) }
                if match == nil, lastPercent >= start || lastPlus >= start {
                    match = lastPlus >= start ? escaped(in: text, at: start, .form) : nil
                }
                if match == nil, lastBackslash >= start { match = escaped(in: text, at: start, .json) }
                if match == nil, lastAmpersand >= start { match = escaped(in: text, at: start, .xml) }
                if let match {
                    found(match)
                    resume = match.range.upperBound
                }
            }
        }
    }

    /// A match whose window holds an escape.
    private func escaped(in text: ArraySlice<UInt8>, at start: Int, _ transport: Transport) -> SecretMatch? {
        var reader = TransportReader(text, at: start, transport)
        var window: UInt64 = 0
        for _ in 0..<8 {
            guard let byte = reader.next() else { return nil }
            window = window >> 8 | UInt64(byte) << 56
        }
        guard index.mayBegin(window) else { return nil }
        return match(in: text, at: start, transport)
    }

    /// The longest secret that begins at `start`.
    private func match(in text: ArraySlice<UInt8>, at start: Int, _ transport: Transport) -> SecretMatch? {
        var best: SecretMatch?
        for reference in index.candidates(in: text, at: start, transport) {
            let secret = Int(reference.secret)
            guard secrets.indices.contains(secret), !secrets[secret].isPublic else { continue }
            // An escape may also come after the window.
            let transports = transport == .none ? Transport.allCases : [transport]
            for candidate in transports {
                guard let (end, isURLSafe) = compare(reference, text, start, candidate) else { continue }
                if end > best?.range.upperBound ?? start {
                    best = SecretMatch(
                        range: start..<end,
                        secret: secret,
                        form: reference.form,
                        isURLSafe: isURLSafe,
                        transport: candidate
                    )
                }
                break
            }
        }
        return best
    }

    /// Where the form ends if it stands at `start`, and whether it uses the URL alphabet of Base64.
    private func compare(
        _ reference: SecretIndex.Reference,
        _ text: ArraySlice<UInt8>,
        _ start: Int,
        _ transport: Transport
    ) -> (Int, Bool)? {
        let pattern = reference.form.pattern(of: secrets[Int(reference.secret)].value)
        var reader = TransportReader(text, at: start, transport)
        var hasURLSafe = false
        for expected in pattern.prefix(comparedBytes ?? pattern.count) {
            guard let byte = reader.next() else { return nil }
            if byte == expected { continue }
            guard reference.form.isBase64, byte == 0x2D && expected == 0x2B || byte == 0x5F && expected == 0x2F else {
                return nil
            }
            hasURLSafe = true
        }
        return reader.isAtBoundary ? (reader.position, hasURLSafe) : nil
    }
}
