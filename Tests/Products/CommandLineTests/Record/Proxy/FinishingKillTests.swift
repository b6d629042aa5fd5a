import Exchanges
import Foundation
import RecordingStore
import Testing
import VirtualTime

@testable import kinescope

@Suite struct FinishingKillTests {
    @Test(
        "Killed while finishing, no file that holds a late secret counts as finished, and repairing takes it out",
        .timeLimit(.minutes(20))
    )
    func killed() async throws {
        let asked = ProcessInfo.processInfo.environment["KINESCOPE_FINISHING_KILLS"].flatMap { Int($0) }
        let kills = asked ?? 10
        let (finished, unfinished) = try await onThread {
            let origin = try PlainOrigin { head, wire in
                let body = Self.answer(to: head.target)
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                return true
            }
            let authority = TemporaryFolder()
            var chance = SeededGenerator(seed: 24)
            var (finished, unfinished) = (0, 0)
            let (time, _) = try Self.record(0, origin.port, authority) { try $0.end(SIGINT) }
            for number in 1...kills {
                let moment = Double.random(in: 0...time, using: &chance)
                let (_, folder) = try Self.record(number, origin.port, authority) { recorder in
                    kill(recorder.identifier, SIGINT)
                    usleep(UInt32(moment * 1_000_000))
                    try recorder.end(SIGKILL)
                }
                if try Self.look(at: folder, number) { finished += 1 } else { unfinished += 1 }
            }
            return (finished, unfinished)
        }
        if asked != nil { print("finishing kills \(kills): finished \(finished), unfinished \(unfinished)") }
        #expect(unfinished > 0 && finished + unfinished == kills)
    }

    /// Records a secret that only the last exchange gives away, and ends the recorder.
    ///
    /// - Returns: how long its end took, in seconds, and where the recording is.
    private static func record(
        _ number: Int,
        _ port: Int,
        _ authority: TemporaryFolder,
        _ end: (RecordProcess) throws -> Void
    ) throws -> (Double, TemporaryFolder) {
        let folder = TemporaryFolder()
        let recorder = try RecordProcess(in: folder, authority: authority)
        do {
            var wire = Wire(try TCPSocket.connected(toPort: recorder.port))
            for path in ["/help/\(secret)/page"] + (1...20).map({ "/filler/\($0)" }) + ["/api/v1/checkauthn"] {
                try wire.socket.sendAll("GET http://127.0.0.1:\(port)\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try wire.answer().head.status == 200)
            }
        }
        let start = ContinuousClock.now
        try end(recorder)
        return (Double((ContinuousClock.now - start) / .microseconds(1)) / 1_000_000, folder)
    }

    /// Checks whether the recording counts as finished; what is not is repaired.
    private static func look(at folder: TemporaryFolder, _ number: Int) throws -> Bool {
        let path = folder.url(of: "r.kinescope").path
        let file = try RecordingFile.open(path)
        #expect(file.exchangeCount == 22)
        if file.isFinished {
            #expect(!holds(folder, "r.kinescope"), "finished at kill \(number), and not searched")
            return true
        }
        let verify = try CommandLineRun.kinescope(["verify", path], in: folder)
        #expect(verify.output.contains("not searched for late secrets"), "\(verify)")
        let repair = try CommandLineRun.kinescope(["verify", "--repair", path], in: folder)
        #expect(repair.status == 0 && repair.output.contains(": ok"), "\(repair)")
        #expect(!folder.names.contains { $0.hasPrefix("r.kinescope") && holds(folder, $0) })
        #expect(folder.names == ["r.kinescope"])
        let repaired = try RecordingFile.open(path)
        #expect(try repaired.isFinished && repaired.verify().isEmpty && repaired.exchangeCount == 22)
        return false
    }

    private static func holds(_ folder: TemporaryFolder, _ name: String) -> Bool {
        (try? Data(folder.bytes(of: name)))?.range(of: Data(secret.utf8)) != nil
    }

    private static let secret = "late-subscriber-90210-k1te"

    private static func answer(to path: String) -> String {
        if path.hasPrefix("/api/") { return #"{"userId":"\#(secret)"}"# }
        var chance = SeededGenerator(seed: UInt64(path.utf8.count))
        return path + (0..<2_500).map { _ in String(chance.next(), radix: 36) }.joined(separator: " ")
    }
}
