import Foundation
import RecordingStore
import Testing
import VirtualTime

@Suite struct FullDiskTests {
    /// Starts a command on a file system of 2 MB that only it sees, and copies out what it leaves there.
    private static let script = """
        mount -t tmpfs -o size=2m tmpfs "$1" || exit 99
        folder=$1; copies=$2; pid=$3; shift 3
        "$@" & echo $! >"$pid.new"; mv "$pid.new" "$pid"
        wait $!; status=$?
        cp "$folder"/* "$copies"; exit $status
        """

    /// True if this system lets the tests mount something: in a container, or as an ordinary user, it does not.
    private static let canMount: Bool = {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") else { return false }
        return Process.succeeds("/usr/bin/unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=2m tmpfs /mnt")
    }()

    @Test(
        "On a full disk recording stops with a message, the traffic goes on, and what was stored can be read",
        .enabled(if: canMount, "a small file system cannot be mounted here"),
        .timeLimit(.minutes(5))
    )
    func fullDisk() async throws {
        let folder = TemporaryFolder()
        let disk = TemporaryFolder()
        let copies = TemporaryFolder()
        let (answered, status, error, output) = try await onThread {
            let origin = try PlainOrigin { head, wire in
                let body = Self.body(head.target)
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                return true
            }
            let recorder = try RecordProcess(
                in: folder,
                recording: disk.url(of: "r.kinescope").path,
                wrapper: [
                    "unshare", "-m", "sh", "-c", Self.script, "sh", disk.url.path, copies.url.path,
                    folder.url(of: "pid").path,
                ]
            )
            var wire = Wire(try TCPSocket.connected(toPort: recorder.port))
            var answered = 0
            for number in 1...200 {
                try wire.socket.sendAll("GET http://127.0.0.1:\(origin.port)/\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                let answer = try wire.answer()
                if answer.head.status == 200, answer.body == Array(Self.body("/\(number)").utf8) { answered += 1 }
            }
            let status = try recorder.end()
            return (answered, status, recorder.error, recorder.output)
        }
        #expect(answered == 200)
        #expect(status == 3, "\(error)")
        #expect(error.contains("nothing is recorded from now on, the traffic continues"), "\(error)")
        #expect(error.contains("full"), "\(error)")
        #expect(output.contains(#""type":"summary""#))
        let file = try RecordingFile.open(copies.url(of: "r.kinescope").path)
        #expect(file.exchangeCount > 5 && file.exchangeCount < 200)
        #expect(try file.verify().isEmpty)
        for (index, exchange) in try file.recording().exchanges.enumerated() {
            #expect(exchange.response?.body == Array(Self.body("/\(index + 1)").utf8))
        }
    }

    /// 40 kB that are no other path's, and that cannot be stored as less.
    private static func body(_ path: String) -> String {
        var chance = SeededGenerator(seed: UInt64(path.dropFirst()) ?? 0)
        return (0..<2_500).map { _ in String(chance.next(), radix: 36) }.joined(separator: " ")
    }
}
