public import ClientStack
import Tokens

extension StorageOptions {
    /// The decisions that a scenario may make about where AccessEnabler keeps tokens, and how.
    public static let table = OptionTable<StorageOptions>([
        .version("keychain-since", \.keychainSince),
        .flag("imports-into-keychain", \.importsIntoKeychain),
        .choice("identifier-since-ios-7", \.identifierSinceIOS7),
        .version("keeps-other-requestors-tokens-since", \.keepsOtherRequestorsTokensSince),
        .choice("boundary", \.boundary, [("exclusive", .exclusive), ("inclusive", .inclusive)]),
    ])
}
