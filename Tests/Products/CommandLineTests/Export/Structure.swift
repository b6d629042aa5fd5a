import Documents

/// A JSON document as paths and values, whatever the order of its keys and the format of its numbers.
struct Structure {
    /// Each scalar and each empty container under its path, sorted by path.
    let values: [(path: String, value: String)]

    /// The paths alone.
    var paths: [String] { values.map(\.path) }

    init(of bytes: [UInt8]) throws {
        var values: [(path: String, value: String)] = []
        Self.walk(try JSONValue(parsing: bytes), at: "", into: &values)
        self.values = values.sorted { $0.path < $1.path }
    }

    /// Returns the differences, as lines.
    func differences(from other: Structure) -> [String] {
        guard paths == other.paths else {
            let difference = other.paths.difference(from: paths)
            return difference.prefix(10).map { "\($0)" }
        }
        return zip(values, other.values).filter { $0.value != $1.value }
            .map { "\($0.path): \($0.value), now \($1.value)" }
    }

    private static func walk(_ value: JSONValue, at path: String, into values: inout [(path: String, value: String)]) {
        switch value {
        case .object(let object) where !object.members.isEmpty:
            for member in object.members { walk(member.value, at: path + "." + member.key, into: &values) }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() { walk(element, at: path + "[\(index)]", into: &values) }
        case .number(let number):
            values.append((path, Double(number.text).map { "\($0)" } ?? number.text))
        case .string(let text) where path.hasSuffix(".at"):
            // A VSA log's instants may be written with Z or with +00:00.
            values.append((path, text.replacing("+00:00", with: "Z")))
        default:
            values.append((path, value.serialized))
        }
    }
}
