import PassAPI
import VirtualTime

/// The access of an app to the service: client credentials, and the access token that they bring.
///
/// Source: rest-api-v1.md §3.
struct AccessSession: Hashable, Sendable {
    private(set) var credentials: ClientCredentials?
    private(set) var token: CachedAccessToken?

    /// A call of Dynamic Client Registration.
    enum Call: Hashable, Sendable {
        case registration
        case token

        var operation: Operation { self == .registration ? .register : .accessToken }
    }

    init(credentials: ClientCredentials? = nil, token: CachedAccessToken? = nil) {
        (self.credentials, self.token) = (credentials, token)
    }

    /// Returns the call that has to precede a protected call; nil: there is none, or nothing helps.
    ///
    /// An app that does not look at its clock leaves it to the service to refuse a token.
    func missing(at now: Instant, _ softwareStatement: String?, looksAtClock: Bool = true) -> Call? {
        if let token, !looksAtClock || token.isValid(at: now) { return nil }
        if credentials != nil { return .token }
        // Without a statement nobody can register. The call goes out as it can, and the service evaluates it.
        return softwareStatement == nil ? nil : .registration
    }

    func request(
        _ call: Call,
        _ softwareStatement: String?,
        redirectURI: String? = nil,
        deviceInformation: String? = nil
    ) -> PassRequest {
        switch call {
        case .registration:
            .register(
                softwareStatement: softwareStatement ?? "",
                redirectURI: redirectURI,
                deviceInformation: deviceInformation
            )
        case .token:
            .accessToken(
                clientID: credentials?.clientID ?? "",
                clientSecret: credentials?.clientSecret ?? "",
                deviceInformation: deviceInformation
            )
        }
    }

    /// Keeps what `response` brings, if it brings anything: whether it does.
    @discardableResult
    mutating func take(_ response: PassResponse?, at now: Instant) -> Bool {
        switch response?.content {
        case .clientRegistration(let client)?:
            credentials = ClientCredentials(clientID: client.clientID, clientSecret: client.clientSecret)
        case .accessToken(let token)?: self.token = CachedAccessToken(token, arrivedAt: now)
        default: return false
        }
        return true
    }

    /// Takes over the token that a request carries which the app did not make itself.
    mutating func take(_ request: PassRequest) {
        guard let bearer = request.bearer, bearer != token?.token else { return }
        token = CachedAccessToken(bearer)
    }

    /// The service does not take the token any more.
    mutating func forgetToken() { token = nil }

    /// The service does not know the app any more.
    mutating func forget() { (credentials, token) = (nil, nil) }
}

extension PassRequest {
    /// The access token that it carries; empty where the call shall carry one when it leaves; nil if it carries none.
    var bearer: String? {
        guard let header = self["Authorization"], header.hasPrefix("Bearer ") else { return nil }
        return String(header.dropFirst("Bearer ".count))
    }
}
