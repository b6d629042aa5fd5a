public import Exchanges
import PassAPI
import Services
public import Simulation
import VirtualTime

extension Sightings {
    /// Every deadline that a recording's answers and account log told, each with the recording forked right after.
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
        let session: RecordedSession
        let options: ReplayOptions
        do throws(ReplayError) {
            options = try Replayer.resolved(wanted, for: recording)
            session = try RecordedSession(recording, device: options.device)
        } catch {
            throw .replay(error)
        }
        let telling = session.calls.filter { $0.tellsDeadline }.prefix(Self.limit)
        for (index, call) in telling.enumerated() {
            progress(index, telling.count)
            let fork = try ForkedWorld(recording, at: .ordinal(call.ordinal), changes: changes, options: options)
            look(at: fork.world, for: fork.told)
        }
        let fork = try ForkedWorld(recording, at: .end, changes: changes, options: options)
        look(at: fork.world, for: fork.told)
        progress(telling.count, telling.count)
    }

    /// More answers than this are not looked at one by one: each is a replay of its own.
    public static let limit = 500
}

extension RecordedCall {
    /// Whether the answer says when something runs out, or makes something that will.
    fileprivate var tellsDeadline: Bool {
        guard let response, response.isSuccess else { return false }
        switch response.content {
        case .accessToken, .registrationRecord, .authentication, .authorization, .mediaToken, .tokens, .shortMediaToken:
            return true
        default:
            return request.operation == .exchangeToken || request.operation == .profileRequest
        }
    }
}
