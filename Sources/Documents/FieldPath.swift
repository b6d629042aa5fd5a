/// The place of a value within a document as people write it: `info.deviceId`, `mvpds[3].id`.
public enum FieldPath {
    /// No path is longer than this many bytes: what is, is cut and ends with an ellipsis.
    ///
    /// A document may hold one long name and very many values below it: each of their paths would repeat the name.
    public static let maximumBytes = 256

    /// The path of the value called `name` within the one at `path`, which is empty for the document itself.
    public static func joining(_ path: String, _ name: String, separator: String = ".") -> String {
        cut(path.isEmpty ? name : path + separator + name)
    }

    /// The path of the element at `index` of the array at `path`.
    public static func joining(_ path: String, index: Int) -> String { cut("\(path)[\(index)]") }

    /// The path as it stands in a message: on one line, whatever names the document holds, and not longer than others.
    public static func printed(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { !isLineBreaking($0) }
        guard !isPlain else { return cut(path) }
        var result = ""
        for scalar in path.unicodeScalars {
            if isLineBreaking(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return cut(result)
    }

    /// Control characters, and what a terminal or an editor takes for the end of a line.
    private static func isLineBreaking(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func cut(_ path: String) -> String {
        guard path.utf8.count > maximumBytes else { return path }
        return String(decoding: path.utf8.prefix(maximumBytes - 3), as: UTF8.self) + "…"
    }
}
