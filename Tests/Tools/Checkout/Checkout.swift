public import Foundation

/// The checkout that the tests were compiled from: the one place that knows where it lies.
public enum Checkout {
    /// Its top folder.
    public static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The files below `folder` whose names end in `suffix`, as paths from the top, sorted.
    public static func files(below folder: String, suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: top.appending(path: folder).path)?.compactMap {
            $0 as? String
        }
        return (names ?? []).filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The text of the file at `path`, counted from the top; empty if it is not there.
    public static func text(of path: String) -> String {
        (try? String(contentsOf: top.appending(path: path), encoding: .utf8)) ?? ""
    }

    /// Checks whether there is a file or directory at `path`, counted from the top.
    public static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: top.appending(path: path).path)
    }

    /// The bytes of the file at `path`, counted from the top.
    ///
    /// - Throws: Foundation's error if it cannot be read.
    public static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: top.appending(path: path)))
    }
}
