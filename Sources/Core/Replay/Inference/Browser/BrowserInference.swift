import ClientStack
import PassAPI
import Services
import Tokens
import VirtualTime

/// The browser client that a recording calls for: who it is, and the tokens it still had.
struct BrowserInference {
    /// The client's configuration.
    var configuration: BrowserConfiguration
    /// The notes on what was concluded rather than seen.
    var notes: [ReplayNote] = []

    init(_ session: RecordedSession) {
        let calls = session.calls
        let login = session.besides.first { $0.request.operation.role == .login }?.request
        configuration = BrowserConfiguration(
            requestor: calls.lazy.compactMap(\.request.requestor).first ?? "",
            mvpd: login?.mvpd ?? calls.lazy.compactMap { $0.authentication?.msoID ?? $0.request["mso_id"] }.first,
            softwareStatement: calls.first("software_statement") ?? "",
            domainName: login?["domain_name"] ?? "adobe.com",
            redirectURL: login?["redirect_url"] ?? "",
            fingerprints: calls.compactMap { $0.request["fingerprint"] }
        )
        if let platform = calls.first("AP_11") { configuration.platform = platform }
        if let userAgent = calls.first("AP_Z") { configuration.userAgent = userAgent }
        if session.besides.contains(where: { $0.request.operation.role == .logout }) {
            configuration.options.logout = .opensPage
        }
        configuration.options.keepsHeaders = Self.keepsHeaders(calls)
        inferTokens(calls)
    }

    /// Returns true if a playback that did not log in names its device or carries an access token anyway.
    private static func keepsHeaders(_ calls: [RecordedCall]) -> Bool {
        var hasLoggedIn = false
        for call in calls {
            let role = call.request.operation.role
            if role == .individualization { hasLoggedIn = true }
            guard role == .media || role == .decision else { continue }
            let namesItself = !call.request.browserIDs.isEmpty || call.request["Authorization"] != nil
            if !hasLoggedIn, namesItself { return true }
            if role == .media { hasLoggedIn = false }
        }
        return false
    }

    // MARK: What an earlier run had kept

    /// A client whose first call needs tokens had them; what was sent of them is all that shows.
    private mutating func inferTokens(_ calls: [RecordedCall]) {
        guard let first = calls.first, let requestor = first.request.requestor else { return }
        switch first.request.operation.role {
        case .decision, .preauthorization:
            configuration.authenticationToken = first.request["authentication_token"]
        case .media:
            guard let text = first.request["authz_token"], let resource = first.request.resource else { return }
            let token = try? AuthorizationToken(parsing: text)
            configuration.authorizationTokens = [.init(resource: resource, text: text)]
            configuration.authenticationToken = Self.authenticationToken(
                for: first.request,
                requestor,
                mvpd: token?.msoID ?? "",
                fingerprint: token?.fingerprint ?? "",
                // The AuthN token is asked for again in every round, so it was good: how long does not show.
                expires: token?.expires
            )
        case .registration, .accessToken, .individualization, .providers, .code, .codeCompletion, .codeRecord,
            .codeDeletion, .login,
            .loginStep, .loginEnd, .platformRequest, .platformExchange, .check, .checkByCode, .token, .tokenByCode,
            .tempPass,
            .heldDecision, .preauthorizationByCode, .signature, .metadata, .metadataByKey, .logout, .trialReset:
            return
        }
        configuration.mvpd = configuration.mvpd ?? first.request.mvpd
        notes.append(.signedOnBefore)
    }

    /// An AuthN token that says what the call for a media token says of it, and ends with the AuthZ token.
    private static func authenticationToken(
        for request: PassRequest,
        _ requestor: String,
        mvpd: String,
        fingerprint: String,
        expires: TokenDate?
    ) -> String? {
        guard let expires else { return nil }
        return AuthenticationToken.text(
            guid: request["session_guid"] ?? "",
            sessionIndex: request["AP_23"],
            requestorID: requestor,
            domainName: "adobe.com",
            expires: expires,
            msoID: mvpd,
            fingerprint: fingerprint,
            nameID: request["AP_19"],
            signing: { _ in [0] }
        )
    }
}
