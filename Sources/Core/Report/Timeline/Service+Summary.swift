import Documents
import PassAPI
import Services
import VirtualTime

extension ServiceControl {
    var summary: String {
        switch self {
        case .revoke(let user, let mvpd): "\(mvpd) revokes \(user)"
        case .reinstate(let user, let mvpd): "\(mvpd) reinstates \(user)"
        case .degrade(let how, let requestor, let mvpd): "\(requestor) with \(mvpd) is degraded: \(how.rawValue)"
        case .endDegradation(let requestor, let mvpd): "\(requestor) with \(mvpd) is no longer degraded"
        case .throttle(let isOn): isOn ? "callers are throttled" : "callers are no longer throttled"
        case .changeLifetimes(_, let requestor, let mvpd):
            "lifetimes change for " + ([requestor, mvpd].compactMap(\.self).joined(separator: " with "))
        case .reachProvider(let mvpd, let isReachable): "\(mvpd) \(isReachable ? "can" : "cannot") be reached"
        case .enableIntegration(let requestor, let mvpd, let isEnabled):
            "\(requestor) with \(mvpd) is switched \(isEnabled ? "on" : "off")"
        case .enableSingleSignOn(let requestor, let mvpd, let isEnabled):
            "single sign-on of \(requestor) with \(mvpd) is switched \(isEnabled ? "on" : "off")"
        case .enhanceErrors(let isOn): "enhanced errors are switched \(isOn ? "on" : "off")"
        case .skewClock(let duration): "the server's clock is moved by \(ElapsedTime(duration))"
        case .forgetApplications: "all registered applications are forgotten"
        case .expire(let kind, let subject): "\(kind.name(of: subject)) has expired"
        case .demandLogout(let device, let reason):
            "pendingLogout for \(device ?? "all devices")" + (reason.map { ", reason \($0)" } ?? "")
        }
    }
}

extension Fault {
    /// The fault in a few words.
    var summary: String {
        switch self {
        case .offline, .reset, .garbageBody, .truncatedBody: name
        case .timeout(let duration): "timeout after \(ElapsedTime(duration))"
        case .slow(let duration): "slow by \(ElapsedTime(duration))"
        case .status(let status): "status \(status)"
        case .statusPage(let status): "page \(status)"
        }
    }
}

extension FaultPlan.Rule {
    /// The rule in a line: `timeout after 5 s on v1.authorize, 2 times`.
    var summary: String {
        fault.summary + (operations.map { " on " + $0.map(\.rawValue).joined(separator: ", ") } ?? "")
            + (count.map { ", " + CountedNoun.text($0, "time") } ?? "")
            + (isAfterService ? ", after the service" : "")
    }
}
