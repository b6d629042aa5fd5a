import Exchanges
import Foundation
import Proxy
import Report
import Testing

@testable import kinescope

@Suite struct RecordingConsoleTests {
    private static func exchange(_ ordinal: Int) -> RecordedEvent {
        var exchange = Sample.exchange()
        exchange.ordinal = ordinal
        return .exchange(ExchangeBrief(of: exchange, name: "v1.checkauthn"), bodyBytes: 0)
    }

    @Test("Every line is written before it is finished")
    func complete() async throws {
        let folder = TemporaryFolder()
        try folder.write("", to: "out")
        let file = try FileHandle(forWritingTo: folder.url(of: "out"))
        let terminal = Terminal(descriptor: file.fileDescriptor, name: "out")
        let console = RecordingConsole(terminal: terminal, text: LiveText())
        for ordinal in 1...100 { console.show([Self.exchange(ordinal)]) }
        await console.finish()
        let text = String(decoding: try folder.bytes(of: "out"), as: UTF8.self)
        #expect(text.split(separator: "\n").count == 100)
    }

    @Test("A terminal that stands still stops nobody; what was not shown is counted")
    func standingStill() async throws {
        let pipe = Pipe()
        let terminal = Terminal(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
        let console = RecordingConsole(terminal: terminal, text: LiveText())
        // More than the pipe and the console hold together.
        let count = 3 * RecordingConsole.maximumWaiting
        for ordinal in 1...count { console.show([Self.exchange(ordinal)]) }
        let text = Told<String>()
        let reader = Thread {
            text.add(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
        }
        reader.start()
        await console.finish(patience: .seconds(30))
        try pipe.fileHandleForWriting.close()
        let deadline = Date(timeIntervalSinceNow: 30)
        while text.all.isEmpty, Date() < deadline { try await Task.sleep(for: .milliseconds(5)) }
        let lines = try #require(text.all.first).split(separator: "\n")
        let missing = lines.compactMap { line in
            line.hasPrefix("… ") ? Int(line.split(separator: " ")[1]) : nil
        }
        #expect(!missing.isEmpty)
        #expect(lines.count - missing.count + missing.reduce(0, +) == count)
    }
}
