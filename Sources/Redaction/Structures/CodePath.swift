/// The paths of Adobe's that hold a registration code.
enum CodePath {
    /// Where the code stands in the path of a URL of Adobe's, if it holds one.
    ///
    /// rest-api-v1.md §6.2, §6.3, §7.2, §7.3, §7.11; rest-api-v2.md, sessions and profiles.
    static func code(in path: ArraySlice<UInt8>) -> Range<Int>? {
        let segments = path.split(separator: 0x2F)
        guard let last = segments.last, last.count >= minimumBytes else { return nil }
        guard patterns.contains(where: { matches($0, segments.dropLast()) }) else { return nil }
        return last.startIndex..<last.endIndex
    }

    private static let patterns =
        [
            "reggie/v1/*/regcode", "reggie/v1/regcode", "api/v1/checkauthn", "api/v1/authenticate",
            "api/v1/preauthorize", "api/v2/*/sessions", "api/v2/authenticate/*", "api/v2/*/profiles/code",
        ].map(Self.segments)

    /// Shorter than any code that is told from a word.
    private static let minimumBytes = 5

    private static func segments(_ path: String) -> [[UInt8]] { path.utf8.split(separator: 0x2F).map { Array($0) } }

    /// Whether the path ends so: a proxy may put something before it.
    private static func matches(_ pattern: [[UInt8]], _ path: ArraySlice<ArraySlice<UInt8>>) -> Bool {
        path.count >= pattern.count
            && zip(pattern, path.suffix(pattern.count)).allSatisfy { $0 == [0x2A] || $1.elementsEqual($0) }
    }
}
