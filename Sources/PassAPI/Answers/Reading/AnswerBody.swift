import Documents
import Exchanges

/// What the bytes of an answer are, judged by the bytes: the stated type is often wrong on errors.
enum AnswerBody {
    case blank
    case html(String)
    case document(AnswerNode)
    /// It begins like JSON or XML and is not: the text, and why.
    case malformed(String, reason: String)
    /// It is no text at all, or can only be meant as JSON and is none: nothing may take it for a token or a page.
    case garbled(reason: String)
    case text(String)

    /// The limits of XML answers: those of any document, but 4 MiB, since an MVPD list holds hundreds of providers.
    static let xmlLimits: XMLLimits = {
        var limits = XMLLimits()
        limits.totalBytes = 4 * 1024 * 1024
        return limits
    }()

    init(_ body: [UInt8]?) {
        var bytes = body ?? []
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let start = bytes.firstIndex(where: { !isBlank($0) }) else {
            self = .blank
            return
        }
        let beginning = String(decoding: bytes[start...].prefix(14), as: UTF8.self).lowercased()
        if beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html") {
            self = .html(String(decoding: bytes, as: UTF8.self))
        } else if beginning.hasPrefix("{") || beginning.hasPrefix("[") {
            self = Self.json(bytes)
        } else if beginning.hasPrefix("<") || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            self = Self.xml(bytes)
        } else {
            self = Self.text(bytes) { .text($0) }
        }
    }

    private static func json(_ bytes: [UInt8]) -> AnswerBody {
        do throws(JSONError) {
            return .document(.json(try JSONValue(parsing: bytes)))
        } catch {
            return .garbled(reason: "no JSON: \(error)")
        }
    }

    private static func xml(_ bytes: [UInt8]) -> AnswerBody {
        do throws(XMLError) {
            return .document(.xml(try XMLDocument(parsing: bytes, limits: xmlLimits).root))
        } catch {
            return text(bytes) { .malformed($0, reason: "no XML: \(error)") }
        }
    }

    /// What `make` makes of the text; bytes that are not UTF-8 are never repaired, since a token would be another then.
    private static func text(_ bytes: [UInt8], _ make: (String) -> AnswerBody) -> AnswerBody {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return .garbled(reason: "bytes that are not UTF-8") }
        return make(text)
    }
}
