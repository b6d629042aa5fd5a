import Documents
public import History
import PassAPI
import Tokens

/// The back end that gave recorded responses, as an app meets it that is given them one by one: it knows what those have shown,
/// and nothing of what is yet to come.
public struct ServiceObserver: Sendable {
    /// The back end before the first response: whom it serves and how long things last is taken from the whole recording, and
    /// what was there before that began is there.
    public let beginning: SimulatedService

    /// The recorded calls, by ordinal.
    private let callsByOrdinal: [Int: RecordedCall]
    private let history: History
    private let holdings: HoldingIndex
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
        var state = StateObservation(ConfigurationObservation(calls).configuration, seed: seed)
        state.trustAssertions(of: calls)
        var whole = state
        for call in calls { whole.observe(call) }
        mvpd = whole.mvpd
        state.mvpd = whole.mvpd
        mvpds = Set(calls.compactMap { $0.signedOnMVPD.map { ExactText($0) } })
        for holding in history.entries where holding.isFromBefore {
            let first = history.span?.lowerBound ?? holding.issued.value.instant
            state.keep(holding, history, at: state.service.serverTime(at: first))
        }
        beginning = state.service
        callsByOrdinal = Dictionary(calls.map { ($0.ordinal, $0) }) { first, _ in first }
        self.history = history
        holdings = HoldingIndex(history.entries)
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
        var state = StateObservation(service, mvpd: mvpd)
        for (exchange, late) in exchanges {
            guard let call = callsByOrdinal[exchange] else { continue }
            state.lateness = late
            state.observe(call)
            for place in holdings.ended(by: .exchange(exchange)) where history.entries[place].isOverBeforeItsTime {
                state.forget(history.entries[place], history)
            }
            let now = state.service.serverTime(at: call.endedAt)
            for place in holdings.issued(by: .exchange(exchange)) {
                state.keep(history.entries[place], history, at: now)
            }
        }
        service = state.service
    }
}

extension RecordedCall {
    /// The MVPD of the sign-on that its response tells of.
    fileprivate var signedOnMVPD: String? {
        switch response?.content {
        case .authentication(let details): details.mvpd
        case .authorization(let details): details.mvpd
        case .tokens(let authentication, _, _):
            authentication.flatMap { try? AuthenticationToken(parsing: $0) }?.msoID
        default: nil
        }
    }
}
