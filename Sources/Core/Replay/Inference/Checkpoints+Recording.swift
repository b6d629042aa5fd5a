public import Exchanges
import History
import PassAPI
import Services
public import Simulation
import VirtualTime

extension Checkpoints {
    /// Every expiration that a recording's answers and VSA log told, each with the recording forked right after.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - changes: what is different from what the recording shows.
    ///   - wanted: how to replay it.
    ///   - progress: is told how many of the recording's answers have been looked at, of how many.
    /// - Throws: `ForkError` if the recording cannot be replayed.
    public init(
        of recording: Recording,
        changes: SetupChanges = SetupChanges(),
        options wanted: ReplayOptions = ReplayOptions(),
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws(ForkError) {
        self.init()
        let (options, session) = try ForkError.replaying { () throws(ReplayError) in
            let options = try Replayer.resolved(wanted, for: recording)
            return (options, try RecordedSession(recording, device: options.device))
        }
        // Where the history says that something was issued, or when it expires.
        let history = History(recording)
        let device = options.device.flatMap(history.device(named:)) ?? history.mainDevice
        let said = history.entries.flatMap { [$0.issued.knowledge.event, $0.expires?.knowledge.event] }
        let ordinals = Set(said.compactMap { if case .exchange(let ordinal)? = $0 { ordinal } else { nil } })
        let telling = session.calls.map(\.ordinal).filter(ordinals.contains).prefix(Self.limit)
        for (index, ordinal) in telling.enumerated() {
            progress(index, telling.count)
            let fork = try ForkedWorld(recording, at: .ordinal(ordinal), changes: changes, options: options)
            look(at: fork.world, for: fork.told)
        }
        let fork = try ForkedWorld(recording, at: .end, changes: changes, options: options)
        look(at: fork.world, for: fork.told)
        progress(telling.count, telling.count)
        review { checkpoint in
            let expiration = checkpoint.expiration
            let named = history.entries.filter {
                $0.name == expiration.name || $0.kind == expiration.kind
            }
            let exact = named.filter { $0.expires?.value == expiration.instant }
            // What no response states the simulated service has made up.
            let known = exact.compactMap { $0.expires?.knowledge }
            checkpoint.expiration.knowledge =
                known.first(where: \.isAssumed) ?? known.first ?? .assumed(.simulatedService)
            // Nobody has it when its time is over; what would have come then is shown all the same.
            let holdings = exact.isEmpty ? named.filter { $0.name == expiration.name } : exact
            checkpoint.hasEnded = !holdings.isEmpty && holdings.allSatisfy(\.isOverBeforeItsTime)
            let devices = exact.compactMap(\.subject.device)
            return devices.isEmpty || device == nil || devices.contains { $0 == device }
        }
    }

    /// More answers than this are not looked at one by one: each is a replay of its own.
    public static let limit = 500
}
