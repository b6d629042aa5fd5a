public import VirtualTime

/// A script of what happens and what is expected, as read from a file or made up from a seed.
public struct Scenario: Hashable, Sendable {
    /// The sentence that states what it shows.
    public var title: String
    /// The ids of the requirements that it is about: `K-146`.
    public var requirements: [String] = []
    /// The state at the beginning.
    public var start: Start
    /// The steps, in order.
    public var steps: [LocatedStep] = []

    /// The largest number of steps that a scenario may have.
    public static let mostSteps = 10_000

    /// A scenario that starts so.
    public init(title: String, start: Start) {
        self.title = title
        self.start = start
    }

    /// The kinds of beginnings.
    public enum Start: Hashable, Sendable {
        /// A world that is set up.
        case setup(WorldSetup)
        /// A recording, replayed to a point, after which the simulated service answers.
        case recording(path: String, forkAt: ForkPoint, SetupChanges)
    }

    /// A step, and where it is written.
    public struct LocatedStep: Hashable, Sendable {
        /// The step that happens.
        public var step: ScenarioStep
        /// The device and app that it is about; nil: the one that the step before was about, at first the first.
        public var app: AppName?
        /// The line in the scenario's file, from 1; 0 if it was made up.
        public var line: Int

        /// A step that stands at `line`.
        public init(_ step: ScenarioStep, app: AppName? = nil, line: Int = 0) {
            self.step = step
            self.app = app
            self.line = line
        }
    }
}

/// Names an app on a device as scenarios do.
public struct AppName: Hashable, Sendable, CustomStringConvertible {
    /// The device's name; nil: the only one, or the one meant before.
    public var device: String?
    /// The app's bundle id; nil for steps about the device as a whole.
    public var bundleID: String?

    /// The app of this bundle id.
    public init(device: String? = nil, bundleID: String?) {
        self.device = device
        self.bundleID = bundleID
    }

    /// The name as scenarios write it: `tv/com.kite.tv`.
    public var description: String { [device, bundleID].compactMap(\.self).joined(separator: "/") }
}

/// A place where the simulated service takes over from a recording.
public enum ForkPoint: Hashable, Sendable {
    /// After everything that was recorded.
    case end
    /// After the exchange of this ordinal was answered.
    case ordinal(Int)
    /// At the client's first entry into this step: `S8`.
    case step(String)
    case instant(Instant)
    /// Beside the first expiration of this kind that the recording shows, or at it.
    case expiration(ScenarioStep.Nearness, HoldingKind, subject: String?)
}

/// The settings that a scenario adds to a recording: quirks and lifetimes that the recording does not show.
public struct SetupChanges: Hashable, Sendable {
    /// The seed of all that is random after the fork.
    public var seed: UInt64 = 1
    /// The changes to the back end that the simulated service takes over from the recording.
    public var service = ServiceChanges()
    /// The changes to the client's decisions, by the names of its option table.
    public var options: [OptionSetting] = []

    /// Nothing is different.
    public init() {}
}
