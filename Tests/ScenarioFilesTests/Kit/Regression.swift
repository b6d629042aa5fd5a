import Foundation

/// Files that once made the reader wrong, and stay to show that it no longer is.
enum Regression {
    /// The text of a file in `Corpus/ScenarioYAML/regression`.
    static func text(_ name: String) throws -> String {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: folder.appendingPathComponent("Corpus/ScenarioYAML/regression/\(name)"),
            encoding: .utf8
        )
    }
}
