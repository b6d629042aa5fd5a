import Checkout
import Foundation

/// Files that once made the reader wrong, and stay to show that it no longer is.
enum Regression {
    /// The text of a file in `Corpus/ScenarioYAML/regression`.
    static func text(_ name: String) throws -> String {
        try String(
            contentsOf: Checkout.top.appending(path: "Corpus/ScenarioYAML/regression/\(name)"),
            encoding: .utf8
        )
    }
}
