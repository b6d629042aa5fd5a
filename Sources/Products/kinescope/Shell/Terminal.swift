import Foundation
import Report

/// Standard output or standard error: where a command writes, and whether a person is looking.
struct Terminal {
    /// Where results go.
    static let output = Terminal(descriptor: 1, name: "standard output")
    /// Where errors and progress go.
    static let error = Terminal(descriptor: 2, name: "standard error")

    private let descriptor: Int32
    private let name: String

    /// What is written to `descriptor` and called `name` in errors.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Whether it is a terminal rather than a file or a pipe.
    var isInteractive: Bool { isatty(descriptor) == 1 }

    /// Whether to print in color: on a terminal that can, unless `NO_COLOR` is set (https://no-color.org).
    var showsColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// The width that text keeps to: what `COLUMNS` says, else the window's, else 100 columns.
    var width: TextWidth {
        if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
            return TextWidth(columns)
        }
        guard isInteractive else { return .standard }
        var size = winsize()
        let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        return result == 0 && size.ws_col > 0 ? TextWidth(Int(size.ws_col)) : .standard
    }

    /// Writes text for people: lines that are too wide are wrapped.
    func writeText(_ text: String) throws(CommandFailure) { try write(width.fitted(text)) }

    /// Writes a message about what went wrong, wrapped, with the name of the program in front.
    func writeMessage(_ message: String) throws(CommandFailure) {
        let lines = width.wrapped("kinescope: \(message)", indent: 2)
        try write(lines.joined(separator: "\n") + "\n")
    }

    /// Writes all of `text`.
    func write(_ text: String) throws(CommandFailure) {
        try write(Array(text.utf8))
    }

    /// Writes all of `bytes`.
    ///
    /// A reader that has gone away (`kinescope show … | head`) ends the process as it does other tools; a full disk is
    /// an error.
    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw CommandFailure("cannot write to \(name): \(SystemError.current)")
            }
        }
    }

    /// Writes out what `print` still holds back.
    func finish() throws(CommandFailure) {
        guard fflush(nil) == 0 else {
            throw CommandFailure("cannot write to \(name): \(SystemError.current)")
        }
    }
}

/// What the system said went wrong.
enum SystemError {
    /// The text of `errno`, in lower case: `no space left on device`.
    static var current: String { text(of: errno) }

    /// The text of an error number.
    static func text(of number: Int32) -> String {
        unsafe String(cString: strerror(number)).lowercased()
    }
}
