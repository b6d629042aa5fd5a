import Exchanges
import PassAPI
import Services
import Tokens
import VirtualTime

/// The user actions in an app with AccessEnabler, inferred from what the SDK then called.
///
/// A launch shows as setRequestor's configuration, a choice of provider as the login page or the registration code, the
/// end of the page as the call that fetches the token, a playback as `authorizeDevice`, or as `deviceShortAuthorize`
/// alone where the AuthZ token was kept.
struct NativeUserActions {
    private let session: RecordedSession
    private var userActions: [UserAction] = []
    /// The call since which a login waits for its token; nil if none does.
    private var login: RecordedCall?
    /// The resource that is on its way to the player: its next calls are of the same playback.
    private var playing: String?
    private var hasLaunched = false
    /// The first call for access since the last configuration; nil if there was none: only a launch makes one.
    private var access: RecordedCall?

    /// The user actions behind the calls of `session`, in order.
    static func userActions(for session: RecordedSession) -> [UserAction] {
        var inference = NativeUserActions(session: session)
        inference.infer()
        return inference.userActions
    }

    private init(session: RecordedSession) { self.session = session }

    private mutating func add(_ action: UserAction.Action, at instant: Instant) {
        userActions.append(UserAction(ordinal: userActions.count + 1, occurredAt: instant, action: action))
    }

    private mutating func infer() {
        let calls = (session.calls + session.besides).sorted { $0.ordinal < $1.ordinal }
        hasLaunched = !calls.contains { $0.request.operation.role == .providers }
        for (index, call) in calls.enumerated() {
            switch call.request.operation.role {
            case .registration, .accessToken:
                if access == nil { access = call }
            case .providers:
                // Without an access token of its own it is no launch, from 3.0 on: the app came to the foreground.
                let isForeground = hasLaunched && access == nil && call.request["Authorization"] != nil
                add(
                    isForeground ? .foreground : .launch,
                    at: (isForeground ? nil : access)?.startedAt ?? call.startedAt
                )
                hasLaunched = true
                access = nil
            case .code:
                access = nil
                begin(call, with: mvpd(from: index, in: calls))
            case .login where call.request.registrationCode == nil:
                begin(call, with: call.request.mvpd)
            case .token: fetch(call)
            case .preauthorization:
                let resources = call.request.parameters.filter { $0.name == "resource_id" }.map(\.value)
                add(.preauthorize(resources: resources), at: call.startedAt)
            case .decision, .media: play(call)
            case .metadata: add(.readUserMetadata, at: call.startedAt)
            case .logout:
                giveUp(before: call)
                add(.logOut, at: call.startedAt)
                if session.besides.contains(call) { add(.closeWebView, at: call.endedAt) }
                playing = nil
            case .individualization, .codeCompletion, .codeRecord, .codeDeletion, .login, .loginStep, .loginEnd,
                .platformRequest,
                .platformExchange, .check, .checkByCode, .tokenByCode, .tempPass, .heldDecision,
                .preauthorizationByCode,
                .signature, .metadataByKey, .trialReset:
                break
            }
        }
        // A page that is open at the end is just that: a wrong password leaves it so. Polls that end were given up.
        if let login, session.isOnSecondScreen { add(.cancel, at: login.endedAt + .milliseconds(1)) }
    }

    private mutating func begin(_ call: RecordedCall, with mvpd: String?) {
        giveUp(before: call)
        // A playback that a pending logout threw back logs in by itself, and asks only for the provider.
        if let mvpd { add(.selectProvider(mvpd), at: call.startedAt) }
        login = call
    }

    private mutating func fetch(_ call: RecordedCall) {
        guard login != nil else { return }
        if !session.isOnSecondScreen { add(.closeWebView, at: call.startedAt) }
        login = session.isOnSecondScreen && !call.hasToken ? call : nil
    }

    private mutating func giveUp(before call: RecordedCall) {
        guard let login else { return }
        add(.cancel, at: max(login.endedAt, call.startedAt - .milliseconds(1)))
        self.login = nil
    }

    private mutating func play(_ call: RecordedCall) {
        let resource = call.request["resource_id"] ?? call.request.resource ?? "unknown"
        let isNew = playing.map { MRSSResource($0).canonical != MRSSResource(resource).canonical } ?? true
        if isNew { add(.play(resource: resource), at: call.startedAt) }
        switch call.response?.content {
        case .pendingLogout: playing = resource
        case .tokens(_, _?, _): playing = resource
        // The AuthZ token that was kept is refused: a new one belongs to the same playback.
        case .notAuthorized, .error: playing = call.request.operation.role == .media && isNew ? resource : nil
        default: playing = nil
        }
    }

    /// The provider of the login that begins at `index`: what the next call that names one names.
    private func mvpd(from index: Int, in calls: [RecordedCall]) -> String? {
        for call in calls[index...] {
            if let mvpd = call.request["mvpd"] ?? call.request.mvpd, !mvpd.isEmpty { return mvpd }
            if let mvpd = call.authentication?.msoID { return mvpd }
        }
        return nil
    }
}
