import Documents
import Exchanges
import PassAPI
import VirtualTime

/// A call of REST API V2 and what came of it, as far as its path, its status and its JSON say (rest-api-v2.md §4, §5).
///
/// It is read by itself: what a service keeps behind it is not known.
struct PageCallOfV2: Hashable, Sendable {
    /// The kinds of calls, by what they are for.
    enum Kind: Hashable, Sendable {
        /// The list of MVPDs.
        case configuration
        /// A login is begun, continued, or looked up by its code.
        case session
        /// The browser's way into the login.
        case login
        /// The profiles that the service has.
        case profiles
        /// A question for the profile that a login by code made.
        case poll
        /// Decisions to mark a catalog with.
        case preauthorization
        /// A decision to play.
        case authorization
        /// The end of profiles.
        case logout

        /// The phase that it belongs to; media tokens have no call of their own.
        var phase: PageStep.Phase {
            switch self {
            case .configuration, .session, .login, .profiles, .poll: .signIn
            case .preauthorization, .authorization: .authorization
            case .logout: .logout
            }
        }
    }

    /// A profile, V2's word for what an AuthN token was.
    struct Profile: Hashable, Sendable {
        var mvpd: String
        /// Its type: `regular`, `appleSSO`, `temporary` and others; empty where the response has none.
        var type: String
        /// Its beginning and its end; nil where the response has none.
        var issuedAt: Instant?
        var expiresAt: Instant?
    }

    /// A decision about a resource.
    struct Decision: Hashable, Sendable {
        /// What a person calls the resource.
        var resource: String
        /// True for a permit.
        var isAuthorized: Bool
        /// Who decided, if not the MVPD: `degradation`, `temppass`.
        var source: String?
        /// The code of the error, and what the MVPD says to it; nil without one.
        var code: String?
        var details: String?
        /// The end of the media token that came with it; nil without one.
        var tokenExpiresAt: Instant?
    }

    /// The exchange.
    let ordinal: Int
    /// When its response was there.
    let endedAt: Instant
    /// What it is for.
    let kind: Kind
    /// Its method and what its path has behind version and service provider: `POST decisions/authorize/Meadowlark`.
    let name: String
    /// The status; nil without a response.
    private(set) var status: Int?
    /// What it brought.
    private(set) var profiles: [Profile] = []
    private(set) var decisions: [Decision] = []
    /// What the client is to do next: `authenticate`, `resume`, `logout`; nil where the response does not say.
    private(set) var action: String?
    /// The code of a login, and its end.
    private(set) var loginCode: String?
    private(set) var loginExpiresAt: Instant?
    /// The code of the error that is the whole response.
    private(set) var errorCode: String?

    /// The call of `exchange`; nil if it is not one that the documents have.
    init?(_ exchange: Exchange) {
        guard let kind = Self.kind(of: URLParts(exchange.request.url).path),
            ExchangeKind(of: exchange).isOfRESTAPIV2, exchange.response?.unmatchedReason == nil
        else { return nil }
        self.kind = kind
        let segments = URLParts(exchange.request.url).path.split(separator: "/").dropFirst(kind == .login ? 2 : 3)
        name = "\(exchange.request.method) " + segments.joined(separator: "/")
        ordinal = exchange.ordinal
        endedAt = exchange.endedAt
        guard case .response(let response) = exchange.outcome else { return }
        status = response.status
        guard let body = response.body, let value = try? JSONValue(parsing: body) else { return }
        let error = value["error"] ?? value
        errorCode = response.status >= 400 ? error["code"]?.string : nil
        profiles = (value["profiles"]?.object?.members ?? []).map { member in
            Profile(
                mvpd: PrintableText.excerpt(member.key, limit: 80),
                type: member.value["type"]?.string.map { PrintableText.excerpt($0, limit: 80) } ?? "",
                issuedAt: Self.instant(member.value["notBefore"]),
                expiresAt: Self.instant(member.value["notAfter"])
            )
        }
        decisions = (value["decisions"]?.array ?? []).compactMap(Self.decision)
        action = value["actionName"]?.string ?? value["logouts"]?.object?.members.first?.value["actionName"]?.string
        if kind == .session { (loginCode, loginExpiresAt) = (value["code"]?.string, Self.instant(value["notAfter"])) }
    }

    private static func kind(of path: Substring) -> Kind? {
        let segments = path.split(separator: "/").map { ExactText(String($0)) }
        guard segments.count >= 4, segments[0] == "api", segments[1] == "v2" else { return nil }
        if segments[2] == "authenticate" { return .login }
        let rest = segments.dropFirst(4)
        switch segments[3] {
        case "configuration": return .configuration
        case "sessions": return .session
        case "profiles": return rest.first == "code" ? .poll : .profiles
        case "logout": return .logout
        case "decisions": return rest.first == "authorize" ? .authorization : .preauthorization
        default: return nil
        }
    }

    private static func decision(_ value: JSONValue) -> Decision? {
        guard let resource = value["resource"]?.string, let isAuthorized = value["authorized"]?.bool else { return nil }
        let error = value["error"]
        return Decision(
            resource: PrintableText.excerpt(MRSSResource(resource).name, limit: 80),
            isAuthorized: isAuthorized,
            source: value["source"]?.string.flatMap { ExactText($0) == "mvpd" ? nil : $0 },
            code: error?["code"]?.string,
            details: error?["details"]?.string ?? error?["message"]?.string,
            tokenExpiresAt: instant(value["token"]?["notAfter"])
        )
    }

    /// Milliseconds since 1970, a number in one object and a string in another.
    private static func instant(_ value: JSONValue?) -> Instant? {
        (value?.number?.int64 ?? value?.string.flatMap { Int64($0) }).map { Instant(millisecondsSince1970: $0) }
    }

    /// What it means for the sign-on.
    var level: PageEvent.Level? {
        if kind == .poll, status == 200, profiles.isEmpty { return .poll }
        return kind == .authorization && decisions.contains { !$0.isAuthorized } ? .error : nil
    }

    /// One fact; nil if there is none to tell.
    var fact: String? {
        if let errorCode { return errorCode }
        switch kind {
        case .configuration, .login: return nil
        case .session, .logout: return action.map { "action \($0)" }
        case .profiles, .poll:
            guard status.map({ $0 < 300 }) == true else { return nil }
            guard let profile = profiles.first else { return "no profile" }
            let end = profile.expiresAt.map { ", until \($0)" } ?? ""
            return "profile of \(profile.mvpd)" + (profile.type.isEmpty ? "" : ", \(profile.type)") + end
        case .preauthorization, .authorization:
            let denied = decisions.filter { !$0.isAuthorized }
            let permitted = decisions.filter(\.isAuthorized).map(\.resource)
            let permits = permitted.isEmpty ? [] : ["permitted " + permitted.joined(separator: ", ")]
            let denials = denied.map { "denied \($0.resource)" + ($0.code.map { " (\($0))" } ?? "") }
            let all = permits + denials
            return all.isEmpty ? nil : all.joined(separator: "; ")
        }
    }
}
