public import Documents

/// A JSON value over several lines, two blanks a level, for a person to read.
public enum PrettyJSON {
    /// The lines of `value`, without a line end after the last; its strings are escaped for a terminal.
    ///
    /// `rewriting` is given the names around and the text of each member that is a string or a number, and says what to show in
    /// its place, if anything.
    public static func text(
        of value: JSONValue,
        rewriting: (_ path: [String], _ text: String) -> String? = { _, _ in nil }
    ) -> String {
        var result = ""
        append(value, to: &result, indent: 0, rewriting)
        return result
    }

    private static func append(
        _ value: JSONValue,
        to result: inout String,
        indent: Int,
        at path: [String] = [],
        _ rewriting: ([String], String) -> String?
    ) {
        let margin = String(repeating: "  ", count: indent)
        switch value {
        case .array(let elements) where !elements.isEmpty:
            result += "[\n"
            for (index, element) in elements.enumerated() {
                result += margin + "  "
                append(element, to: &result, indent: indent + 1, at: path, rewriting)
                result += index + 1 < elements.count ? ",\n" : "\n"
            }
            result += margin + "]"
        case .object(let object) where !object.members.isEmpty:
            result += "{\n"
            for (index, member) in object.members.enumerated() {
                result += margin + "  " + scalar(.string(member.key)) + ": "
                let inner = path + [member.key]
                if let text = (member.value.string ?? member.value.number?.text).flatMap({ rewriting(inner, $0) }) {
                    result += PrintableText.escaped(text)
                } else {
                    append(member.value, to: &result, indent: indent + 1, at: inner, rewriting)
                }
                result += index + 1 < object.members.count ? ",\n" : "\n"
            }
            result += margin + "}"
        default:
            result += scalar(value)
        }
    }

    private static func scalar(_ value: JSONValue) -> String { PrintableText.escaped(value.serialized) }
}
