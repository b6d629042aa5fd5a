import Foundation
import NIOCore

/// Errors in words, those of libraries too: how Swift prints one of them is for whoever wrote it.
enum ErrorText {
    /// A few words, in one line, without names of types, payloads and paths.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as UpstreamError: error.description
        case let error as IOError: system(error.errnoCode)
        case let error as ChannelError: channel(error)
        default: words("\(error)")
        }
    }

    /// Returns the system's name for the error of this number: `Connection refused`.
    static func system(_ number: CInt) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number) of the system" }
        return unsafe String(cString: text)
    }

    private static func channel(_ error: ChannelError) -> String {
        switch error {
        case .connectTimeout: "it took too long to connect"
        case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed: "the connection was closed"
        default: words("\(error)")
        }
    }

    /// `NIOSSLError.handshakeFailed(…)` as `handshake failed`: the last name before what it carries.
    private static func words(_ text: String) -> String {
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
        // What is a sentence already.
        guard name.count == text.count || text.dropFirst(name.count).first == "(" else { return sentence(text) }
        var result = ""
        for character in name.split(separator: ".").last ?? "" {
            if character.isUppercase, result.last?.isLowercase == true { result += " " }
            result.append(character == "_" ? " " : character)
        }
        return result.isEmpty ? "no reason is known" : result.lowercased()
    }

    /// The beginning of the first line, unless it holds what Swift prints of values.
    private static func sentence(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }.prefix(longest)
        let isProse = !line.contains { "(){}[]<>/".contains($0) }
        return isProse && !line.isEmpty ? String(line) : "no reason is known"
    }

    private static let longest = 120
}
