import Documents
import PassAPI

/// A value of a request as anybody may read it: what is a secret is cut after a few characters.
///
/// The operation's row knows its secret fields. Only for what no row knows, fields of pages and of unknown names, is there a
/// cautious rule: the names of secret fields of all rows, and words in the name.
enum MaskedValue {
    /// The value of a field that is called `name`, of a request for `operation`; nil for a page.
    static func text(_ value: String?, of name: String, in operation: PassAPI.Operation?) -> String? {
        guard let value else { return nil }
        guard isSecret(name, operation) else { return value.contains("?") ? url(value, in: nil) : path(value) }
        return "\(value.prefix(value.count > 8 ? 4 : 1))…, \(CountedNoun.text(value.count, "character"))"
    }

    /// A URL of a request for `operation` whose secret query fields are cut, in URLs within it too, and its user information.
    static func url(_ url: String, in operation: PassAPI.Operation?) -> String { self.url(url, operation, depth: 0) }

    private static func url(_ url: String, _ operation: PassAPI.Operation?, depth: Int) -> String {
        let parts = URLParts(url)
        let user = parts.authority.lastIndex(of: "@")
        let path = self.path(String(parts.path))
        guard parts.query != nil || user != nil || parts.fragment != nil || path != parts.path else { return url }
        let scheme = parts.scheme.isEmpty ? "" : parts.scheme + "://"
        let authority = user.map { "…" + parts.authority[$0...] } ?? String(parts.authority)
        var text = scheme + authority + path
        if let query = parts.query {
            let fields = FormField.parse(query).map { field -> FormField in
                guard let value = field.rawValue, !value.isEmpty else { return field }
                let isURL = value.utf8.count > 8 && field.value.contains("?")
                if isSecret(field.name, operation) || isURL && depth == deepest {
                    return FormField(rawName: field.rawName, rawValue: "\(value.prefix(value.count > 8 ? 4 : 1))…")
                }
                guard isURL else { return field }
                let masked = self.url(field.value, nil, depth: depth + 1)
                return masked == field.value ? field : FormField(name: field.name, value: masked)
            }
            text += "?" + FormField.join(fields)
        }
        // Browsers keep it to themselves: one that was sent may hold anything.
        return text + (parts.fragment == nil ? "" : "#…")
    }

    /// A path whose secret parameters are cut: servers of Java put the session there, `/login;jsessionid=…`.
    private static func path(_ path: String) -> String {
        path.split(separator: ";", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let equals = part.firstIndex(of: "=") else { return String(part) }
            let value = part[equals...].dropFirst().prefix { $0 != "/" }
            guard !value.isEmpty, isSecret(String(part[..<equals]), nil) else { return String(part) }
            return "\(part[...equals])\(value.prefix(value.count > 8 ? 4 : 1))…\(part[value.endIndex...])"
        }.joined(separator: ";")
    }

    /// URLs in URLs that are looked into.
    private static let deepest = 3

    private static func isSecret(_ name: String, _ operation: PassAPI.Operation?) -> Bool {
        if let known = operation?.specification.isSecret(field: name) { return known }
        let small = name.lowercased()
        return secretNames.contains(small) || words.contains { small.contains($0) }
    }

    /// The names of all rows' secret fields, in lower case.
    private static let secretNames = Set(OperationSpecification.all.flatMap(\.secretFields).map { $0.lowercased() })

    /// Words in the names of fields that hold tokens, credentials and other secrets: what gives access.
    static let credentialWords = [
        "authorization", "token", "secret", "password", "saml", "cookie", "assertion", "signature", "client_id",
        "statement",
        "deviceprofile", "profilerequest",
    ]

    /// The same, with words for what says who somebody is.
    private static let words =
        credentialWords + [
            "code", "deviceid", "device_id", "device-id", "ap_", "user", "guid", "session", "key", "auth",
        ]
}
