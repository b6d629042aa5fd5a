public import VirtualTime

/// A knob somebody at the back end turns while the world runs.
public enum ServiceControl: Hashable, Sendable {
    /// The MVPD ends a subscriber's contract or session: authorization is refused from now on.
    case revoke(user: String, mvpd: String)
    /// The MVPD takes the subscriber back.
    case reinstate(user: String, mvpd: String)
    /// Adobe degrades an integration (Adobe's degradation API).
    case degrade(Degradation, requestor: String, mvpd: String)
    case endDegradation(requestor: String, mvpd: String)
    /// Callers are throttled (the documented bucket) or not.
    case throttle(isOn: Bool)
    /// Lifetimes change for what is issued from now on: globally, for a requestor, or for an integration.
    case changeLifetimes(Lifetimes, requestor: String?, mvpd: String?)
    /// The MVPD cannot be reached, or can again.
    case reachProvider(mvpd: String, isReachable: Bool)
    /// An integration is switched on or off in the dashboard.
    case enableIntegration(requestor: String, mvpd: String, isEnabled: Bool)
    /// Single sign-on is switched on or off in the dashboard.
    case enableSingleSignOn(requestor: String, mvpd: String, isEnabled: Bool)
    /// Enhanced errors are switched on or off for the account.
    case enhanceErrors(isOn: Bool)
    /// The server's clock is this far ahead of true time.
    case skewClock(Duration)
    /// All registered applications are forgotten: `invalid_client`.
    case forgetApplications
    /// What the service has issued of this kind, for this subject or any, has expired: nothing else does, and the clock stays.
    case expire(HoldingKind, subject: String?)
    /// Every token of a device is answered with `pendingLogout` once (access-enabler.md §14.4).
    case demandLogout(deviceID: String?, reason: String?)

    /// The behaviors of a degraded integration instead of asking the MVPD.
    public enum Degradation: String, Hashable, Sendable, CaseIterable {
        /// "AuthN all": everybody is signed in.
        case authenticatesAll = "authn-all"
        /// "AuthZ all": everything is authorized.
        case authorizesAll = "authz-all"
        /// "AuthZ none": nothing is authorized.
        case authorizesNone = "authz-none"
    }
}
