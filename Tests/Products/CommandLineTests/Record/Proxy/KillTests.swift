import Documents
import Exchanges
import Foundation
import RecordingStore
import Testing
import VirtualTime

@testable import kinescope

@Suite struct KillTests {
    @Test(
        "Killed at any moment, a recorder leaves a file that opens, verifies and holds whatever a client saw the end of",
        .timeLimit(.minutes(20))
    )
    func killed() async throws {
        // More of them take minutes: for whoever changes how recordings are written.
        let asked = ProcessInfo.processInfo.environment["KINESCOPE_KILLS"].flatMap { Int($0) }
        let kills = asked ?? 40
        let result = try await onThread {
            let origin = try KillOrigin()
            let authority = TemporaryFolder()
            var chance = SeededGenerator(seed: 4)
            var sum = KilledRecording()
            for number in 1...kills {
                let milliseconds = Double.random(in: 1...60, using: &chance)
                // Some have an exchange in flight that takes so long that it stands in the file before its end.
                let killed = try Self.kill(
                    number,
                    after: number.isMultiple(of: 6) ? 600 + milliseconds : milliseconds,
                    hasLong: number.isMultiple(of: 6),
                    origin,
                    authority
                )
                sum.add(killed)
            }
            return sum
        }
        if asked != nil { print("kills \(kills): \(result)") }
        #expect(result.unreadable.isEmpty)
        #expect(result.lost.isEmpty)
        #expect(result.seen > kills, "hardly anything was in flight")
        #expect(result.stored >= result.seen)
        #expect(result.interrupted > 0, "no exchange was interrupted")
    }

    /// Kills one recorder under load, and looks at what it leaves.
    private static func kill(
        _ number: Int,
        after milliseconds: Double,
        hasLong: Bool,
        _ origin: KillOrigin,
        _ authority: TemporaryFolder
    ) throws -> KilledRecording {
        let folder = TemporaryFolder()
        let recorder = try RecordProcess(in: folder, authority: authority)
        let clients = (1...4).map { KillClient("/kill/\(number)/client/\($0)", recorder.port, origin.port) }
        for client in clients { client.start() }
        if hasLong { KillClient("/kill/\(number)/long", recorder.port, origin.port).start() }
        usleep(UInt32(milliseconds * 1_000))
        #expect(try recorder.end(SIGKILL) == -SIGKILL)
        let seen = clients.flatMap { $0.seen() }
        do {
            return try KilledRecording(at: recorder.path, seen: seen, saidByCommand: hasLong, in: folder)
        } catch {
            return KilledRecording(unreadable: ["\(number): \(error)"])
        }
    }
}

/// The remains of a killed recorder, or of several.
struct KilledRecording: CustomStringConvertible, Sendable {
    var unreadable: [String] = []
    /// Exchanges that a client saw the end of.
    var seen = 0
    /// Those of them that are not in the file as they were.
    var lost: [String] = []
    var stored = 0
    /// Exchanges that had begun and not ended.
    var interrupted = 0

    var description: String {
        "seen \(seen), lost \(lost.count), stored \(stored), interrupted \(interrupted), unreadable \(unreadable.count)"
    }

    mutating func add(_ other: KilledRecording) {
        unreadable += other.unreadable
        seen += other.seen
        lost += other.lost
        stored += other.stored
        interrupted += other.interrupted
    }
}

extension KilledRecording {
    /// Opens what is left; `saidByCommand`, if the command is to open it first, and to say what it did.
    init(at path: String, seen urls: [String], saidByCommand: Bool, in folder: TemporaryFolder) throws {
        let left = try RecordingFile.open(path)
        #expect(!left.isFinished && left.isInterrupted)
        if saidByCommand {
            let first = try CommandLineRun.kinescope(["verify", path], in: folder)
            #expect(first.status == 0 && first.error.contains("its recorder was killed"), "\(first)")
            let second = try CommandLineRun.kinescope(["verify", "--repair", path], in: folder)
            #expect(second.status == 0 && second.output.contains("ok, but interrupted"), "\(second)")
        } else {
            let repair = try #require(try RecordingRepair(of: path, mayRemove: false))
            #expect(repair.leak == nil)
        }
        let file = try RecordingFile.open(path)
        #expect(file.isFinished && file.isInterrupted)
        let problems = try file.verify()
        if !problems.isEmpty { unreadable.append("\(problems)") }
        var bodies: [String: String] = [:]
        for exchange in try file.recording().exchanges {
            if exchange.outcome == .failure(RecordingWriter.interruption) {
                interrupted += 1
            } else if let response = exchange.response {
                bodies[exchange.request.url] = response.status == 204 ? "" : exchange.responseText
            }
        }
        // What was there before is read the same: nothing was lost on the way.
        #expect(try left.recording() == file.recording())
        file.close()
        seen = urls.count
        stored = bodies.count
        lost = urls.filter { bodies[$0] != KillOrigin.text(String(URLParts($0).path)) }
        #expect(folder.names == ["r.kinescope"])
    }
}

extension Exchange {
    fileprivate var responseText: String { String(decoding: response?.body ?? [], as: UTF8.self) }
}
