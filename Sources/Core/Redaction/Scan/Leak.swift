/// A secret that stands where none may be.
///
/// It tells where, and which field the secret came from; never the secret.
public struct Leak: Hashable, Sendable, CustomStringConvertible {
    /// The offset in bytes from the start of what was scanned.
    public var byteOffset: Int
    /// The form in which the secret is written there.
    public var form: Form
    /// The field the secret was first found in: `exchange 5 request form field deviceId`.
    public var field: String
    /// The kind of the secret.
    public var kind: SecretKind

    /// The forms in which a secret can be written.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// As it is.
        case raw
        /// Percent-encoded.
        case percent
        /// In Base64, perhaps within a longer text.
        case base64
        /// In Base64 of the URL alphabet.
        case base64url
        /// In hexadecimal digits.
        case hex
        /// With the escapes of a JSON string.
        case json
        /// With XML's entities.
        case xml
    }

    /// One line for a person.
    public var description: String {
        "the secret of \(field) (\(kind.title)) is at byte \(byteOffset) in \(form.rawValue) form"
    }
}

extension Leak.Form {
    init(_ match: SecretMatch) {
        switch match.form {
        case .base64, .base64After1, .base64After2: self = match.isURLSafe ? .base64url : .base64
        case .hexLower, .hexUpper: self = .hex
        case .raw:
            switch match.transport {
            case .none: self = .raw
            case .percent, .form: self = .percent
            case .xml: self = .xml
            case .json: self = .json
            }
        }
    }
}
