import Foundation

/// Files that once were read wrong, and stay to show that they no longer are.
enum Regression {
    /// The HAR of this name in `Corpus/HARImport/regression`.
    static func archive(_ name: String) throws -> [UInt8] {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: top.appending(path: "Corpus/HARImport/regression/\(name).har")))
    }
}
