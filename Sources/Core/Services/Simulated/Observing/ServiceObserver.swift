import Documents
public import History
import PassAPI
import Tokens
import VirtualTime

/// The back end that gave recorded responses, as an app meets it that is given them one by one: it knows what those have shown,
/// and nothing of what is yet to come.
public struct ServiceObserver: Sendable {
    /// The back end before the first response: whom it serves and how long things last is taken from the whole recording, and
    /// what was there before that began is there.
    public let beginning: SimulatedService

    private let evidence: ServiceMemory.Evidence
    /// The MVPD with which the recorded user signs on.
    private let mvpd: String?
    /// Those of all recorded sign-ons.
    private let mvpds: Set<ExactText>

    /// The back end that gave the responses of `calls`.
    ///
    /// - Parameters:
    ///   - calls: the recorded calls, in order, those of a second device too.
    ///   - history: what the recording shows.
    ///   - seed: what the simulated service's own ids and codes follow from.
    public init(_ calls: [RecordedCall], history: History, seed: UInt64) {
        evidence = ServiceMemory.Evidence(calls, history)
        mvpd = history.signOnMVPD
        mvpds = Set(calls.compactMap { $0.signedOnMVPD.map { ExactText($0) } })
        let service = SimulatedService(ConfigurationObservation(calls).configuration, seed: seed)
        var memory = ServiceMemory(service, evidence, mvpd: mvpd)
        memory.trustAssertions()
        for var holding in history.entries where holding.isFromBefore {
            holding.issued.value.instant = history.span?.lowerBound ?? holding.issued.value.instant
            memory.keep(holding)
        }
        beginning = memory.service
    }

    /// Checks whether somebody signed on with an MVPD in the recording, so that it may go on after such a sign-on.
    public func hasSignOn(with mvpd: String) -> Bool { mvpds.contains(ExactText(mvpd)) }

    /// Lets the back end know what recorded responses show that its app was given.
    ///
    /// - Parameters:
    ///   - exchanges: the exchanges, by ordinal, in the order in which they are to be taken in, and how much later than the recorded
    ///     response the app's was made.
    ///   - service: the back end, as the responses before left it.
    public func observe(_ exchanges: [(exchange: Int, late: Duration)], in service: inout SimulatedService) {
        var memory = ServiceMemory(service, evidence, mvpd: mvpd)
        for (exchange, late) in exchanges {
            memory.lateness = late
            memory.take(exchange)
        }
        service = memory.service
    }
}

extension RecordedCall {
    /// The MVPD of the sign-on that its response tells of.
    fileprivate var signedOnMVPD: String? {
        switch response?.content {
        case .authentication(let details): details.mvpd
        case .authorization(let details): details.mvpd
        case .profiles(let profiles): profiles.first?.mvpd
        case .tokens(let authentication, _, _):
            authentication.flatMap { try? AuthenticationToken(parsing: $0) }?.msoID
        default: nil
        }
    }
}
