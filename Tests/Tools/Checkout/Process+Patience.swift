public import Foundation

extension Process {
    /// Runs a command that says nothing on standard error, and answers whether it ended with 0 within a minute.
    public static func succeeds(_ words: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil, (try? process.waitUntilExit(atMost: 60)) != nil else { return false }
        return process.terminationStatus == 0
    }

    /// Waits until it has ended, and ends it when the time is over: a test that stands still stops all others.
    ///
    /// - Parameter seconds: How long it may take.
    /// - Throws: ``Endless``.
    public func waitUntilExit(atMost seconds: TimeInterval) throws(Endless) {
        if hasEnded(within: seconds) { return }
        kill(processIdentifier, SIGKILL)
        _ = hasEnded(within: 10)
        throw Endless(words: [executableURL?.path ?? ""] + (arguments ?? []), seconds: seconds)
    }

    private func hasEnded(within seconds: TimeInterval) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while isRunning {
            guard Date() < deadline else { return false }
            Thread.sleep(forTimeInterval: 0.002)
        }
        return true
    }

    /// A program that did not end in its time.
    public struct Endless: Error, CustomStringConvertible {
        /// Its command line.
        public var words: [String]
        /// The time that it was given.
        public var seconds: TimeInterval

        /// The command that continues, and the time that it was waited for.
        public var description: String { "still running after \(seconds) s: \(words.joined(separator: " "))" }
    }
}
