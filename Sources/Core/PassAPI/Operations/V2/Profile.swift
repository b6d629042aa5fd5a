public import Documents
public import VirtualTime

/// What is known of the user's sign-ons (rest-api-v2.md §5.6 to §5.8).
extension OperationSpecification {
    // v2/apis/profiles-apis; §5.6: first start
    static let profiles = reading(.profiles, "profiles", for: .check) {
        $0.adobeName = "Retrieve profiles"
        $0.parameters = [.deviceIdentifier()]
    }

    // §5.7: later starts; until April 2025 the documents polled with it (§9.1)
    static let profileForMVPD = reading(.profileForMVPD, "profiles/{mvpd}", for: .token) {
        $0.adobeName = "Retrieve profile for specific mvpd"
        $0.polling = .untilProfile
        $0.parameters = [.mvpdInPath, .deviceIdentifier()]
    }

    // §5.8: while a login is under way; whoever knows the code may ask
    static let profileForCode = reading(.profileForCode, "profiles/code/{code}", for: .tokenByCode) {
        $0.adobeName = "Retrieve profile for specific code"
        $0.polling = .untilProfile
        $0.grants = [
            .shows(.profile, made: Profile.made, expires: Profile.expires), .asking(about: .profile, [Profile.none]),
            .asking(about: .code, [.error(AuthenticationSession.missing)]),
            .refused(without: .profile, Profile.none),
            .refused(without: .code, .error(AuthenticationSession.missing)),
        ]
        $0.parameters = [.sessionCode]
    }

    private static func reading(
        _ operation: Operation,
        _ path: String,
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        v2(operation, "GET /api/v2/{serviceProvider}/\(path)", for: role) {
            $0.answer = .document(.json) { (list: ProfileList) in .profiles(list.profiles) }
            $0.answered = ["userID": .user]
            $0.otherInstants = [.milliseconds("profiles.*.attributes.expiration_date.value")]
            $0.grants = [
                .shows(.profile, made: Profile.made, expires: Profile.expires),
                .asking(about: .profile, [Profile.none]), .refused(without: .profile, Profile.none),
            ]
            fill($0)
        }
    }
}

/// A user's sign-on with one MVPD, as it was given out (rest-api-v2.md §5.6).
public struct Profile: Hashable, Sendable {
    public var mvpd: String
    public var notBefore: Instant?
    public var notAfter: Instant?
    /// The MVPD's id, or `Adobe` or `Apple`.
    public var issuer: String?
    public var type: Kind
    /// The attributes of the user as they came: by name, each with `value` and `state`.
    public var attributes: JSONObject
    public var sessionID: String?

    /// How the sign-on came about: an open set.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let regular = Kind(rawValue: "regular")
        public static let appleSSO = Kind(rawValue: "appleSSO")
        public static let platformSSO = Kind(rawValue: "platformSSO")
        public static let serviceTokenSSO = Kind(rawValue: "serviceTokenSSO")
        public static let degraded = Kind(rawValue: "degraded")
        public static let temporary = Kind(rawValue: "temporary")
    }

    /// A profile of these parts.
    public init(
        mvpd: String,
        notBefore: Instant? = nil,
        notAfter: Instant? = nil,
        issuer: String? = nil,
        type: Kind,
        attributes: JSONObject = [:],
        sessionID: String? = nil
    ) {
        (self.mvpd, self.notBefore, self.notAfter) = (mvpd, notBefore, notAfter)
        (self.issuer, self.type, self.attributes, self.sessionID) = (issuer, type, attributes, sessionID)
    }

    /// The user's id, which every profile has; nil where it is encrypted or missing.
    public var userID: String? {
        let attribute = attributes["userID"]
        return attribute?["state"]?.string == "enc" ? nil : attribute?["value"]?.string
    }

    /// The fields of a response that say when it was made and when it ends, by MVPD.
    static let (made, expires) = (
        InstantField.milliseconds("profiles.*.notBefore"), InstantField.milliseconds("profiles.*.notAfter")
    )

    /// How a response says that there is none: the map is empty.
    static let none = GrantSpecification.Refusal.Response.member("profiles")
}

/// The map of profiles, in the service's order.
package struct ProfileList {
    var profiles: [Profile]
}

extension ProfileList: JSONPayload {
    package static let shape = ResponseShape("profiles")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        guard case .json(let value) = node, let members = value["profiles"]?.object?.members else {
            throw AnswerFailure("profiles is missing")
        }
        profiles = []
        for member in members {
            guard case .object = member.value else { throw AnswerFailure("a profile is not an object") }
            profiles.append(Profile(of: member.key, .json(member.value)))
        }
    }

    func json(_ choices: WireChoices) -> JSONObject {
        ["profiles": .object(JSONObject(profiles.map { JSONMember($0.mvpd, .object($0.json)) }))]
    }
}

extension Profile {
    fileprivate init(of mvpd: String, _ node: AnswerNode) {
        self.init(
            mvpd: mvpd,
            notBefore: node.milliseconds("notBefore"),
            notAfter: node.milliseconds("notAfter"),
            issuer: node.string("issuer"),
            type: Kind(rawValue: node.string("type") ?? ""),
            attributes: node.child("attributes")?.freeObject ?? [:],
            sessionID: node.string("sessionId")
        )
    }

    fileprivate var json: JSONObject {
        .answer([
            ("notBefore", .integer(notBefore?.millisecondsSince1970)),
            ("notAfter", .integer(notAfter?.millisecondsSince1970)), ("issuer", .text(issuer)),
            ("type", type.rawValue.isEmpty ? nil : .string(type.rawValue)), ("attributes", .object(attributes)),
            ("sessionId", .text(sessionID)),
        ])
    }
}

extension [Profile] {
    func grants(_ issue: GrantSpecification.Issue) -> [Grant] {
        guard issue.kind == .profile else { return [] }
        return map { profile in
            var grant = Grant(issue)
            (grant.made, grant.expires, grant.mvpd) = (profile.notBefore, profile.notAfter, profile.mvpd)
            grant.user = profile.userID
            grant.source = profile.type.rawValue.isEmpty ? nil : profile.type.rawValue
            return grant
        }
    }

    /// The values that a timeline holds of them.
    var values: [EventValue] {
        guard let only = first, count == 1 else { return [.list("profiles", map(\.mvpd))] }
        return [
            .text("mvpd", only.mvpd), only.type.rawValue.isEmpty ? nil : .code("type", only.type.rawValue),
            only.notAfter.map { .instant("expiresAt", $0) },
        ]
        .compactMap(\.self)
    }
}
