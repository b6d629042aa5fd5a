import Foundation
import Proxy

/// Where the name and password come from that a client has to give.
enum ProxyPassword {
    /// The environment variable that is read where `--password` is not given.
    static let variable = "KINESCOPE_PROXY_PASSWORD"

    /// What `option` says, or the environment.
    ///
    /// - Parameters:
    ///   - option: `USER:PASSWORD`, or `@FILE` for the first line of a file: what stands on the command line can be seen
    ///     by everybody on the machine.
    ///   - environment: the process's.
    /// - Returns: nil if neither says anything.
    /// - Throws: ``CommandFailure`` if the file cannot be read, or there is no colon; the message does not show the
    ///   password.
    static func credentials(
        option: String?,
        environment: [String: String]
    ) throws(CommandFailure) -> ProxyCredentials? {
        guard let option else {
            guard let text = environment[variable], !text.isEmpty else { return nil }
            return try credentials(text, from: variable)
        }
        guard option.hasPrefix("@") else { return try credentials(option, from: "--password") }
        let path = String(option.dropFirst())
        let bytes = try InputFile.bytes(of: path)
        guard let text = String(validating: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self) else {
            throw CommandFailure("\(path): its first line is not text: write USER:PASSWORD there")
        }
        return try credentials(text, from: path)
    }

    private static func credentials(_ text: String, from source: String) throws(CommandFailure) -> ProxyCredentials {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, text.index(after: colon) < text.endIndex
        else {
            throw CommandFailure("\(source): a name and a password are needed, written USER:PASSWORD", status: .usage)
        }
        return ProxyCredentials(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }
}
