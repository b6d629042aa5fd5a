import Documents

/// A value of a request as anybody may read it: what may be a secret is cut after a few characters.
enum MaskedValue {
    /// The value of a field that is called `name`.
    static func text(_ value: String?, of name: String) -> String? {
        guard let value, isSecret(name) else { return value }
        return "\(value.prefix(value.count > 8 ? 4 : 1))…, \(CountedNoun.text(value.count, "character"))"
    }

    /// Checks whether a name is that of something that identifies or lets in: by its words, since any header may come.
    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }

    private static let words = [
        "authorization", "token", "secret", "password", "code", "saml", "cookie", "deviceid", "device_id", "device-id",
        "ap_", "client_id", "user", "guid", "session", "signature", "key", "auth",
    ]
}
