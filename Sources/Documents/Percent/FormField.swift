/// Names and values as `application/x-www-form-urlencoded` and query strings carry them, raw and decoded.
public struct FormField: Hashable, Sendable {
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

    /// The fields of a query string or form body.
    public static func parse(_ text: some StringProtocol) -> [FormField] {
        guard !text.isEmpty else { return [] }
        // By bytes: a separator counts even where a combining character follows it, and bodies are long.
        return Substring(text).utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
                return FormField(rawName: String(Substring(part)), rawValue: nil)
            }
            return FormField(
                rawName: String(Substring(part[..<equals])),
                rawValue: String(Substring(part[part.index(after: equals)...]))
            )
        }
    }

    /// The fields as one text again, each as it was written.
    public static func join(_ fields: [FormField]) -> String {
        fields.map { $0.rawName + ($0.rawValue.map { "=" + $0 } ?? "") }.joined(separator: "&")
    }
}
