/// A secret that was met in some bytes.
struct SecretMatch: Hashable {
    var range: Range<Int>
    var secret: Int
    var form: SecretForm
    var isURLSafe: Bool
    var transport: Transport
    /// The number of bytes of the form that stand there; all of them, unless it breaks off behind those that must.
    var count: Int
}

/// The search for known secrets in bytes: the same for replacing them and for the secret scanner.
struct SecretSearch {
    let index: SecretIndex
    var secrets: [Secret]

    /// Bytes of a form that must stand there: enough to be no chance, few enough to hold a chunk's overlap small.
    ///
    /// A secret that is cut off behind them is one, too.
    static let comparedBytes = 64

    /// Checks whether a search is worth its while.
    func mayHoldSecret(_ text: String.UTF8View) -> Bool {
        !index.isEmpty && index.hasSuspect(text)
    }

    /// Checks whether a search is worth its while.
    func mayHoldSecret(_ text: ArraySlice<UInt8>) -> Bool {
        !index.isEmpty && index.nextSuspect(in: text, from: text.startIndex) != nil
    }

    /// Calls `found` for every secret in `text`, leftmost first and longest first, without overlaps.
    func forEachMatch(
        in text: ArraySlice<UInt8>,
        startingBefore limit: Int? = nil,
        _ found: (SecretMatch) -> Void
    ) {
        guard !index.isEmpty else { return }
        let limit = min(limit ?? text.endIndex, text.endIndex)
        var position = text.startIndex
        while let start = index.nextSuspect(in: text, from: position), start < limit {
            position = start + 1
            if let match = match(in: text, at: start) {
                found(match)
                position = max(position, match.range.upperBound)
            }
        }
    }

    /// The longest secret that begins at `start`, escapes undone where there are any.
    private func match(in text: ArraySlice<UInt8>, at start: Int) -> SecretMatch? {
        var window: UInt64 = 0
        var hasEscape = false
        for place in start..<start + 8 {
            let byte = text[place]
            window = window >> 8 | UInt64(byte) << 56
            if SecretFilter.mayEscape(byte) { hasEscape = true }
        }
        if index.begins(window), let match = match(in: text, at: start, .none) { return match }
        guard hasEscape else { return nil }
        for transport in [Transport.percent, .form, .json, .xml] {
            guard text[start..<start + 8].contains(where: transport.isSpecial) else { continue }
            if let match = escaped(in: text, at: start, transport) { return match }
        }
        return nil
    }

    /// A match whose window holds an escape.
    private func escaped(in text: ArraySlice<UInt8>, at start: Int, _ transport: Transport) -> SecretMatch? {
        var reader = TransportReader(text, at: start, transport)
        var window: UInt64 = 0
        for _ in 0..<8 {
            guard let byte = reader.next() else { return nil }
            window = window >> 8 | UInt64(byte) << 56
        }
        guard index.begins(window) else { return nil }
        return match(in: text, at: start, transport)
    }

    /// The longest secret that begins at `start`.
    private func match(in text: ArraySlice<UInt8>, at start: Int, _ transport: Transport) -> SecretMatch? {
        var best: SecretMatch?
        for reference in index.candidates(in: text, at: start, transport) {
            let secret = Int(reference.secret)
            guard secrets.indices.contains(secret), !secrets[secret].isPublic else { continue }
            let plain = compare(reference, text, start, transport)
            var found = plain.match
            // An escape may also come after the window. Up to the first one every transport reads the same.
            if found == nil, transport == .none, text[start..<plain.end].contains(where: SecretFilter.mayEscape) {
                for other in Transport.allCases where found == nil && other != .none {
                    found = compare(reference, text, start, other).match
                }
            }
            if let found, found.range.upperBound > best?.range.upperBound ?? start { best = found }
        }
        return best
    }

    /// The form, if it stands at `start`, or enough of it; and how far was read.
    private func compare(
        _ reference: SecretIndex.Reference,
        _ text: ArraySlice<UInt8>,
        _ start: Int,
        _ transport: Transport
    ) -> (match: SecretMatch?, end: Int) {
        let secret = Int(reference.secret)
        let value = secrets[secret].value
        let length = reference.form.patternCount(of: value.count)
        let needed = min(length, Self.comparedBytes)
        var pattern = reference.form.beginning(of: value, count: needed)
        var reader = TransportReader(text, at: start, transport)
        var match: SecretMatch?
        var hasURLSafe = false
        for offset in 0..<length {
            if offset == pattern.count {
                // Of a long secret no more is written out than twice what stands here: candidates may be many.
                pattern = reference.form.beginning(of: value, count: min(length, offset * 2))
            }
            let expected = pattern[offset]
            guard let byte = reader.next() else { break }
            if byte != expected {
                guard reference.form.isBase64, byte == 0x2D && expected == 0x2B || byte == 0x5F && expected == 0x2F
                else { break }
                hasURLSafe = true
            }
            guard offset + 1 >= needed, reader.isAtBoundary else { continue }
            match = SecretMatch(
                range: start..<reader.position,
                secret: secret,
                form: reference.form,
                isURLSafe: hasURLSafe,
                transport: transport,
                count: offset + 1
            )
        }
        return (match, reader.position)
    }
}
