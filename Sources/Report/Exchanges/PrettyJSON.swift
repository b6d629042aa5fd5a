public import Documents

/// A JSON value over several lines, two blanks a level, for a person to read.
public enum PrettyJSON {
    /// The lines of `value`, without a line end after the last; its strings are escaped for a terminal.
    public static func text(of value: JSONValue) -> String {
        var result = ""
        append(value, to: &result, indent: 0)
        return result
    }

    private static func append(_ value: JSONValue, to result: inout String, indent: Int) {
        let margin = String(repeating: "  ", count: indent)
        switch value {
        case .array(let elements) where !elements.isEmpty:
            result += "[\n"
            for (index, element) in elements.enumerated() {
                result += margin + "  "
                append(element, to: &result, indent: indent + 1)
                result += index + 1 < elements.count ? ",\n" : "\n"
            }
            result += margin + "]"
        case .object(let object) where !object.members.isEmpty:
            result += "{\n"
            for (index, member) in object.members.enumerated() {
                result += margin + "  " + scalar(.string(member.key)) + ": "
                append(member.value, to: &result, indent: indent + 1)
                result += index + 1 < object.members.count ? ",\n" : "\n"
            }
            result += margin + "}"
        default:
            result += scalar(value)
        }
    }

    private static func scalar(_ value: JSONValue) -> String { PrintableText.escaped(value.serialized) }
}
