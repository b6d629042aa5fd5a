import Testing

@testable import ScenarioFiles
@testable import Simulation

/// Files that tests read.
enum Sample {
    /// The beginning of a scenario with a phone and a TV, for steps to be put behind.
    static let setup = """
        title: a phone and a TV
        start: 2013-09-01T08:00:00Z
        devices:
          phone:
            system: iOS 6.1
            apps:
              com.kite.tv: { team: KITE, requestor: KITETV, sdk: 1.7.5 }
              com.heron.tv: { team: HERON, requestor: HERON, sdk: 1.7.5 }
          tv:
            system: tvOS 15.1
            apps:
              com.kite.tvos: { team: KITE, requestor: KITETV }
        steps:

        """

    /// The step that `yaml` says, as an item of a list whose first line is at column 1.
    static func step(_ yaml: String) throws -> Scenario.LocatedStep {
        guard case .list(let items) = try FileNode(yaml: yaml).content, items.count == 1 else {
            throw SampleError.notOneStep(yaml)
        }
        return try Scenario.LocatedStep(reading: items[0], yaml: FileNode.init(yaml:))
    }

    /// Returns the error with which reading `text` as a file fails.
    static func error(_ text: String) -> ScenarioFileError? {
        do {
            _ = try ScenarioFile.parse(text, name: "kite.yaml")
            return nil
        } catch {
            return error
        }
    }

    /// Returns the error with which reading a scenario with these steps fails.
    static func error(steps: String) -> ScenarioFileError? { error(setup + steps) }
}

enum SampleError: Error {
    case notOneStep(String)
}
