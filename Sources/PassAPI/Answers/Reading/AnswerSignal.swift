import Documents
import Tokens

/// What may stand in any XML answer, with status 200 too (access-enabler.md §14.4).
enum AnswerSignal {
    case pendingLogout(reason: String?)
    case notAuthorized(details: String?)

    /// The signal in a parsed answer.
    init?(in element: XMLElement) {
        if let logout = element.firstDescendant("pendingLogout"), !sameBytes(logout.text, "false") {
            self = .pendingLogout(reason: logout.attribute("reason"))
        } else if element.firstDescendant("notAuthorized") != nil {
            self = .notAuthorized(details: element.firstDescendant("details")?.text)
        } else {
            return nil
        }
    }

    /// The signal in a text that is no XML document, such as two elements side by side or a bare token.
    init?(inText text: String) {
        if let tag = text.between("<pendingLogout", ">") {
            if case "false" = text.between("<pendingLogout" + tag + ">", "</pendingLogout>") { return nil }
            self = .pendingLogout(reason: tag.between("reason=\"", "\"") ?? tag.between("reason='", "'"))
        } else if text.between("<notAuthorized", ">") != nil {
            self = .notAuthorized(details: text.between("<details>", "</details>").map { TokenText.unescapedOnce($0) })
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

extension XMLElement {
    /// This element or the first one inside it of this local name, in document order.
    ///
    /// The parser limits the depth, so the recursion ends.
    func firstDescendant(_ local: String) -> XMLElement? {
        if sameBytes(name.local, local) { return self }
        for element in elements {
            if let found = element.firstDescendant(local) { return found }
        }
        return nil
    }
}
