import ClientStack
import PassAPI
import Services

/// The means by which a recorded client had access before its recording begins.
struct AccessInference {
    /// The software statement that a registration in the recording submits.
    let softwareStatement: String?
    let redirectURI: String?
    /// The credentials that a token is fetched with, where nobody registers.
    private(set) var credentials: ClientCredentials?
    private(set) var accessToken: CachedAccessToken?
    /// The substitute for the credentials that ``accessToken`` was fetched with, where none are seen.
    private(set) var unseenCredentials: ClientCredentials?
    /// The signed header, where calls carry that in place of a token.
    private(set) var signedAuthorization: String?
    /// The notes on what was concluded rather than seen.
    private(set) var notes: [ReplayNote] = []

    init(_ calls: [RecordedCall]) {
        let registration = calls.first { $0.request.operation.role == .registration }
        let token = calls.first { $0.request.operation.role == .accessToken }
        softwareStatement = registration?.request["software_statement"]
        redirectURI = registration?.request["redirect_uri"]
        if registration == nil, let id = token?.request["client_id"], let secret = token?.request["client_secret"] {
            credentials = ClientCredentials(clientID: id, clientSecret: secret)
            notes.append(.registeredBefore)
        }
        let protected = calls.first { $0.request["Authorization"] != nil }
        guard let protected, protected.ordinal < token?.ordinal ?? .max,
            protected.ordinal < registration?.ordinal ?? .max, let value = protected.request["Authorization"]
        else { return }
        guard case .bearer(let bearer) = AuthorizationHeader(value) else {
            signedAuthorization = value
            return
        }
        // A client that fetched a new token later did so because this one had ended.
        accessToken = CachedAccessToken(bearer, expires: token?.startedAt)
        if registration == nil, token == nil {
            // Whoever has an access token has registered: a new one is fetched with what the client was given then.
            unseenCredentials = ClientCredentials(
                clientID: AccessToken.client(of: bearer),
                clientSecret: AccessToken.unseenSecret
            )
        }
        notes.append(.accessTokenBefore)
    }
}

extension [RecordedCall] {
    /// The first value that any call has for the parameter `name`.
    func first(_ name: String) -> String? { lazy.compactMap { $0.request[name] }.first }
}
