public import ClientStack
import Tokens

extension StorageOptions {
    /// The decisions that a scenario may make about where AccessEnabler keeps tokens, and how.
    public static let table = OptionTable<StorageOptions>([
        .choice("identifier-since-ios-7", \.identifierSinceIOS7),
        .choice("boundary", \.boundary, [("exclusive", .exclusive), ("inclusive", .inclusive)]),
    ])
}
