import OrderedCollections
import PassAPI
import Tokens
import VirtualTime

/// The possessions of an app: everything that a response has brought and nothing has ended.
struct BehaviorMemory: Hashable, Sendable {
    var access: AccessSession
    var code: String?
    var codeExpires: Instant?
    /// True if the app takes its user to be signed in.
    var isSignedIn = false
    var authentication = Authentication()
    /// By the resource's canonical form.
    var authorizations: OrderedDictionary<String, Authorization> = [:]
    /// The media token received last: Base64 from the REST API, the token's own text from the SDKs' protocol.
    var mediaToken: String?
    var mvpd: String?

    struct Authentication: Hashable, Sendable {
        /// The token's text, where the app keeps it.
        var text: String?
        var expires: Instant?
    }

    struct Authorization: Hashable, Sendable {
        var resource: String
        var text: String?
        var expires: Instant?

        func isValid(at now: Instant) -> Bool { expires.map { now < $0 } ?? true }
    }
    /// The resources that an authorization was requested for, granted or not.
    var asked: Set<String> = []

    /// More resources than this are not remembered.
    static let resourceLimit = 1_000

    init(_ configuration: BehaviorConfiguration) {
        access = AccessSession(credentials: configuration.credentials, token: configuration.accessToken)
        isSignedIn = configuration.isSignedIn
        mvpd = configuration.mvpd
        if let text = configuration.authenticationToken { keep(authentication: text) }
        for kept in configuration.authorizationTokens {
            authorizations[MRSSResource(kept.resource).canonical] = Authorization(
                resource: kept.resource,
                text: kept.text,
                expires: kept.expires
            )
        }
    }

    /// Takes in what `response` to `request` brought.
    mutating func take(_ response: PassResponse, to request: PassRequest, at now: Instant) {
        access.take(response, at: now)
        switch response.content {
        case .registrationRecord(let record) where request.operation.role == .code:
            code = record.code
            codeExpires = record.expires
        case .authentication(let details):
            isSignedIn = true
            mvpd = details.mvpd
            authentication.expires = details.expires
        case .authorization(let details):
            keep(Authorization(resource: request["resource"] ?? details.resource, expires: details.expires))
            mvpd = mvpd ?? details.mvpd
        case .mediaToken(let details):
            mediaToken = details.serializedToken
        case .shortMediaToken(let text):
            mediaToken = text
        case .tokens(let first, let second, _):
            if let first { keep(authentication: first) }
            if let second { keep(authorization: second, of: request["resource_id"] ?? "") }
        default:
            break
        }
        if let resource = request["resource"] ?? request["resource_id"], asked.count < Self.resourceLimit,
            request.operation.purpose == .authorization
        {
            asked.insert(MRSSResource(resource).canonical)
        }
        guard response.isSuccess else { return }
        let row = request.operation.specification
        if row.purpose == .check, row.interface == .restV1 { isSignedIn = true }
        if row.grants.ended.contains(.authenticationToken) { forgetUser() }
    }

    /// Takes over what a request shows that somebody else has made.
    mutating func take(_ request: PassRequest) {
        access.take(request)
        if let text = request["authentication_token"], text != authentication.text { keep(authentication: text) }
        if let text = request["authz_token"], let resource = request.resource, !holds(text) {
            keep(authorization: text, of: resource)
        }
        if let code = request.registrationCode { self.code = code }
    }

    mutating func forgetUser() {
        isSignedIn = false
        authentication = Authentication()
        forgetAuthorizations()
        mediaToken = nil
    }

    mutating func forgetAuthorizations() {
        authorizations = [:]
        asked = []
    }

    func authorization(of resource: String) -> Authorization? { authorizations[MRSSResource(resource).canonical] }

    private func holds(_ text: String) -> Bool { authorizations.values.contains { $0.text == text } }

    private mutating func keep(authentication text: String) {
        isSignedIn = true
        let token = try? AuthenticationToken(parsing: text)
        authentication = Authentication(text: text, expires: token?.expiry)
        mvpd = token?.msoID ?? mvpd
    }

    private mutating func keep(authorization text: String, of resource: String) {
        let token = try? AuthorizationToken(parsing: text)
        keep(Authorization(resource: resource, text: text, expires: token?.expiry))
    }

    private mutating func keep(_ authorization: Authorization) {
        let key = MRSSResource(authorization.resource).canonical
        guard authorizations[key] != nil || authorizations.count < Self.resourceLimit else { return }
        authorizations[key] = authorization
    }
}
