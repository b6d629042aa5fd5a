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
        return text.split(separator: "&", omittingEmptySubsequences: false).map { part in
            guard let equals = part.firstIndex(of: "=") else { return FormField(rawName: String(part), rawValue: nil) }
            return FormField(rawName: String(part[..<equals]), rawValue: String(part[part.index(after: equals)...]))
        }
    }

    /// The fields as one text again, each as it was written.
    public static func join(_ fields: [FormField]) -> String {
        fields.map { $0.rawName + ($0.rawValue.map { "=" + $0 } ?? "") }.joined(separator: "&")
    }
}
