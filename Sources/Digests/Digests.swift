import Exchanges
import Redaction
import Replay
import Report
import Simulation
import VirtualTime

/// What the core computes without a file, a database or a command line.
enum Digests {
    /// The digest of the replay of what was recorded, with its secrets replaced.
    ///
    /// The pseudonyms' key is another than any that `kinescope import` makes: pseudonyms reach no digest.
    ///
    /// - Throws: `HTTPArchiveError`, `AccountLogError` or `ReplayError`.
    static func ofRecording(archive: [UInt8], accountLog: [UInt8]) throws -> String {
        var recording = try HTTPArchive.recording(parsing: archive)
        recording.accountResponses = try AccountLog.parse(accountLog)
        var redactor = Redactor(key: Array("a key of invented bytes, 32 long".utf8))
        recording = redactor.redact(recording)
        return "\(try Replayer.replay(recording, options: ReplayOptions()).digest)"
    }

    /// The replay of what was recorded as text: what `kinescope replay` prints of it.
    ///
    /// - Throws: as ``ofRecording(archive:accountLog:)``.
    static func replay(archive: [UInt8], accountLog: [UInt8]?) throws -> String {
        var recording = try HTTPArchive.recording(parsing: archive)
        if let accountLog { recording.accountResponses = try AccountLog.parse(accountLog) }
        return ReplayText().text(of: try Replayer.replay(recording, options: ReplayOptions()))
    }

    /// What the app calls after the end of what was recorded, when time passes and a resource is played.
    ///
    /// - Throws: `HTTPArchiveError` or `ForkError`, or `ScenarioError` if it cannot be played.
    static func fork(archive: [UInt8], seconds: Int64, resource: String, settings: [OptionSetting]) throws -> String {
        let recording = try HTTPArchive.recording(parsing: archive)
        let options = ReplayOptions(client: ClientChoice(settings: settings))
        let fork = try ForkedWorld(recording, at: .end, options: options)
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        try run.run([.init(.advance(.seconds(max(0, seconds)))), .init(.play(resource))])
        var text = ""
        for event in run.world.timeline.events.drop(while: { $0.kind != "fork" }) {
            text += TimelineText().text(of: event, since: event.instant)
        }
        return text + fork.notes.joined(separator: "\n")
    }

    /// The digest of the scenario that is made up from `seed`, and what `kinescope simulate` calls it.
    ///
    /// - Throws: `SetupError` or `ScenarioError` if it cannot be run.
    static func ofScenario(seed: UInt64) throws -> String {
        let scenario = ScenarioGenerator.scenario(seed: seed)
        guard case .setup(let setup) = scenario.start else { return "seed \(seed) starts from a recording" }
        var run = ScenarioRun(in: try World(setup))
        try run.run(scenario.steps)
        return "\(run.digest)  --random 1 --seed \(seed)"
    }
}
