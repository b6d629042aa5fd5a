import Foundation
import RecordingStore
import Testing

@testable import kinescope

@Suite struct UnfinishedRecordingTests {
    @Test("A second Ctrl-C says that it leaves an unfinished, unsearched file")
    func secondSignal() throws {
        let folder = TemporaryFolder()
        // The answer never ends: the first signal gives it three seconds.
        let origin = try PlainOrigin { _, wire in
            try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
            try wire.waitForEnd()
            return false
        }
        let recorder = try RecordProcess(in: folder)
        let wire = Wire(try TCPSocket.connected(toPort: recorder.port))
        try wire.socket.sendAll("GET http://127.0.0.1:\(origin.port)/long HTTP/1.1\r\nHost: x\r\n\r\n")
        usleep(300_000)
        kill(recorder.identifier, SIGINT)
        usleep(300_000)
        #expect(try recorder.end(SIGINT) == -SIGINT)
        #expect(recorder.error.contains("ended at once. "), "\(recorder.error)")
        #expect(recorder.error.contains("was not searched for late secrets, do not pass it on"))
        #expect(recorder.error.contains("kinescope verify --repair "))
        let file = try RecordingFile.open(recorder.path)
        #expect(!file.isFinished && file.isInterrupted)
        withExtendedLifetime(wire) {}
    }

    @Test("Afterwards there is nothing to say, nor without secrets that were replaced")
    func text() {
        let redacted = UnfinishedRecording.text("a b.kinescope", true)
        #expect(redacted.contains("`kinescope verify --repair 'a b.kinescope'` finishes it"))
        #expect(redacted.contains("not searched"))
        #expect(!UnfinishedRecording.text("a.kinescope", false).contains("not searched"))
    }
}
