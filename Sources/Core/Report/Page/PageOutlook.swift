import ClientStack
import Documents
public import Exchanges
import PassAPI
public import Replay
public import Simulation
public import VirtualTime

/// What the simulated service would do after a recording: at each expiration, and when the user comes back in 31 days.
public struct PageOutlook: Sendable {
    /// What happens just before and at each expiration, if the user plays.
    public private(set) var expirations: [SweepTable.Row]
    /// The instant at which the user comes back.
    public private(set) var returnsAt: Instant
    /// What the user does then.
    public private(set) var resource: String?
    /// What happens then; the events of it alone.
    private(set) var timeline = Timeline()

    /// The time after which the user comes back: longer than anything that Adobe issues is valid by default.
    public static let absence = Duration.seconds(31 * 86_400)

    /// The outlook from the end of `recording`.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - options: how to replay it.
    ///   - isThorough: false to leave out what happens at each expiration, which takes a replay for each.
    /// - Throws: `ForkError` if it cannot be replayed.
    public init(
        of recording: Recording,
        options: ReplayOptions = ReplayOptions(),
        isThorough: Bool = true
    ) throws(ForkError) {
        let fork = try ForkedWorld(recording, options: options)
        expirations = []
        if isThorough {
            expirations = Sweep(try Checkpoints(of: recording, options: options), playing: fork.played).rows()
        }
        resource = fork.played.first.map { MRSSResource($0).name }
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        returnsAt = run.world.now + Self.absence
        do throws(ScenarioError) {
            try run.run([Scenario.LocatedStep(.advance(Self.absence))])
            returnsAt = run.world.now
            let before = run.world.timeline.events.count
            try run.run([Scenario.LocatedStep(fork.played.first.map { .play($0) } ?? .launch)])
            for event in run.world.timeline.events[before...] { timeline.append(event) }
        } catch {
            // An app that has no way to play: nothing is known about the user's return.
            timeline = Timeline()
        }
    }

    /// What was tried at an expiration of this kind, subject and instant; nil if nothing was.
    ///
    /// The service's dates are to the second in one place and finer in another.
    func row(named name: String, at instant: Instant) -> SweepTable.Row? {
        expirations.first { row in
            let distance = row.expiration.instant - instant
            // The system calls a provider's account by no name.
            let isNamed = row.expiration.name == name || row.expiration.kind.rawValue == name.prefix { $0 != " " }
            return isNamed && distance < .seconds(1) && distance > .seconds(-1)
        }
    }

    /// What the user sees then, in a sentence; nil if nothing is known.
    var sentence: String? {
        guard !timeline.events.isEmpty else { return nil }
        var seen: [Sight] = []
        for event in timeline.events {
            guard let sight = Sight(event), seen.last != sight else { continue }
            seen.append(sight)
        }
        let list = seen.map(\.noun).joined(separator: ", then ")
        guard let resource else { return seen.isEmpty ? "The app starts and shows nothing." : "The user sees \(list)." }
        let isPlaying = timeline.events.contains { $0.actor == .client && $0.kind == "play" }
        if seen.isEmpty {
            return isPlaying ? "\(resource) plays at once, without a new sign-in." : "\(resource) does not play."
        }
        guard isPlaying else { return "\(resource) does not play. The user sees \(list)." }
        let start = seen.contains(where: \.isSignIn) ? "The user has to sign in again and sees" : "The user sees"
        return "\(start) \(list); \(resource) plays after that."
    }

    /// Something that an event shows to the user.
    private struct Sight: Hashable {
        var noun: String
        /// True if it is a part of signing in.
        var isSignIn = true

        /// What `event` shows; nil if it shows nothing.
        init?(_ event: TimelineEvent) {
            switch event.content?.value {
            case .registrationCode? as Presentation?: noun = "a registration code to enter on a second device"
            case .providerPicker? as Presentation?: noun = "the app's list of TV providers"
            case .webView? as Presentation?: noun = "the TV provider's login page"
            case .signOutPrompt? as Presentation?: (noun, isSignIn) = ("the advice to sign out in Settings", false)
            case .message(let message)? as Presentation?: (noun, isSignIn) = ("the message \"\(message.words)\"", false)
            default:
                switch (event.actor, event.kind) {
                case (.vsa, "picker"): noun = "the system's list of TV providers"
                case (.vsa, "prompt"): noun = "the system's question for permission"
                default: return nil
                }
            }
        }
    }
}
