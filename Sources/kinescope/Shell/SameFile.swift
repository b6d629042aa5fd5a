/// Whether two paths lead to one file.
enum SameFile {
    /// Whether both exist and are the same file, by whatever names.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard let first = FileStatus(path: one), let second = FileStatus(path: other) else { return false }
        return first.isSame(as: second)
    }
}
