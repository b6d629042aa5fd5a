/// What Adobe Pass answered, as a value: the HTTP status and what the body means for the operation.
public struct PassResponse: Hashable, Sendable {
    /// The HTTP status code.
    public var status: Int
    /// What the body means.
    public var content: Content

    /// A response with this status and content.
    public init(status: Int, _ content: Content) {
        self.status = status
        self.content = content
    }

    /// Whether the status is 2xx and the body is no error.
    public var isSuccess: Bool {
        guard (200...299).contains(status) else { return false }
        switch content {
        case .error, .throttled, .unreadable, .pendingLogout, .notAuthorized: return false
        default: return true
        }
    }

    /// What a body can mean.
    public enum Content: Hashable, Sendable {
        /// Nothing, as 204 says, or nothing that matters.
        case empty
        /// `dcr.register`.
        case clientRegistration(ClientRegistration)
        /// `dcr.token`.
        case accessToken(AccessToken)
        /// `v1.regcode.create`, `v1.regcode.read`.
        case registrationRecord(RegistrationRecord)
        /// `v1.config`, `ae.config`.
        case configuration(Configuration)
        /// `v1.authn.read`, `v1.authenticate.code`.
        case authentication(AuthenticationDetails)
        /// `v1.profileRequest`: the opaque payload for Apple's `verificationToken`.
        case profileRequest(String)
        /// `v1.authorize`, `v1.authz.read`.
        case authorization(AuthorizationDetails)
        /// `v1.media`.
        case mediaToken(MediaTokenDetails)
        /// `v1.preauthorize`, `ae.preauthorize`.
        case preauthorization([PreauthorizedResource])
        /// `v1.usermetadata`, `ae.usermetadata`.
        case userMetadata(UserMetadata)
        /// `ae.indiv.devices`: the device id the service made.
        case individualizedDevice(deviceID: String)
        /// `ae.session`, `ae.sessionDevice`, `ae.authorize`, `ae.authorizeDevice`: token texts, unescaped once, and
        /// user metadata as they stand in `<result>`.
        case tokens(authentication: String?, authorization: String?, userMetadata: String?)
        /// `ae.shortAuthorize`, `ae.deviceShortAuthorize`: the body is the token text.
        case shortMediaToken(String)
        /// `ae.tvs.sign`: the URL of the stream, signed for the player.
        case signedURL(String)
        /// A login page or form of the service, on the way to the MVPD.
        case page(String)
        /// A redirect: where to.
        case redirect(String)
        /// An error body, plain or enhanced (rest-api-v1.md §5).
        case error(PassError)
        /// `<pendingLogout>` in whatever answer (access-enabler.md §14.4): the tokens are to be wiped.
        case pendingLogout(reason: String?)
        /// `<error><notAuthorized/>…` in an answer of status 200 (access-enabler.md §14.4).
        case notAuthorized(details: String?)
        /// 429 with a page of HTML (rest-api-v1.md §4).
        case throttled
        /// Something the operation never answers: why it could not be read.
        case unreadable(String)
    }
}
