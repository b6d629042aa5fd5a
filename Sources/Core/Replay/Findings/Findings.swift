import ClientStack
import PassAPI
import Services

/// Judges what shows during a replay: what is a warning, what is a divergence, what is neither.
struct Findings: Sendable {
    let session: RecordedSession
    let pollInterval: Duration
    var warnings: [ReplayWarning] = []
    var divergences: [Divergence] = []
    var notes: [ReplayNote] = []
    /// The step the reference client is in.
    var step: FlowStep?
    /// The check that responses agree with what was requested.
    var check = AnswerCheck()

    /// The last answers the client was given, the newest last.
    var answered: [RecordedCall] = []
    var lastPoll: RecordedCall?
    /// The first recorded call that the reference client left behind, and the call whose response it came after.
    var firstSkip: (skipped: RecordedCall, after: RecordedCall?)?
    /// The provider the platform named last.
    var provider: String?
    /// Whether Apple's framework has just named a provider that it does not support.
    var hasUnsupportedProvider = false

    init(session: RecordedSession, pollInterval: Duration) {
        self.session = session
        self.pollInterval = pollInterval
        check.sentDeviceIDs = session.sentDeviceIDs
        check.logins = session.besides.compactMap { call in
            guard call.request.operation.role == .login, let mvpd = call.request.mvpd else { return nil }
            return (call.request.registrationCode, mvpd)
        }
    }
}
