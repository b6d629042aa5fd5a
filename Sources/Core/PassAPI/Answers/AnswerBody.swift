import Documents
import Exchanges

/// The kinds of bytes of a response, evaluated by the bytes: the stated type is often wrong on errors.
enum AnswerBody {
    case blank
    case html(String)
    case document(AnswerNode)
    /// It begins like JSON or XML and is not: the text, and why.
    case malformed(String, reason: String)
    /// XML that is refused for a limit or a document type: the text, and why. What nobody reads to its end may say
    /// anything there, so that nothing takes it for a success.
    case refused(String, reason: String)
    /// It is no text at all, or can only be meant as JSON and is none: nothing may take it for a token or a page.
    case garbled(reason: String)
    case text(String)

    /// The limits of XML answers: those of any document, but 4 MiB, since an MVPD list holds hundreds of providers, and
    /// as many nodes and as long texts as fit there: what came as JSON, where it is shorter, can be read again as XML.
    static let xmlLimits: XMLLimits = {
        var limits = XMLLimits()
        limits.totalBytes = 4 * 1024 * 1024
        limits.textBytes = limits.totalBytes
        limits.nodes *= 4
        return limits
    }()

    init(_ body: [UInt8]?) {
        let bytes = Self.withoutMark(body ?? [])
        guard let start = bytes.firstIndex(where: { !isWhiteSpace($0) }) else {
            self = .blank
            return
        }
        // By bytes: with a combining mark behind it a brace is another character, and still no token begins with it.
        let beginning = bytes[start...].prefix(14).map(lowercasedASCII)
        let first = bytes[start]
        if beginning.starts(with: "<!doctype html".utf8) || beginning.starts(with: "<html".utf8) {
            self = .html(String(decoding: bytes, as: UTF8.self))
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = Self.json(bytes)
        } else if first == UInt8(ascii: "<") || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
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
            let reason = "no XML: \(error)"
            return text(bytes) { text in
                switch error.cause {
                case .limit, .documentType: .refused(text, reason: reason)
                case .empty, .nul, .encoding, .comment, .malformed, .namespace, .entity, .trailingBytes:
                    .malformed(text, reason: reason)
                }
            }
        }
    }

    /// Returns what `make` makes of the text.
    private static func text(_ bytes: [UInt8], _ make: (String) -> AnswerBody) -> AnswerBody {
        do throws(AnswerFailure) {
            return make(try checked(bytes))
        } catch {
            return .garbled(reason: error.reason)
        }
    }
}

// MARK: Bodies as texts

extension AnswerBody {
    /// UTF-8's byte order mark.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The text of a body, whatever it means: the mark at its beginning is no part of it.
    static func text(of body: [UInt8]?) throws(AnswerFailure) -> String { try checked(withoutMark(body ?? [])) }

    /// The body of a text: one that begins with a mark itself gets another, so that reading gives it back.
    static func bytes(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return bytes.starts(with: mark) ? mark + bytes : bytes
    }

    private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    }

    /// Bytes that are not UTF-8 are never repaired, since a token would be another then.
    private static func checked(_ bytes: [UInt8]) throws(AnswerFailure) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw AnswerFailure("bytes that are not UTF-8") }
        return text
    }
}
