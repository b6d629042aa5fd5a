import Foundation

/// Whether two paths lead to one file.
enum SameFile {
    /// Whether both exist and are the same file, by whatever names.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
