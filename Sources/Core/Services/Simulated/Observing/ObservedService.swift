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

    /// The back end that gave the answers of `calls`, as it stood after one of them.
    ///
    /// Whom it serves and how long things last is taken from all of them; what it remembers (registered applications,
    /// codes, tokens, denials) from what the history shows up to there.
    ///
    /// - Parameters:
    ///   - calls: the recorded calls, in order, those of a second device too.
    ///   - history: what the recording shows.
    ///   - last: the exchange after which the simulated service takes over; 0 before the first, nil at the end.
    ///   - change: what a scenario lays upon the configuration.
    ///   - seed: what the simulated service's own ids and codes follow from.
    /// - Throws: what `change` throws.
    public init<Failure: Error>(
        _ calls: [RecordedCall],
        history: History,
        upTo last: Int? = nil,
        changing change: (ServiceConfiguration) throws(Failure) -> ServiceConfiguration,
        seed: UInt64
    ) throws(Failure) {
        let observation = ConfigurationObservation(calls)
        let configuration = try change(observation.configuration)
        let shown = last.map { history.asOf($0 == 0 ? .beginning : .after(exchange: $0)) } ?? history
        let evidence = ServiceMemory.Evidence(calls, shown)
        // With whom the user signs on is a habit, known from what comes later too.
        mvpd = shown.signOnMVPD ?? history.signOnMVPD
        var memory = ServiceMemory(SimulatedService(configuration, seed: seed), evidence, mvpd: mvpd)
        memory.changedProviders = Self.changedProviders(observation.configuration, configuration)
        for exchange in evidence.exchanges(upTo: last ?? .max) { memory.take(exchange) }
        // What the service took, it takes, wherever the simulated service comes in.
        memory.trustAssertions()
        service = memory.service
        notes = observation.notes + memory.notes
    }

    /// The MVPDs whose subscribers a scenario has changed.
    private static func changedProviders(_ old: ServiceConfiguration, _ new: ServiceConfiguration) -> Set<String> {
        let known = old.providers.reduce(into: [:]) { $0[ExactText($1.listing.id)] = $1.subscribers }
        return Set(new.providers.filter { known[ExactText($0.listing.id)] != $0.subscribers }.map(\.listing.id))
    }
}
