// The digests that the pure core comes to by itself, for Scripts/test, which compares them with what the debug build of
// `kinescope` says.
//
//     Digests recording HAR [ACCOUNTLOG]  the replay of an archive; with a VSA log, redacted in memory
//     Digests random COUNT                COUNT made-up scenarios, seeds from 1, a line each as `kinescope simulate`
// has it
//     Digests timelines COUNT             their whole timelines, as `kinescope simulate --details` has them
//     Digests steps table|schema          the steps and operations of scenarios, for Scripts/reference
//     Digests reference                   options, steps of the flow and operations, for Scripts/reference
//     Digests json lists                  the closed lists of JSON output, for the same
//
// It is built with the fuzz executables: for release, and without the concurrency module. The parsers in it count
// coverage, which needs libFuzzer to link, but nothing is fuzzed.

import Exchanges
import Foundation
import Redaction
import Replay
import Report
import Simulation
import VirtualTime

/// The results that the core computes without a file, a database or a command line.
enum Digests {
    /// The digest of the replay of what was recorded; with its secrets replaced, if there is a VSA log.
    ///
    /// The pseudonyms' key is another than any that `kinescope import` makes: there pseudonyms reach no digest. In an
    /// SDK's timeline they do: lines of what it wrote and tracks name a device.
    ///
    /// - Throws: `HARError`, `VSALogError` or `ReplayError`.
    static func ofRecording(archive: [UInt8], vsaLog: [UInt8]?) throws -> String {
        var recording = try HAR.recording(parsing: archive)
        guard let vsaLog else {
            return "\(try Replayer.replay(recording, options: ReplayOptions()).digest)"
        }
        recording.vsaCalls = try VSALog.parse(vsaLog)
        var redactor = Redactor(key: Array("a key of synthetic bytes, 32 long".utf8))
        recording = redactor.redact(recording)
        return "\(try Replayer.replay(recording, options: ReplayOptions()).digest)"
    }

    /// The replay of what was recorded as text: what `kinescope replay` prints of it.
    ///
    /// - Throws: as ``ofRecording(archive:vsaLog:)``.
    static func replay(archive: [UInt8], vsaLog: [UInt8]?) throws -> String {
        var recording = try HAR.recording(parsing: archive)
        if let vsaLog { recording.vsaCalls = try VSALog.parse(vsaLog) }
        let result = try Replayer.replay(recording, options: ReplayOptions())
        return ReplayText().text(of: result, from: recording, called: "recording")
    }

    /// Returns the app's calls after the end of what was recorded, when time passes and a resource is played.
    ///
    /// - Throws: `HARError` or `ForkError`, or `ScenarioError` if it cannot be played.
    static func fork(archive: [UInt8], seconds: Int64, resource: String, settings: [OptionSetting]) throws -> String {
        let recording = try HAR.recording(parsing: archive)
        let options = ReplayOptions(client: ClientChoice(settings: settings))
        let fork = try ForkedWorld(recording, at: .end, options: options)
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        try run.run([.init(.advance(.seconds(seconds))), .init(.play(resource))])
        var timeline = Timeline()
        for event in run.world.timeline.events.drop(while: { $0.kind != "fork" }) { timeline.append(event) }
        return TimelineText(showsDetails: true).text(of: timeline) + fork.notes.map(\.summary).joined(separator: "\n")
    }

    /// The digest of the scenario that is made up from `seed`, and what `kinescope simulate` calls it.
    ///
    /// - Throws: `SetupError` or `ScenarioError` if it cannot be run.
    static func ofScenario(seed: UInt64) throws -> String {
        let result = try result(ofSeed: seed)
        return "\(result.run.digest)  \(result.file)"
    }

    /// The whole timeline of that scenario, as `kinescope simulate --details` prints it.
    ///
    /// - Throws: `SetupError` or `ScenarioError` if it cannot be run.
    static func timeline(seed: UInt64) throws -> String {
        let result = try result(ofSeed: seed)
        return ScenarioText(showsTimeline: true, showsDetails: true, showsDigest: true)
            .text(of: ScenarioResult(file: result.file, title: result.title, outcome: .ran(result.run)))
    }

    private static func result(ofSeed seed: UInt64) throws -> (file: String, title: String, run: ScenarioResult.Run) {
        let scenario = ScenarioGenerator.scenario(seed: seed)
        guard case .setup(let setup) = scenario.start else { throw Unstartable(seed: seed) }
        var run = ScenarioRun(in: try World(setup))
        let start = run.world.now
        try run.run(scenario.steps)
        let done = ScenarioResult.Run(
            failures: run.failures,
            timeline: run.world.timeline,
            span: start...run.world.now,
            digest: run.digest
        )
        return ("--random 1 --seed \(seed)", scenario.title, done)
    }
}

/// A scenario that starts from a recording, which nothing here can open.
struct Unstartable: Error, CustomStringConvertible {
    var seed: UInt64
    var description: String { "seed \(seed) starts from a recording" }
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw Unreadable(path: path) }
    return Array(data)
}

/// A file that is not there, or none.
struct Unreadable: Error, CustomStringConvertible {
    var path: String
    var description: String { "\(path) cannot be read" }
}
