import FileSystem

/// Whether two paths lead to one file.
enum SameFile {
    /// Whether both exist and are the same file, by whatever names.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard let first = FileStatus(path: one), let second = FileStatus(path: other) else { return false }
        return first.isSame(as: second)
    }

    /// Whether two files that are yet to be written would get the same name in the same folder; `-` is no file's name.
    static func haveSameName(_ one: String, _ other: String) -> Bool {
        let (first, second) = (place(of: one), place(of: other))
        guard one != "-", other != "-", first.name == second.name else { return false }
        return first.folder == second.folder || isSame(first.folder, second.folder)
    }

    private static func place(of path: String) -> (folder: String, name: Substring) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), path[path.index(after: slash)...])
    }
}
