import Foundation

/// The VSA log that lies beside a HAR file, under the same name.
enum VSALogBeside {
    /// What follows the name: the one that Kinescope writes of, and an older one.
    static let endings = [".vsa.jsonl", ".accounts.jsonl"]

    /// The path of the log beside the HAR file at `path`; nil if there is none.
    static func path(of path: String) -> String? {
        guard isHAR(path) else { return nil }
        let name = path.dropLast(ending.count)
        return endings.map { name + $0 }.first(where: FileManager.default.fileExists)
    }

    /// Whether the file at `path` is a HAR file, by its name.
    static func isHAR(_ path: String) -> Bool { path.lowercased().hasSuffix(ending) }

    private static let ending = ".har"
}
