import Exchanges
import PassAPI
import Services
import VirtualTime

/// The user actions in a browser, inferred from what the client then called.
///
/// Every playback was a user pressing play: it begins with the first call that no earlier playback is open for, and
/// ends with its media token or with a response that leaves nothing to try. A second run of the program shows as
/// nothing but one more playback, for the tokens are kept in a file.
struct BrowserUserActions {
    private let session: RecordedSession
    private var userActions: [UserAction] = []
    private var open: Open?

    /// A playback under way.
    private struct Open {
        var last: RecordedCall
        var rounds = 0

        /// True if the login pages are open.
        var isAtLogin: Bool { last.request.operation.role == .code }
    }

    /// The user actions behind the calls of `session`, in order.
    static func userActions(for session: RecordedSession) -> [UserAction] {
        var inference = BrowserUserActions(session: session)
        inference.infer()
        return inference.userActions
    }

    private init(session: RecordedSession) { self.session = session }

    private mutating func add(_ action: UserAction.Action, at instant: Instant) {
        userActions.append(UserAction(ordinal: userActions.count + 1, occurredAt: instant, action: action))
    }

    private mutating func infer() {
        let logouts = session.besides.filter { $0.request.operation.role == .logout }
        let calls = (session.calls + logouts).sorted { $0.ordinal < $1.ordinal }
        for (index, call) in calls.enumerated() {
            switch call.request.operation.role {
            case .individualization, .registration, .accessToken, .code, .decision, .media:
                if restarts(call) { giveUp(before: call) }
                if open == nil {
                    add(.play(resource: resource(from: index, in: calls)), at: call.startedAt)
                } else if open?.isAtLogin == true {
                    // The session is missing; that the pages were left shows all the same.
                    add(.closeWebView, at: call.startedAt)
                }
                take(call)
            case .token:
                if open != nil { add(.closeWebView, at: call.startedAt) }
                take(call)
            case .logout:
                giveUp(before: call)
                add(.logOut, at: call.startedAt)
                add(.closeWebView, at: call.endedAt)
            case .providers, .codeCompletion, .codeRecord, .codeDeletion, .login, .loginStep, .loginEnd,
                .platformRequest,
                .platformExchange,
                .check, .checkByCode, .tokenByCode, .tempPass, .heldDecision, .preauthorization,
                .preauthorizationByCode,
                .signature, .metadata, .metadataByKey, .trialReset:
                break
            }
        }
    }

    /// A registration anew that no logout by the service asked for: the user gave up the last one.
    private func restarts(_ call: RecordedCall) -> Bool {
        guard let open, call.request.operation.role == .individualization else { return false }
        return !open.last.saysPendingLogout
    }

    private mutating func giveUp(before call: RecordedCall) {
        guard let open else { return }
        if open.isAtLogin { add(.cancel, at: max(open.last.endedAt, call.startedAt - .milliseconds(1))) }
        self.open = nil
    }

    /// Goes on with the playback, or ends it.
    private mutating func take(_ call: RecordedCall) {
        var rounds = open?.rounds ?? 0
        if call.saysPendingLogout {
            rounds += 1
            open = rounds < 2 ? Open(last: call, rounds: rounds) : nil
        } else if call.response?.isSuccess == true, call.request.operation.role != .media {
            open = Open(last: call, rounds: rounds)
        } else {
            open = nil
        }
    }

    /// Returns the resource of the playback that begins at `index`: what the next call that names a resource names.
    private func resource(from index: Int, in calls: [RecordedCall]) -> String {
        for call in calls[index...] {
            if let resource = call.request["resource_id"] { return resource }
            if let resource = call.request.resource { return resource }
        }
        return calls.lazy.compactMap(\.request.resource).first ?? "unknown"
    }
}

extension RecordedCall {
    fileprivate var saysPendingLogout: Bool {
        if case .pendingLogout? = response?.content { true } else { false }
    }
}
