import Checkout
import Foundation

/// Files that once were read wrong, and stay to show that they no longer are.
enum Regression {
    /// The HAR of this name in `Corpus/HARImport/regression`.
    static func archive(_ name: String) throws -> [UInt8] {
        try Checkout.bytes(of: "Corpus/HARImport/regression/\(name).har")
    }
}
