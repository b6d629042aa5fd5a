import Documents
import Exchanges
import Foundation
import Replay
import Report
import Simulation
import Testing

@Suite struct ContinuationTextTests {
    /// The bundled capture of a platform sign-on, and a month later.
    static func continuation(expecting resource: String) throws -> Continuation {
        let recording = try ReplayedCapture.recording()
        let replay = try Replayer.replay(recording)
        let fork = try ForkedWorld(recording)
        var run = ScenarioRun(in: fork.world)
        try run.run([.init(.advance(.seconds(31 * 86_400))), .init(.expect([.playing(resource)]), line: 3)])
        return Continuation(of: run, after: replay, notes: [.platformInferred])
    }

    @Test("The timeline begins with the fork, and the line at the end counts from there")
    func timeline() throws {
        let continuation = try Self.continuation(expecting: "KITE1")
        let text = ContinuationText().text(of: continuation, called: "x.kinescope")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "x.kinescope, KITETV on tvOS, REST API V1, continued by the simulated service")
        #expect(lines[4] == "── from here on the simulated service responds ──")
        #expect(lines[5].hasPrefix("── 31 d later: 2026-12-21 21:59:13."))
        #expect(!text.contains("valid AuthN token?"))
        #expect(
            text.contains(
                "\nFindings\n  note     There is no VSA log; replay inferred the VSA results from the exchanges.\n"
            )
        )
        #expect(text.hasSuffix("after the fork in 31 d; digest \(continuation.digest)\n"))
    }

    @Test("Expectations that were not met are under their title, with the line in --then")
    func failures() throws {
        let text = try ContinuationText().text(of: Self.continuation(expecting: "KITE9"), called: "x.kinescope")
        #expect(text.contains("\nExpectations that were not met\n      --then:3: at "))
        #expect(text.contains("          expected playing KITE9\n"))
    }

    @Test("The digest stands for what followed as well as for the replay")
    func digest() throws {
        let one = try Self.continuation(expecting: "KITE8")
        let other = try Self.continuation(expecting: "KITE9")
        #expect(one.digest != other.digest)
        #expect(one.digest != one.replay.digest)
        #expect(try Self.continuation(expecting: "KITE8").digest == one.digest)
    }
}

@Suite struct ContinuationJSONTests {
    @Test("Every line is an object: findings of the replay, events from the fork on, what expires; the summary counts")
    func lines() throws {
        let continuation = try ContinuationTextTests.continuation(expecting: "KITE9")
        let (text, summary) = ContinuationJSON.lines(of: continuation)
        let objects = try text.split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).object)
        }
        #expect(objects.first { $0["type"]?.string == "event" }?["kind"]?.string == "fork")
        let findings = objects.filter { $0["type"]?.string == "finding" }
        #expect(findings.last?["code"]?.string == "expectationNotMet")
        #expect(findings.filter { $0["level"]?.string == "error" }.count == 1)
        #expect(summary["errorCount"]?.number?.int64 == 1)
        #expect(summary["forkedAt"] != nil && summary["endedAt"]?.string == "\(continuation.end)")
        #expect(summary["digest"]?.string == "\(continuation.digest)")
    }
}
