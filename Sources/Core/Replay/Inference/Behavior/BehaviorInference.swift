import ClientStack
import PassAPI
import Services
import Simulation
import Tokens
import VirtualTime

/// The app that a recording calls for: who it is, what it still had, what it does.
struct BehaviorInference: Sendable {
    var configuration: BehaviorConfiguration
    let observed: ObservedBehavior
    /// The app's behavior, and what of that shows.
    private(set) var shown: ShownBehavior
    /// The notes on what was concluded rather than seen.
    var notes: [ReplayNote] = []

    init(_ session: RecordedSession, options: ReplayOptions) {
        observed = ObservedBehavior(session)
        shown = ShownBehavior(observed)
        let calls = session.calls
        let requestor = calls.lazy.compactMap(\.request.requestor).first ?? ""
        let page = (session.calls + session.besides).first {
            $0.request.operation.specification.opensLogin
        }
        configuration = BehaviorConfiguration(
            requestor: requestor,
            bundleID: "com.example." + requestor.lowercased(),
            deviceID: calls.lazy.compactMap(\.request.deviceID).first ?? "",
            domainName: page?.request["domain_name"] ?? "adobe.com",
            redirectURL: page?.request["redirect_url"] ?? "https://adobe.com/",
            behavior: observed.behavior
        )
        configuration.deviceInformation = calls.lazy.compactMap { $0.request["X-Device-Info"] }.first
        configuration.shownRows = shown.certain
        configuration.showsReuse = observed.showsReuse
        configuration.mvpd = page?.request.mvpd
        configuration.templates = Self.templates(of: BehaviorSegments.ownCalls(of: session))
        configuration.pollTemplate =
            observed.segments.lazy.flatMap(\.logins).compactMap { $0.polls.first?.request }.first
        if observed.behavior.login == .secondScreen { configuration.logins = Self.logins(in: calls) }
        if let interval = options.pollInterval { shown.behavior.pollInterval = interval }
        configuration.behavior = shown.behavior
        configuration.namesAssumptions = true
        // A signed header is written after the recorded ones, so that it needs no inference.
        let access = AccessInference(calls.filter { $0.request["Authorization"]?.hasPrefix("Bearer ") != false })
        configuration.softwareStatement = access.softwareStatement
        configuration.credentials = access.credentials
        configuration.accessToken = access.accessToken
        notes += access.notes
        inferTokens(observed.segments.flatMap(\.calls), session)
    }

    /// Does what `choice` says where that is otherwise than the recording shows.
    ///
    /// - Throws: `OptionError` for a row that there is not, or a value that it cannot have.
    mutating func change(_ choice: ClientChoice) throws(OptionError) {
        if let other = choice.other { shown.take(other) }
        try shown.set(choice.settings)
        configuration.behavior = shown.behavior
        configuration.shownRows = shown.certain
    }

    /// One request of each operation and resource.
    private static func templates(of calls: [RecordedCall]) -> [PassRequest] {
        var known: Set<String> = []
        return calls.compactMap { call in
            let resource = call.request.resource.map { MRSSResource($0).canonical } ?? ""
            let isNew = known.count < 10_000 && known.insert(call.request.operation.rawValue + "|" + resource).inserted
            return isNew ? call.request : nil
        }
    }

    /// Returns the requests that the user of a second screen brought to each login.
    private static func logins(in calls: [RecordedCall]) -> [[PassRequest]] {
        var logins: [[PassRequest]] = []
        for request in calls.map(\.request) {
            if request.operation.role == .login { logins.append([]) }
            let isTyped = request.operation.role == .login || request.operation.role == .loginEnd
            if isTyped, !logins.isEmpty { logins[logins.count - 1].append(request) }
        }
        return logins
    }

    // MARK: What the app still had

    /// Infers the tokens of a client whose first call needs a user who is signed in.
    private mutating func inferTokens(_ calls: [RecordedCall], _ session: RecordedSession) {
        let first = calls.first { $0.purpose != .check || !$0.isGranted }
        let login = calls.first { $0.purpose == .signIn }
        guard let first, [.authorization, .media, .logout].contains(first.purpose) || first.isAside,
            first.ordinal < login?.ordinal ?? .max,
            first.request.operation.purpose != .providers, first.request.operation.role != .codeRecord
        else { return }
        let early = calls.prefix { $0.purpose != .signIn }
        let shows = early.contains { $0.isGranted || $0.response?.denialReason != nil }
        // An app that signs in when it is refused asks without knowing; whoever requests a media token alone has played before.
        if !shows, first.purpose == .authorization, observed.behavior.signInStart == .refusal { return }
        configuration.isSignedIn = true
        configuration.authenticationToken = early.lazy.compactMap { $0.request["authentication_token"] }.first
        var authorized: [String] = []
        for call in early {
            guard let resource = call.request["resource"] ?? call.request["resource_id"] ?? call.request.resource else {
                continue
            }
            let name = MRSSResource(resource).canonical
            if call.purpose == .media, !authorized.contains(name) {
                let text = call.request["authz_token"]
                let expires = text.flatMap { (try? AuthorizationToken(parsing: $0))?.expiry }
                configuration.authorizationTokens.append(.init(resource: resource, text: text, expires: expires))
            }
            if call.purpose == .media || call.purpose == .authorization { authorized.append(name) }
        }
        if shows { notes.append(.signedInBefore) }
    }
}
