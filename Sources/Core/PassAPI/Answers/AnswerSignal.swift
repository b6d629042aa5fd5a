import Documents
import Tokens

/// The signals that may be in any XML response, with status 200 too (access-enabler.md §14.4).
enum AnswerSignal {
    case pendingLogout(reason: String?)
    case notAuthorized(details: String?)

    /// The signal in a parsed answer.
    init?(in element: XMLElement) {
        if let logout = element.firstDescendant("pendingLogout"), ExactText(logout.text) != "false" {
            self = .pendingLogout(reason: logout.attribute("reason"))
        } else if element.firstDescendant("notAuthorized") != nil {
            self = .notAuthorized(details: element.firstDescendant("details")?.text)
        } else {
            return nil
        }
    }

    /// The signal in a text that is read as no XML document: two elements side by side, a bare token, a tree that is too deep.
    init?(inText text: String) {
        let text = Array(text.utf8)
        if let logout = StartTag("pendingLogout", in: text), ExactText(logout.content(in: text) ?? "") != "false" {
            self = .pendingLogout(reason: logout.attribute("reason"))
        } else if StartTag("notAuthorized", in: text) != nil {
            let details = StartTag("details", in: text)?.content(in: text)
            self = .notAuthorized(details: details.map { TokenText.unescapedOnce($0) })
        } else {
            return nil
        }
    }

    var content: PassResponse.Content {
        switch self {
        case .pendingLogout(let reason): .pendingLogout(reason: reason)
        case .notAuthorized(let details): .notAuthorized(details: details)
        }
    }
}

/// A start tag in a text that nobody parses.
private struct StartTag {
    /// The element's name as it is written, with its prefix.
    private let name: ArraySlice<UInt8>
    /// The bytes between the name and `>`.
    private let attributes: ArraySlice<UInt8>

    /// The first tag of this local name, whatever its prefix; nil if there is none.
    init?(_ local: String, in text: [UInt8]) {
        let ends = Array(" \t\r\n/>".utf8)
        var rest = text[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = text[(start + 1)...]
            let name = rest.prefix { !ends.contains($0) && $0 != UInt8(ascii: "<") }
            let unprefixed = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
            guard unprefixed.elementsEqual(local.utf8) else { continue }
            guard let end = text[name.endIndex...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            self.name = name
            attributes = text[name.endIndex..<end]
            return
        }
        return nil
    }

    /// Returns the text between the tag and the first end tag of its name; nil if there is none.
    func content(in text: [UInt8]) -> String? {
        let rest = text[(attributes.endIndex + 1)...]
        let endTag = Array("</".utf8) + name + Array(">".utf8)
        return rest.place(of: endTag, from: rest.startIndex).map { String(decoding: rest[..<$0], as: UTF8.self) }
    }

    /// The value of an attribute; nil if there is none.
    func attribute(_ name: String) -> String? {
        let text = String(decoding: attributes, as: UTF8.self)
        return text.between("\(name)=\"", "\"") ?? text.between("\(name)='", "'")
    }
}

extension XMLElement {
    /// This element or the first one inside it of this local name, in document order.
    ///
    /// The parser limits the depth, so the recursion ends.
    func firstDescendant(_ local: String) -> XMLElement? {
        if name.$local == local { return self }
        for element in elements {
            if let found = element.firstDescendant(local) { return found }
        }
        return nil
    }
}
