import Foundation
import Testing

@Suite struct CanaryTests {
    let folder = TemporaryFolder()

    @Test("A secret planted anywhere is nowhere in the recording's bytes, in none of the encodings")
    func nothingLeaks() throws {
        let capture = try CanaryCapture()
        try folder.write(capture.archive, to: "canary.har")
        try folder.write(capture.vsaLog, to: "canary.jsonl")
        let run = try CommandLineRun.kinescope(
            ["import", "canary.har", "--account-log", "canary.jsonl"],
            in: folder
        )
        try #require(run.status == 0, "\(run)")
        let recording = Data(try folder.bytes(of: "canary.kinescope"))
        let source = Data((capture.archive + capture.vsaLog).utf8)
        for canary in capture.canaries {
            var isPlanted = false
            for form in EncodedForms.of(canary.value) {
                if source.range(of: Data(form.bytes)) != nil { isPlanted = true }
                #expect(recording.range(of: Data(form.bytes)) == nil, "\(canary) leaks, \(form.name)")
            }
            #expect(isPlanted || canary.place.contains("Base64"), "\(canary) was not planted")
        }
        #expect(capture.canaries.count >= 20)
    }

    @Test("A recording with its secrets replaced still replays")
    func replays() throws {
        let capture = try CanaryCapture()
        try folder.write(capture.archive, to: "canary.har")
        try folder.write(capture.vsaLog, to: "canary.jsonl")
        _ = try CommandLineRun.kinescope(["import", "canary.har", "--account-log", "canary.jsonl"], in: folder)
        let replay = try CommandLineRun.kinescope(["replay", "canary.kinescope"], in: folder)
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.output.contains("; 0 errors, "))
    }

    @Test("With --keep-secrets the search finds them: it is not blind")
    func theSearchSees() throws {
        let capture = try CanaryCapture()
        try folder.write(capture.archive, to: "canary.har")
        let run = try CommandLineRun.kinescope(["import", "canary.har", "--keep-secrets"], in: folder)
        try #require(run.status == 0, "\(run)")
        let recording = Data(try folder.bytes(of: "canary.kinescope"))
        let found = capture.canaries.filter { canary in
            EncodedForms.of(canary.value).contains { recording.range(of: Data($0.bytes)) != nil }
        }
        #expect(found.count > capture.canaries.count / 2)
    }
}
