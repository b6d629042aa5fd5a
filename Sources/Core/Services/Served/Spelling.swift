import Documents

/// The ways in which a value stands in a text, beside Base64: as it is, or written for what is around it.
enum Spelling: Hashable, Sendable, CaseIterable {
    /// As it is.
    case plain
    /// Percent-encoded but for unreserved characters (RFC 3986 §2.3).
    case component
    /// The same in small digits.
    case smallComponent
    /// As forms have it, a space as a plus sign.
    case form
    /// As JavaScript's `encodeURIComponent` writes it.
    case scriptComponent
    /// As JavaScript's `encodeURI` writes it, and many that build a URL by hand.
    case scriptURL
    /// Percent-encoded twice.
    case componentTwice
    /// With the five entities of XML.
    case entities
    /// With the entities of `&`, `<` and `>` alone.
    case markup
    /// With entities in the text of an element that is itself such a text.
    case markupTwice
    /// With the entity of `&` alone.
    case ampersand
    /// In a string of JSON.
    case json
    /// In a string of JSON, with `\/`.
    case slashedJSON
    case markupInForm
    /// In a string of a script, whatever quotes it has.
    case script
    /// In a CDATA section, which ends at the first `]]>`.
    case cdata

    /// Returns `value` as it stands in the text.
    func callAsFunction(_ value: String) -> String {
        switch self {
        case .plain: value
        case .component: PercentEncoding.component(value)
        case .smallComponent: Self.smallComponent(value)
        case .form: PercentEncoding.form(value)
        case .scriptComponent: PercentEncoding.encode(value) { !Self.isKept($0, besides: "-_.!~*'()") }
        case .scriptURL: PercentEncoding.encode(value) { !Self.isKept($0, besides: "-_.!~*'();/?:@&=+$,#%") }
        case .componentTwice: PercentEncoding.component(PercentEncoding.component(value))
        case .entities:
            Self.replace(value, [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;", 0x27: "&#39;"])
        case .markup: Self.replace(value, Self.markupEntities)
        case .markupTwice: Self.replace(Self.replace(value, Self.markupEntities), Self.markupEntities)
        case .ampersand: Self.replace(value, [0x26: "&amp;"])
        case .json: String(JSONValue.string(value).serialized.dropFirst().dropLast())
        case .slashedJSON: Self.replace(Self.json(value), [0x2F: "\\/"])
        case .cdata: value.replacing("]]>", with: "]]]]><![CDATA[>")
        case .script: Self.replace(Self.json(value), [0x27: "\\u0027", 0x3C: "\\u003C"])
        case .markupInForm: PercentEncoding.form(Self.replace(value, Self.markupEntities))
        }
    }

    private static let markupEntities: [UInt8: String] = [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;"]

    private static func smallComponent(_ value: String) -> String {
        var bytes: [UInt8] = []
        var escaped = 0
        for byte in PercentEncoding.component(value).utf8 {
            bytes.append(escaped > 0 ? lowercasedASCII(byte) : byte)
            escaped = byte == UInt8(ascii: "%") ? 2 : max(escaped - 1, 0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isKept(_ byte: UInt8, besides marks: String) -> Bool {
        isAlphanumeric(byte) || marks.utf8.contains(byte)
    }

    private static func replace(_ value: String, _ entities: [UInt8: String]) -> String {
        guard value.utf8.contains(where: { entities[$0] != nil }) else { return value }
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            if let entity = entities[byte] { bytes += entity.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
