/// A rule that fills a gap of a recording; its raw value is its name in texts and JSON.
public enum Assumption: String, Hashable, Sendable, CaseIterable {
    /// An AuthN token lasts 30 days (tokens.md §8).
    case authenticationLifetime = "authn-token-30d"
    /// An AuthZ token lasts 24 hours (tokens.md §8).
    case authorizationLifetime = "authz-token-24h"
    /// A media token lasts 5 minutes (tokens.md §8).
    case mediaLifetime = "media-token-5m"
    /// A registration code lasts 30 minutes (rest-api-v1.md §8).
    case registrationCodeLifetime = "registration-code-30m"
    /// An access token lasts 6 hours (rest-api-v1.md §3.2).
    case accessTokenLifetime = "access-token-6h"
    /// A call without what it needs is refused as the documents say (rest-api-v1.md §5 to §7).
    case documentedRefusal = "documents"
    /// The documents do not say how a call without what it needs is refused: as the simulated service refuses it.
    case simulatedService = "simulated-service"

    /// The lifetime that the rule gives it; nil of a rule about something else.
    public var lifetime: Duration? {
        switch self {
        case .authenticationLifetime: .seconds(30 * 86_400)
        case .authorizationLifetime: .seconds(86_400)
        case .mediaLifetime: .seconds(300)
        case .registrationCodeLifetime: .seconds(1_800)
        case .accessTokenLifetime: .seconds(21_600)
        case .documentedRefusal, .simulatedService: nil
        }
    }
}
