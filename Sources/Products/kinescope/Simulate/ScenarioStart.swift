import Documents
import Exchanges
import Foundation
import Replay
import ScenarioFiles
import Simulation

/// A scenario that was read, and the world it starts in.
struct ScenarioStart {
    /// The scenario's file, as it was named.
    var file: String
    /// What it holds.
    var scenario: Scenario

    /// Reads the scenario in `file`.
    ///
    /// - Throws: ``CommandFailure`` or `ScenarioFileError` if it cannot be read.
    init(reading file: String) throws {
        let bytes = try InputFile.bytes(of: file)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("\(file): the text is not UTF-8. Save the file in that encoding")
        }
        self.init(file: file, scenario: try ScenarioFile.parse(text, name: file))
    }

    /// The scenario that stands in `file`.
    init(file: String, scenario: Scenario) {
        self.file = file
        self.scenario = scenario
    }

    /// A run in which no step has happened yet.
    ///
    /// - Throws: ``CommandFailure`` if the recording cannot be read or forked, or the world not set up.
    func run() throws -> ScenarioRun {
        switch scenario.start {
        case .setup(let setup):
            do {
                return ScenarioRun(in: try World(setup))
            } catch {
                throw CommandFailure("\(file): \(error)")
            }
        case .recording(let path, let point, let changes):
            let recording = beside(path)
            do {
                return try Fork.world(of: RecordingInput.sound(recording), recording, at: point, changes: changes).run
            } catch {
                throw CommandFailure("\(file): \(error)")
            }
        }
    }

    /// A recording lies where the scenario's file says, seen from there.
    private func beside(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }

    /// The one line about an error of this scenario: file, line, problem, hint.
    func line(about error: ScenarioError) -> String {
        (error.line > 0 ? "\(file):\(error.line): " : "\(file): ")
            + ErrorText.text(error.problem, fix: error.hint)
    }
}
