import Documents

/// The form in a HAR of a body that is called Base64 and is not as RFC 4648 §4 has it.
///
/// The extra members keep it as an object in the place of the text, which is always a string or `null`; its members are
/// only true, so that redaction has nothing to replace.
enum HARWriting: String, CaseIterable {
    case unpadded
    case url
    case unpaddedURL
    /// Not Base64 at all: the text as it is.
    case broken

    /// Takes the form of a body that is Base64; nil if it is as RFC 4648 §4 has it.
    init?(_ base64: Base64.Writing) {
        guard let found = [Self.unpadded, .url, .unpaddedURL].first(where: { $0.base64 == base64 }) else { return nil }
        self = found
    }

    init?(_ extras: JSONValue) {
        guard let object = extras.object,
            let found = Self.allCases.first(where: { object[$0.rawValue] == .bool(true) })
        else { return nil }
        self = found
    }

    /// The object that the extra members keep.
    var extras: JSONValue { .object([rawValue: .bool(true)]) }

    /// The same as the codec has it.
    var base64: Base64.Writing {
        Base64.Writing(
            alphabet: self == .url || self == .unpaddedURL ? .urlSafe : .standard,
            isPadded: self == .url
        )
    }
}
