import OrderedCollections
import VirtualTime

/// The memory of a simulated service.
///
/// All times are the server's (true time and ``ServiceConfiguration/clockOffset``), truncated to what the wire can say.
/// Entries outlive their expiry, since the service tells "expired" (410) from "unknown" (404); see ``ExpiringTable``
/// for how long.
struct ServiceState: Hashable, Sendable {
    /// Registered applications by client id.
    var clients: [String: RegisteredClient] = [:]
    /// Access tokens by their text.
    var accessTokens = ExpiringTable<String, AccessGrant>()
    /// Registration codes by code.
    var codes = ExpiringTable<String, CodeRecord>()
    /// The sign-ons and authorizations: one record for a requestor on a device, never removed, only emptied.
    var devices: OrderedDictionary<DeviceKey, DeviceRecord> = [:]
    /// The sessions of REST API V2 by code.
    var authenticationSessions = SessionTable()
    /// The profiles and decisions of REST API V2.
    var profiles: OrderedDictionary<ProfileKey, DeviceRecord> = [:]
    /// Where users whom the platform or an identity service names have logged in.
    var sharedSignOns = SharedSignOns()
    /// Sign-ons of a browser that `session` has not asked for yet, by its cookies and requestor.
    var sessions: OrderedDictionary<SessionKey, AuthenticationRecord> = [:]
    /// AuthN tokens in use by their whole text, so that a token that comes back as it went need not be parsed.
    var authenticationTokens = ExpiringTable<String, AuthenticationRecord>()
    /// AuthZ tokens in use by their whole text.
    var authorizationTokens = ExpiringTable<String, AuthorizationRecord>()
    /// Profile requests by their ID, which a SAML response names in `InResponseTo`.
    var profileRequests = ExpiringTable<String, ProfileRequestRecord>()
    /// The same by the whole payload: what Apple hands to the MVPD as verification token.
    var profileRequestIDs = ExpiringTable<String, ProfileRequestRecord>()
    /// Media tokens that have not run out, by their whole text.
    var mediaTokens = ExpiringTable<String, MediaTokenRecord>()
    /// The MVPDs' own sessions in browsers: what passive authentication lives on.
    var browserSessions: OrderedDictionary<BrowserSessionKey, BrowserSession> = [:]
    /// Logins that a browser began and that wait for the MVPD's answer, by `RelayState`.
    var pendingLogins = ExpiringTable<String, PendingLogin>()
    /// SAML responses, in Base64, that the service took in a recording: another MVPD signed them than the simulated one.
    var recordedAssertions: Set<String> = []
    /// The memory of the MVPDs' side and the decisions.
    var provider = ProviderState()
    /// The browsers and addresses that it has seen on the wire.
    var wire = WireState()
}
