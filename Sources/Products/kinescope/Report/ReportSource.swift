import ArgumentParser
import Documents
import Exchanges
import History
import PassAPI
import RecordingStore
import Replay
import Report
import ScenarioFiles
import Simulation

/// Reads what a page is made from.
struct ReportSource {
    /// The device that the page is about, by its name; nil for the one with most calls.
    var device: String?
    /// True if a recording may be shown whose secrets were not replaced.
    var allowsSecrets: Bool
    /// What happens after a recording; nil for what the simulated service would do by itself.
    var fork: ForkOptions.Steps?

    /// The most exchanges times expirations for which each expiration is tried: each takes a replay of its own, and
    /// this many some seconds.
    static let tried = 20_000

    init(device: String?, allowsSecrets: Bool) {
        self.device = device
        self.allowsSecrets = allowsSecrets
    }

    /// The source at `path`: a scenario that ran, or a recording with its replay, as far as it can be replayed.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read, `ValidationError` if it holds secrets, and what reading throws.
    func source(_ path: String) throws -> PageSource {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if ScenarioPaths.isScenario(path) {
            let start = try ScenarioStart(reading: path)
            let run = try start.run()
            var page: PageRun?
            try start.naming { () throws(ScenarioError) in page = try PageRun(of: run, through: start.scenario.steps) }
            guard let page else { throw CommandFailure("\(path): the scenario did not run") }
            return PageSource(page, name: name, path: path)
        }
        let recording = try RecordingInput.sound(path)
        try checkSecrets(recording, path)
        var source = PageSource(recording, name: name, path: path)
        source.device = device
        let options = ReplayOptions(device: device)
        // A recording that cannot be replayed is shown without what only a replay knows.
        do { source.replay = try Replayer.replay(recording, options: options) } catch { try note(path, "\(error)") }
        if let fork {
            let world = try Fork.world(of: recording, path, at: fork.point, options: options)
            do throws(ScenarioError) {
                source.run = try PageRun(of: world.run, through: fork.steps)
            } catch {
                throw CommandFailure("--then: " + ErrorText.text(error.problem, fix: error.hint))
            }
            source.steps = fork.text
            source.forkPoint = fork.pointText
        } else if source.replay != nil {
            let isThorough = recording.exchanges.count * History(recording).expirations.count <= Self.tried
            source.outlook = try? PageOutlook(of: recording, options: options, isThorough: isThorough)
        }
        return source
    }

    /// What differs between two recordings, as `diff` compares them.
    static func comparison(_ one: Recording, _ other: Recording) -> RecordingComparison {
        RecordingComparison(steps(of: one), steps(of: other))
    }

    private static func steps(of recording: Recording) -> [ComparedStep] {
        var classifier = ExchangeClassifier()
        let redaction = SecondRedaction(of: recording.information)
        return recording.exchanges.map {
            ComparedStep($0, name: classifier.kind(of: $0).label, redactedAgain: redaction?.exchange($0))
        } + recording.vsaCalls.map { ComparedStep($0, redactedAgain: redaction?.call($0)) }
    }

    private func checkSecrets(_ recording: Recording, _ path: String) throws {
        guard !allowsSecrets else { return }
        if !recording.information.isRedacted {
            throw ValidationError(
                "\(path) still holds its secrets. Import it first, which replaces them, or give --with-secrets"
            )
        }
        guard !VSALogBeside.isHAR(path), !(try RecordingFile.open(path).isFinished) else { return }
        throw CommandFailure(
            "\(path) was not searched for late secrets, for its recorder did not finish it. Import it, or give "
                + "--with-secrets"
        )
    }

    private func note(_ path: String, _ problem: String) throws {
        try Terminal.error.writeMessage("\(path): \(PrintableText.escaped(problem))")
    }
}
