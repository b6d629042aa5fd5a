import Documents
public import History
import PassAPI

/// The simulated service that takes over from a recording, and what had to be assumed about it.
public struct ObservedService: Sendable {
    /// The back end as the recorded answers showed it.
    public var service: SimulatedService
    /// The MVPD that the recorded user signed in with; nil if nobody did.
    public var mvpd: String?
    /// The facts that the recording does not show, and what is assumed instead.
    public var notes: [ObservationNote]

    /// The name of the one subscriber whom the simulated service knows of every MVPD.
    public static let viewer = ConfigurationObservation.viewer

    /// The back end that gave the answers of `calls`, as it stood after the first `count` of them.
    ///
    /// Whom it serves and how long things last is taken from all of them; what it remembers (registered applications,
    /// codes, tokens, decisions) only from those that were made.
    ///
    /// - Parameters:
    ///   - calls: the recorded calls, in order, those of a second device too.
    ///   - isMade: whether a call had been made when the simulated service takes over.
    ///   - history: what the recording shows at that point; nil: nothing beyond the answers of `calls`.
    ///   - change: what a scenario lays upon the configuration.
    ///   - seed: what the simulated service's own ids and codes follow from.
    /// - Throws: what `change` throws.
    public init<Failure: Error>(
        _ calls: [RecordedCall],
        where isMade: (RecordedCall) -> Bool,
        history: History? = nil,
        changing change: (ServiceConfiguration) throws(Failure) -> ServiceConfiguration,
        seed: UInt64
    ) throws(Failure) {
        let observation = ConfigurationObservation(calls)
        var notes = observation.notes
        let configuration = try change(observation.configuration)
        var state = StateObservation(configuration, seed: seed)
        state.changedProviders = Self.changedProviders(observation.configuration, configuration)
        for call in calls where isMade(call) { state.observe(call) }
        if let history { state.take(history) }
        // What the service took, it takes, wherever the simulated service comes in.
        state.trustAssertions(of: calls)
        // With whom the user signs on is a habit, known from what comes later too.
        let provider = state.mvpd
        var rest = state
        if provider == nil { for call in calls where !isMade(call) { rest.observe(call) } }
        notes += state.notes
        service = state.service
        mvpd = provider ?? rest.mvpd
        self.notes = notes
    }

    /// The MVPDs whose subscribers a scenario has changed.
    private static func changedProviders(_ old: ServiceConfiguration, _ new: ServiceConfiguration) -> Set<String> {
        let known = old.providers.reduce(into: [:]) { $0[ExactText($1.listing.id)] = $1.subscribers }
        return Set(new.providers.filter { known[ExactText($0.listing.id)] != $0.subscribers }.map(\.listing.id))
    }
}
