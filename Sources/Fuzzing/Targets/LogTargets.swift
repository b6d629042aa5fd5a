import Documents
import Exchanges
import SubscriberAccount
import VirtualTime

extension FuzzTarget {
    /// Account logs.
    public static let accountLog = FuzzTarget(
        "AccountLog",
        maximumBytes: 64 * 1024,
        check: LogChecks.check,
        mutate: { input, generator in
            // One line of several.
            var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
            guard !lines.isEmpty else { return nil }
            let index = generator.below(lines.count)
            lines[index] = JSONMutation.mutated(lines[index], &generator) ?? lines[index]
            return Array(lines.joined(separator: [0x0A]))
        }
    )

    /// HTTP archives.
    public static let archiveImport = FuzzTarget(
        "HARImport",
        maximumBytes: 256 * 1024,
        check: ArchiveChecks.check,
        mutate: { input, generator in JSONMutation.mutated(input, &generator) }
    )
}

/// What holds for account logs.
enum LogChecks {
    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        let responses: [AccountResponse]
        do throws(AccountLogError) {
            responses = try AccountLog.parse(input)
        } catch {
            return try require(!"\(error)".contains("\n"), "error-in-one-line", "\(error)")
        }
        let text = responses.map { AccountLog.line(for: $0) + "\n" }.joined()
        do {
            try requireEqual(try AccountLog.parse(Array(text.utf8)), responses, "log-is-read-back")
        } catch let failure as PropertyFailure {
            throw failure
        } catch {
            throw PropertyFailure("log-is-read-back", "\(error)")
        }
        for response in responses { try RedactionChecks.check(response) }
    }
}

/// What holds for archives.
enum ArchiveChecks {
    static func check(_ input: [UInt8]) throws(PropertyFailure) {
        let recording: Recording
        do throws(HTTPArchiveError) {
            recording = try HTTPArchive.recording(parsing: input)
        } catch {
            return try require(!"\(error)".contains("\n"), "error-in-one-line", "\(error)")
        }
        let written = HTTPArchive.serialized(recording)
        do {
            let again = try HTTPArchive.recording(parsing: written)
            try requireEqual(again.exchanges, recording.exchanges, "archive-is-read-back")
            try requireEqual(HTTPArchive.serialized(again), written, "print-is-a-fixed-point")
        } catch let failure as PropertyFailure {
            throw failure
        } catch {
            throw PropertyFailure("archive-is-read-back", "\(error)")
        }
        for exchange in recording.exchanges.prefix(4) { try RedactionChecks.check(exchange) }
    }
}
