import ClientStack
import PassAPI
import Services

/// Judges what shows during a replay: what is a deviation, what is a divergence, what is neither.
struct Findings: Sendable {
    let session: RecordedSession
    let pollInterval: Duration
    var deviations: [Deviation] = []
    var divergences: [Divergence] = []
    var notes: [String] = []
    /// The step the reference client is in.
    var step: FlowStep?
    /// Whether answers agree with what was asked.
    var check = AnswerCheck()

    /// The last answers the client was given, the newest last.
    var answered: [RecordedCall] = []
    var lastPoll: RecordedCall?
    /// Where the reference client first left a recorded call behind: the call, and the answer it came after.
    var firstSkip: (skipped: RecordedCall, after: RecordedCall?)?
    /// The provider the platform named last.
    var provider: String?

    init(session: RecordedSession, pollInterval: Duration) {
        self.session = session
        self.pollInterval = pollInterval
        check.logins = session.besides.compactMap { call in
            guard call.request.operation == .sdkAuthenticate, let mvpd = call.request.mvpd else { return nil }
            return (call.request.registrationCode, mvpd)
        }
    }

    // MARK: Wording

    func shown(_ value: String?) -> String {
        guard let value else { return "nothing" }
        return isLong(value) ? "\"\(value.prefix(57))…\"" : "\"\(value)\""
    }

    /// Whether a value is too long to be quoted whole.
    func isLong(_ value: String) -> Bool { value.count > 60 }

    func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let hundredths = (seconds * 100) + attoseconds / 10_000_000_000_000_000
        let fraction = hundredths % 100
        return fraction == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
