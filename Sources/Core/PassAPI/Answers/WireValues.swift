import Documents
import VirtualTime

extension XMLElement {
    /// An element in no namespace that holds elements.
    static func answer(_ name: String, _ children: [XMLElement?]) -> XMLElement {
        XMLElement(XMLName(name), children: children.compactMap { $0.map { .element($0) } })
    }

    /// An element that holds text; nil where there is none to hold.
    static func leaf(_ name: String, _ text: String?) -> XMLElement? {
        guard let text else { return nil }
        return XMLElement(XMLName(name), children: text.isEmpty ? [] : [.text(text)])
    }

    /// The elements that hold a list of texts.
    static func list(_ name: String, _ texts: [String], _ encoding: WireChoices.ListEncoding) -> [XMLElement?] {
        guard !texts.isEmpty else { return [] }
        // An element by itself is read as separated by commas: a text that this would change is written as nested.
        let isPlain = texts.allSatisfy { text in
            !text.isEmpty && text.utf8.first != UInt8(ascii: " ") && !text.utf8.contains(UInt8(ascii: ","))
        }
        switch encoding {
        case .repeated where isPlain || texts.count > 1: return texts.map { leaf(name, $0) }
        case .commaSeparated where isPlain: return [leaf(name, texts.joined(separator: ","))]
        case .repeated, .commaSeparated, .nested: return [answer(name, texts.map { leaf("value", $0) })]
        }
    }
}

extension JSONObject {
    /// The members that have a value, in order.
    static func answer(_ members: [(String, JSONValue?)]) -> JSONObject {
        JSONObject(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

extension JSONValue {
    /// A string, if there is one.
    static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
    /// A whole number, if there is one.
    static func integer(_ value: Int64?) -> JSONValue? { value.map { .number(JSONNumber($0)) } }
    /// An array of strings.
    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    /// Milliseconds since 1970 as a string, as the token calls print expiries (rest-api-v1.md §8).
    static func milliseconds(_ instant: Instant?) -> JSONValue? { (instant?.milliseconds).map { .string($0) } }
}

extension AnswerNode {
    /// The instant of the child `name` in milliseconds since 1970, number or string.
    func milliseconds(_ name: String) -> Instant? { integer(name).map { Instant(millisecondsSince1970: $0) } }
}

extension Instant {
    /// Milliseconds since 1970 as text.
    var milliseconds: String { String(millisecondsSince1970) }
}
