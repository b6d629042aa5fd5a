import Documents

/// What is around a value, as far as that decides how another is written in its place.
enum Surroundings: Hashable, Sendable {
    /// Nothing that is known.
    case text
    /// A URL.
    case url
    /// JSON, outside its strings where that was looked at.
    case json
    /// A string of JSON.
    case jsonString
    /// A script.
    case script
    /// HTML or XML.
    case markup
    /// A part of markup in which it has no entities.
    case verbatim
    /// A form, which begins with the name of a field.
    case form

    /// What a document is by its first byte.
    init(_ document: [UInt8]) {
        switch document.first(where: { !isSpace($0) }) {
        case UInt8(ascii: "<"): self = .markup
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        default: self = .text
        }
    }

    /// How a value is written where a plain one stood.
    var spelling: Spelling {
        switch self {
        case .text, .url, .form, .verbatim: .plain
        case .json, .jsonString: .json
        case .script: .script
        case .markup: .entities
        }
    }
}

/// A document that is read from left to right, for what is around each value in it.
struct DocumentReading {
    private let document: Surroundings
    private var index = 0
    /// The innermost of what has begun and not ended.
    private var inner: Surroundings

    /// The reading of a document, from its beginning.
    init(of document: Surroundings) { (self.document, inner) = (document, document) }

    /// Returns what is around the byte at `position`, which does not come before that of the call before.
    mutating func surroundings(at position: Int, of bytes: [UInt8]) -> Surroundings {
        switch document {
        case .json: readJSON(to: position, bytes)
        case .markup: readMarkup(to: position, bytes)
        case .text, .url, .jsonString, .script, .verbatim, .form: break
        }
        return inner
    }

    private mutating func readJSON(to position: Int, _ bytes: [UInt8]) {
        while index < position {
            switch bytes[index] {
            case UInt8(ascii: "\""): inner = inner == .json ? .jsonString : .json
            case UInt8(ascii: "\\") where inner == .jsonString: index += 1
            default: break
            }
            index += 1
        }
    }

    /// Scripts, style sheets and CDATA sections end at their own end alone.
    private mutating func readMarkup(to position: Int, _ bytes: [UInt8]) {
        while index < position {
            let rest = bytes[index...].prefix(12)
            switch (inner, bytes[index]) {
            case (.markup, UInt8(ascii: "<")):
                if begins(rest, "<![cdata[") {
                    (inner, end) = (.verbatim, "]]>")
                } else if begins(rest, "<script"), endsName(rest.dropFirst(7)) {
                    (inner, end) = (.script, "</script")
                } else if begins(rest, "<style"), endsName(rest.dropFirst(6)) {
                    (inner, end) = (.verbatim, "</style")
                }
            case (.markup, _): break
            default: if begins(rest, end) { inner = .markup }
            }
            index += 1
        }
    }

    /// What ends the innermost.
    private var end = ""

    private func begins(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.prefix(text.utf8.count).map(lowercasedASCII).elementsEqual(text.utf8)
    }

    private func endsName(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.first.map { !isAlphanumeric($0) } ?? true }
}
