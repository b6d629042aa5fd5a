import Foundation

/// The same program once more: another process has another hash seed, so that what depends on the order of a set or a
/// dictionary shows up as a difference.
enum SecondProcess {
    /// What `kinescope` with `arguments` writes to standard output; what it has to complain about was told already.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be started.
    static func output(of arguments: [String]) throws(CommandFailure) -> String {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw CommandFailure("cannot start a second process to compare with: \(error.localizedDescription)")
        }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
