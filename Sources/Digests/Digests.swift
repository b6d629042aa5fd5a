import Exchanges
import Redaction
import Replay
import Simulation

/// What the core computes without a file, a database or a command line.
enum Digests {
    /// The digest of the replay of what was recorded, with its secrets replaced.
    ///
    /// The pseudonyms' key is another than any that `kinescope import` makes: pseudonyms reach no digest.
    ///
    /// - Throws: `HTTPArchiveError`, `AccountLogError` or `ReplayError`.
    static func ofRecording(archive: [UInt8], accountLog: [UInt8]) throws -> String {
        var recording = Recording(accountResponses: try AccountLog.parse(accountLog))
        var reader = try HTTPArchiveReader(archive)
        while let exchange = try reader.nextExchange() { recording.exchanges.append(exchange) }
        recording.information = reader.information

        var redactor = Redactor(key: Array("a key of invented bytes, 32 long".utf8))
        for response in recording.accountResponses { redactor.study(response) }
        redactor.learn(redactor.finder.findings(in: recording.exchanges))
        recording.exchanges = recording.exchanges.map { redactor.redact($0) }
        recording.accountResponses = recording.accountResponses.map { redactor.redact($0) }
        recording.information = redactor.redact(recording.information)
        return "\(try Replayer.replay(recording, options: ReplayOptions()).digest)"
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
