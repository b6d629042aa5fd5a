public import ClientStack
import Tokens

extension BrowserOptions {
    /// The decisions that a scenario may make about a client of the browser dialect.
    public static let table = OptionTable<BrowserOptions>([
        .choice("cache", \.cache, [("file", .file), ("memory", .memory)]),
        .choice("logout", \.logout, [("forgets-tokens", .forgetsTokens), ("opens-page", .opensPage)]),
    ])
}
