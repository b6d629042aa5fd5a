public import Exchanges
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

/// The user actions that an app's later calls imply.
///
/// A HAR file holds no taps. A sign-on begins with a launch; every authorization was a user pressing play; metadata
/// read right before a logout belongs to it (apple-sso-flow.md §7, L1).
public struct UserActionInference {
    private let calls: [RecordedCall]
    private var userActions: [UserAction] = []

    /// The user actions behind the calls of `session`, in order.
    ///
    /// - Parameters:
    ///   - session: what was recorded.
    ///   - usesWebView: whether login runs in a web view of the app, as on iOS and iPadOS.
    /// - Returns: what the user must have done, numbered from 1.
    public static func userActions(for session: RecordedSession, usesWebView: Bool) -> [UserAction] {
        var inference = UserActionInference(calls: session.calls)
        inference.infer(from: session, usesWebView: usesWebView)
        return inference.userActions
    }

    private init(calls: [RecordedCall]) { self.calls = calls }

    private mutating func add(_ action: UserAction.Action, at instant: Instant) {
        userActions.append(UserAction(ordinal: userActions.count + 1, occurredAt: instant, action: action))
    }

    private mutating func infer(from session: RecordedSession, usesWebView: Bool) {
        var isSignedIn = session.beginsSignedOn
        var hasLaunched = isSignedIn
        var openPolls: RecordedCall?
        var authorizedWithoutToken: String?
        // A playback that was refused for want of a sign-in goes on by itself after it; one that was refused for its
        // access token, after another was fetched.
        var pending: (resource: String, isSignedIn: Bool)?
        var isAccessRefused = false
        for (index, call) in calls.enumerated() {
            switch call.request.operation.role {
            case .registration, .accessToken, .providers, .platformRequest, .platformExchange, .check, .token, .code:
                let isPoll = openPolls != nil
                let begins = !hasLaunched || (isSignedIn && beginsSignOn(at: index)) || restarts(at: index, isPoll)
                if begins {
                    if let poll = openPolls { add(.cancel, at: poll.endedAt + .milliseconds(1)) }
                    (openPolls, pending) = (nil, nil)
                    isSignedIn = false
                    let first = session.vsaCalls.first.map { min($0.answeredAt, call.startedAt) }
                    add(.launch, at: hasLaunched ? call.startedAt : first ?? call.startedAt)
                    hasLaunched = true
                }
                if call.request.operation.role == .code {
                    openPolls = call
                    if usesWebView { inferLogin(call, index, session) }
                } else if isPoll, call.request.operation.specification.isPoll {
                    openPolls = call.response?.isSuccess == true ? nil : call
                }
                if call.request.operation.specification.isPoll || call.request.operation.role == .platformExchange {
                    isSignedIn = isSignedIn || call.response?.isSuccess == true
                    if call.response?.isSuccess == true { pending?.isSignedIn = true }
                }
                if call.request.operation.role == .accessToken, isAccessRefused, call.response?.isSuccess == true {
                    pending?.isSignedIn = true
                }
            case .decision:
                authorizedWithoutToken = call.request["resource"]
                let resource = call.request["resource"] ?? ""
                if pending?.resource != resource || pending?.isSignedIn != true {
                    add(.play(resource: resource), at: call.startedAt)
                }
                let isForWantOfSignIn = [401, 410, 412].contains(call.response?.status ?? 0)
                pending = isForWantOfSignIn ? (resource, false) : nil
                isAccessRefused = call.response?.status == 401
            case .media:
                if call.request["resource"] != authorizedWithoutToken {
                    add(.play(resource: call.request["resource"] ?? ""), at: call.startedAt)
                }
                authorizedWithoutToken = nil
            case .preauthorization:
                let resources = (call.request["resource"] ?? "").split(separator: ",").map(String.init)
                add(.preauthorize(resources: resources), at: call.startedAt)
            case .metadata:
                let next = calls[(index + 1)...].first
                add(next?.request.operation.role == .logout ? .logOut : .readUserMetadata, at: call.startedAt)
            case .logout:
                let previous = index > 0 ? calls[index - 1] : nil
                // The page and the call are of one logout.
                let isItsOther =
                    previous?.request.operation.role == .logout && previous?.isPageLoad != call.isPageLoad
                if previous?.request.operation.role != .metadata, !isItsOther { add(.logOut, at: call.startedAt) }
                isSignedIn = false
            case .individualization, .codeCompletion, .codeRecord, .codeDeletion, .login, .loginStep, .loginEnd,
                .checkByCode,
                .tokenByCode,
                .tempPass, .heldDecision, .preauthorizationByCode, .signature, .metadataByKey, .trialReset:
                break
            }
        }
        if let poll = openPolls { add(.cancel, at: poll.endedAt + .milliseconds(1)) }
    }

    /// A token check that neither follows a registration code nor ends one begins a sign-on of its own.
    private func beginsSignOn(at index: Int) -> Bool {
        switch calls[index].request.operation.role {
        case .check: true
        case .token: launchesByReading
        case .registration, .accessToken:
            calls[(index + 1)...].first.map { call in
                call.request.operation.role == .check
                    || call.request.operation.specification.isPoll && launchesByReading
            } ?? false
        case .individualization, .providers, .code, .codeCompletion, .codeRecord, .codeDeletion, .login, .loginStep,
            .loginEnd,
            .platformRequest, .platformExchange, .checkByCode, .tokenByCode, .tempPass, .decision, .heldDecision,
            .preauthorization, .preauthorizationByCode, .media, .signature, .metadata, .metadataByKey, .logout,
            .trialReset:
            false
        }
    }

    /// True if the app checks at launch by reading the AuthN token.
    ///
    /// Its first launch shows it: nothing but credentials and the configuration comes before that check. An app that
    /// begins otherwise reads the token for what is in it, or to learn why it was refused.
    private var launchesByReading: Bool {
        let first = calls.first { call in
            call.request.operation.interface != .clientRegistration && call.request.operation.role != .providers
        }
        return first?.request.operation.role == .token
    }

    /// A second registration code while the first still waits: the user gave up and began again.
    private func restarts(at index: Int, _ isPoll: Bool) -> Bool {
        isPoll && calls[index].request.operation.role == .code
    }

    /// On iOS the web view was open from the code until the first poll after it.
    private mutating func inferLogin(_ code: RecordedCall, _ index: Int, _ session: RecordedSession) {
        let login = session.besides.first {
            $0.request.operation.role == .login && $0.request["reg_code"] == code.response?.code
        }
        if let mvpd = code.request["mvpd"] ?? login?.request["mso_id"] {
            add(.selectProvider(mvpd), at: code.startedAt)
        }
        if let poll = calls[(index + 1)...].first(where: { $0.request.operation.specification.isPoll }) {
            add(.closeWebView, at: poll.startedAt)
        }
    }
}

extension PassResponse {
    fileprivate var code: String? {
        if case .registrationRecord(let record) = content { record.code } else { nil }
    }
}
