import Documents

/// How a body stands in a HAR that is called Base64 and is not as RFC 4648 §4 has it.
///
/// A residue keeps it as an object in the place of the text, which is always a string or `null`; its members are only
/// true, so that redaction has nothing to replace.
enum ArchiveWriting: String, CaseIterable {
    case unpadded
    case url
    case unpaddedURL
    /// Not Base64 at all: the text as it is.
    case broken

    /// What may be decoded.
    static let irregular: [ArchiveWriting] = [.unpadded, .url, .unpaddedURL]

    init?(_ residue: JSONValue) {
        guard let object = residue.object,
            let found = Self.allCases.first(where: { object[$0.rawValue] == .bool(true) })
        else { return nil }
        self = found
    }

    /// What the residue keeps.
    var residue: JSONValue { .object([rawValue: .bool(true)]) }

    func decoded(_ text: String) throws(Base64Error) -> [UInt8] {
        try Base64.decode(
            text,
            alphabet: self == .unpadded ? .standard : .urlSafe,
            padding: self == .url ? .required : .forbidden,
            allowsWhitespace: true
        )
    }

    func encoded(_ body: [UInt8]) -> String {
        Base64.encode(
            body,
            alphabet: self == .url || self == .unpaddedURL ? .urlSafe : .standard,
            padding: self == .url
        )
    }
}
