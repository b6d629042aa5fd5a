import Documents

/// What is around a value, as far as that decides how another is written in its place.
enum Surroundings: Hashable, Sendable {
    /// Nothing that is known.
    case text
    case url
    /// JSON, outside its strings where that was looked at.
    case json
    case jsonString
    case script
    /// HTML or XML.
    case markup
    /// A part of markup that has no entities: a style sheet.
    case verbatim
    /// A CDATA section.
    case cdata
    /// A form, which begins with the name of a field.
    case form

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What a document is by its first byte.
    init(_ document: [UInt8]) {
        let text = document.starts(with: Self.byteOrderMark) ? document[3...] : document[...]
        switch text.first(where: { !isSpace($0) }) {
        case UInt8(ascii: "<"): self = .markup
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        default: self = .text
        }
    }

    /// True if others are in it: values in it may stand in one of those.
    var isDocument: Bool { self == .json || self == .markup }

    /// How a value is written where a plain one stood.
    var spelling: Spelling {
        switch self {
        case .text, .url, .form, .verbatim: .plain
        case .cdata: .cdata
        case .json, .jsonString: .json
        case .script: .script
        case .markup: .entities
        }
    }
}
