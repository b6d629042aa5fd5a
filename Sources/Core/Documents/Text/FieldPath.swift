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

    /// The path as it stands in a message: on one line and in one direction, whatever names the document holds, and not
    /// longer than others.
    public static func printed(_ path: String) -> String { cut(path.inOneLine) }

    private static func cut(_ path: String) -> String {
        guard path.utf8.count > maximumBytes else { return path }
        var end = path.utf8.index(path.startIndex, offsetBy: maximumBytes - 3)
        // Not within a character.
        while UTF8.isContinuation(path.utf8[end]) { end = path.utf8.index(before: end) }
        return String(path[..<end]) + "…"
    }
}
