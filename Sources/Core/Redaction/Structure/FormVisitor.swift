import Documents

/// Forms and query strings: values are replaced in place, names and every other byte stay as they were written.
enum FormVisitor {
    static func redact(
        _ text: ArraySlice<UInt8>,
        _ scope: Scope,
        _ part: RecordingPart?,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        var edits = Edits(text)
        for piece in FormField.pieces(of: text, omittingEmpty: true) {
            let (rawName, rawValue) = FormField.cut(piece)
            if let rawValue {
                let name = rawName.contains(0x25) ? Transport.form.decode(rawName)[...] : rawName
                if let part { sink.enter(part, name) }
                if let replacement = value(rawValue, of: name, scope.treatment(of: name), scope, &sink) {
                    edits.replace(rawValue.indices, with: replacement)
                }
            } else {
                // A value without a name: one like others where everything is secret.
                if let part { sink.enter(part, []) }
                let treatment = scope.everything.map { Treatment.secret($0, scope.kind) } ?? .keep
                if let replacement = value(piece, of: [], treatment, scope, &sink) {
                    edits.replace(piece.indices, with: replacement)
                }
            }
        }
        return edits.result()
    }

    private static func value(
        _ raw: ArraySlice<UInt8>,
        of name: ArraySlice<UInt8>,
        _ treatment: Treatment,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) -> [UInt8]? {
        guard !raw.isEmpty else { return nil }
        let isEncoded = raw.contains { $0 == 0x25 || $0 == 0x2B }
        let value = isEncoded ? Transport.form.decode(raw)[...] : raw
        let inner = scope.encoded(isEncoded)
        guard let replacement = Values.treated(treatment, name, value, inner, &sink) else { return nil }
        return Rewriting.write(replacement, .form, like: raw)
    }

    /// Checks whether a body without a content type is a form: names, equals signs, no white space.
    static func looksLikeForm(_ text: ArraySlice<UInt8>) -> Bool {
        guard let equals = text.firstIndex(of: 0x3D), equals > text.startIndex, equals - text.startIndex < 64 else {
            return false
        }
        return text[..<equals].allSatisfy { isAlphanumeric($0) || [0x5F, 0x2D, 0x2E, 0x25, 0x24].contains($0) }
            && !text.contains { isWhiteSpace($0) || $0 == 0x3C || $0 == 0x7B }
    }
}
