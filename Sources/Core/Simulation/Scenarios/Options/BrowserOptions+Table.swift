public import ClientStack
import Tokens

extension BrowserOptions {
    /// The decisions that a scenario may make about a client of the browser dialect.
    public static let table = OptionTable<BrowserOptions>([
        .choice("expiry", \.expiry, [("exclusive", .exclusive), ("inclusive", .inclusive)]),
        .choice("cache", \.cache, [("file", .file), ("memory", .memory)]),
        .number("rounds", \.rounds, in: 1...100),
        .flag("keeps-headers", \.keepsHeaders),
        .choice("logout", \.logout, [("forgets-tokens", .forgetsTokens), ("opens-page", .opensPage)]),
    ])
}
