import Checkout
import Foundation

/// The captures in `Recordings/captures`.
enum Captures {
    static let archives = [
        "access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos",
        "ytdlp-cached-second-play", "ytdlp-sign-on",
    ]
    static let vsaLogs = [
        "access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos",
    ]

    static func archive(_ name: String) throws -> [UInt8] { try bytes("\(name).har") }
    static func vsaLog(_ name: String) throws -> [UInt8] { try bytes("\(name).accounts.jsonl") }

    private static func bytes(_ file: String) throws -> [UInt8] {
        try Checkout.bytes(of: "Recordings/captures/\(file)")
    }
}
