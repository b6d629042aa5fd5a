import Foundation

/// A value as JSON text on one line, its members in the order they were given.
struct JSONText: ExpressibleByStringLiteral, Hashable, Sendable {
    let text: String

    init(text: String) { self.text = text }

    init(stringLiteral value: String) { self = .string(value) }

    static let null = JSONText(text: "null")

    static func bool(_ value: Bool) -> JSONText { JSONText(text: value ? "true" : "false") }

    static func integer(_ value: Int) -> JSONText { JSONText(text: String(value)) }

    static func string(_ value: String) -> JSONText {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return JSONText(text: text + "\"")
    }

    static func strings(_ values: [String]) -> JSONText { array(values.map(string)) }

    static func array(_ values: [JSONText]) -> JSONText {
        JSONText(text: "[" + values.map(\.text).joined(separator: ",") + "]")
    }

    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(text: "{" + members.map { string($0.0).text + ":" + $0.1.text }.joined(separator: ",") + "}")
    }

    /// Returns what is JSON text already, put on one line; a string of it if it is not valid JSON after all.
    static func raw(_ json: String) -> JSONText {
        let isJSON = (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)) != nil
        guard isJSON else { return string(json) }
        // Between the parts of a JSON text a line's end is a blank; in its strings there is none.
        return JSONText(
            text: String(String.UnicodeScalarView(json.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
        )
    }
}
