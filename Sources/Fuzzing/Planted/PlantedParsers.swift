#if KINESCOPE_PLANTED_BUGS
import Documents
import Tokens
import VirtualTime

/// Planted bugs of a reader of SAML responses.
enum PlantedSAML {
    /// What a reader without one of the checks makes of a response that was refused by it.
    static func reading(_ input: [UInt8], refusedFor error: SAMLError) -> Result<SAMLResponse, SAMLError> {
        switch error.cause {
        case .missing(let part) where Seams.isPlanted(.attributeWithoutName) && part == "Name of Attribute":
            preconditionFailure("planted: an Attribute has no Name")
        case .duplicateID(let id) where Seams.isPlanted(.duplicateIDIsTrusted):
            // As if the later bearer had an ID of its own: only the first is looked at.
            return reading(input, replacing: "ID=\"\(id)\"", by: "ID=\"\(id)-2\"", refusedFor: error)
        case .misplacedAssertion(in: "Extensions") where Seams.isPlanted(.assertionInExtensions):
            return withoutExtensions(input, refusedFor: error)
        default: return .failure(error)
        }
    }

    private static func reading(
        _ input: [UInt8],
        replacing text: String,
        by other: String,
        refusedFor error: SAMLError
    ) -> Result<SAMLResponse, SAMLError> {
        let document = String(decoding: input, as: UTF8.self)
        guard let first = document.firstRange(of: text) else { return .failure(error) }
        let rest = document[first.upperBound...].replacing(text, with: other)
        return trusted(String(document[..<first.upperBound]) + rest, refusedFor: error)
    }

    private static func withoutExtensions(
        _ input: [UInt8],
        refusedFor error: SAMLError
    ) -> Result<SAMLResponse, SAMLError> {
        guard var document = try? XMLDocument(parsing: input) else { return .failure(error) }
        document.root.children.removeAll {
            if case .element(let element) = $0 { element.name.local == "Extensions" } else { false }
        }
        return trusted(document.serialized, refusedFor: error)
    }

    private static func trusted(_ text: String, refusedFor error: SAMLError) -> Result<SAMLResponse, SAMLError> {
        guard let response = try? SAMLResponse(parsing: text) else { return .failure(error) }
        return .success(response)
    }

    /// The text of the first node of a name only.
    static func textBeforeComment(of name: SAMLNameID, in response: SAMLResponse) -> String {
        guard let document = try? XMLDocument(parsing: response.bytes) else { return name.value }
        var pending = [document.root]
        while let element = pending.popLast() {
            if element.name.local == "NameID", element.text == name.value,
                case .text(let first)? = element.children.first
            {
                return first
            }
            pending += element.elements
        }
        return name.value
    }
}

/// Planted bugs of a reader of dates.
enum PlantedDates {
    static func trapOnTenDigits(_ text: String) {
        let fields = text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard fields.count > 1 else { return }
        for field in fields where field.count == 10 {
            guard Int32(String(decoding: field, as: UTF8.self)) != nil else {
                preconditionFailure("planted: a field of ten digits does not fit")
            }
        }
    }

    static func oneDayOff(_ date: TokenDate) -> Instant {
        let next = date.instant + .seconds(86_400)
        return date.form == .slashes && CivilDate(utc: next).day == 1 ? next : date.instant
    }
}

/// Planted bugs of readers of tokens.
enum PlantedTokens {
    static func indexPastUnclosedSignature(_ text: String) {
        let bytes = Array(text.utf8)
        let tag = Array("<signatureInfo>".utf8)
        guard bytes.starts(with: tag), bytes.count > tag.count else { return }
        var index = tag.count
        while bytes[index] != UInt8(ascii: "<") { index += 1 }
    }

    static func unescapedQuadratically(_ text: String) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        var result: [UInt8] = []
        var rest = Array(text.utf8)
        // What is left is copied, and read as a text again, for every byte.
        while !rest.isEmpty {
            let ahead = String(decoding: rest, as: UTF8.self)
            if let (entity, character) = entities.first(where: { ahead.utf8.starts(with: $0.0.utf8) }) {
                result += Array(character.utf8)
                rest = Array(rest.dropFirst(entity.utf8.count))
            } else {
                result.append(rest[0])
                rest = Array(rest.dropFirst())
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
#endif
