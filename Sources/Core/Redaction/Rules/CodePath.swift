/// The paths of Adobe's that hold a registration code.
enum CodePath {
    /// Returns the place of the code in the path of a URL of Adobe's, if it holds one.
    ///
    /// rest-api-v1.md §6.2, §6.3, §7.2, §7.3, §7.11; rest-api-v2.md, sessions and profiles.
    static func code(in path: ArraySlice<UInt8>) -> Range<Int>? {
        var rest = path
        guard let last = lastSegment(of: &rest), last.count >= minimumBytes else { return nil }
        guard patterns.contains(where: { matches($0, rest) }) else { return nil }
        return last.startIndex..<last.endIndex
    }

    /// Takes the last segment off a path; nil if it has none.
    private static func lastSegment(of path: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        // By indices: to shorten a slice in place copies the bytes that others hold, too.
        var end = path.endIndex
        while end > path.startIndex, path[end - 1] == 0x2F { end -= 1 }
        guard end > path.startIndex else { return nil }
        var start = end
        while start > path.startIndex, path[start - 1] != 0x2F { start -= 1 }
        defer { path = path[..<start] }
        return path[start..<end]
    }

    private static let patterns =
        [
            "reggie/v1/*/regcode", "reggie/v1/regcode", "api/v1/checkauthn", "api/v1/authenticate",
            "api/v1/preauthorize", "api/v2/*/sessions", "api/v2/authenticate/*", "api/v2/*/profiles/code",
        ].map(Self.segments)

    /// Shorter than any code that is told from a word.
    private static let minimumBytes = 5

    private static func segments(_ path: String) -> [[UInt8]] { path.utf8.split(separator: 0x2F).map { Array($0) } }

    /// Checks whether the path ends so: a proxy may put something before it.
    private static func matches(_ pattern: [[UInt8]], _ path: ArraySlice<UInt8>) -> Bool {
        var rest = path
        // From its end, where nearly every path differs from every pattern.
        for expected in pattern.reversed() {
            guard let segment = lastSegment(of: &rest), expected == [0x2A] || segment.elementsEqual(expected) else {
                return false
            }
        }
        return true
    }
}
