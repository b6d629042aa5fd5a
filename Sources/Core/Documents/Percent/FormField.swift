/// One field of a form or a query (`application/x-www-form-urlencoded`, URL standard §5), as written and decoded.
public struct FormField: Sendable {
    /// The name as written.
    public var rawName: String
    /// The value as written; nil where there was no equals sign.
    public var rawValue: String?

    /// A field written this way.
    public init(rawName: String, rawValue: String?) {
        self.rawName = rawName
        self.rawValue = rawValue
    }

    /// A field of this name and value, percent-encoded for a form.
    public init(name: String, value: String) {
        rawName = PercentEncoding.form(name)
        rawValue = PercentEncoding.form(value)
    }

    /// The name, decoded once.
    public var name: String { PercentEncoding.decodeForm(rawName) }
    /// The value, decoded once; empty where there was none.
    public var value: String { PercentEncoding.decodeForm(rawValue ?? "") }
    /// True if it is nothing between two ampersands, which the URL standard's parser passes over.
    public var isEmpty: Bool { rawName.isEmpty && rawValue == nil }

    /// The fields of a query string or form body, the empty ones too: joined they are the text again.
    public static func parse(_ text: some StringProtocol) -> [FormField] {
        guard !text.isEmpty else { return [] }
        // By bytes: a separator counts even where a combining character follows it, and bodies are long.
        return pieces(of: Substring(text).utf8, omittingEmpty: false).map { piece in
            let (name, value) = cut(piece)
            return FormField(rawName: String(Substring(name)), rawValue: value.map { String(Substring($0)) })
        }
    }

    /// The fields as one text again, each as it was written.
    public static func join(_ fields: [FormField]) -> String {
        fields.map { $0.rawName + ($0.rawValue.map { "=" + $0 } ?? "") }.joined(separator: "&")
    }
}

// MARK: As bytes, which need not be text

extension FormField {
    /// Returns the pieces between the ampersands of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: A form or a query.
    ///   - omittingEmpty: Whether to pass over what is empty, as the URL standard's parser does.
    /// - Returns: The pieces, in order, each a field as it is written.
    @inlinable public static func pieces<Bytes: Collection<UInt8>>(
        of bytes: Bytes,
        omittingEmpty: Bool
    ) -> [Bytes.SubSequence] {
        bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: omittingEmpty)
    }

    /// The name before the first equals sign of a piece, and the value after it; nil if there is none.
    @inlinable public static func cut<Piece: Collection<UInt8>>(
        _ piece: Piece
    ) -> (name: Piece.SubSequence, value: Piece.SubSequence?) {
        guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else { return (piece[...], nil) }
        return (piece[..<equals], piece[piece.index(after: equals)...])
    }
}
