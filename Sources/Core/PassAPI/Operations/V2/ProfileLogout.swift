import Documents
import VirtualTime

extension OperationSpecification {
    // v2/apis/logout-apis; rest-api-v2.md §5.11; a sample puts the variables the other way round, a table leaves the MVPD out
    static let endProfile = v2(
        .endProfile,
        "GET /api/v2/{serviceProvider}/logout/{mvpd}",
        ["/api/v2/logout/{serviceProvider}/{mvpd}", "/api/v2/{serviceProvider}/logout"],
        for: .logout
    ) {
        $0.adobeName = "Initiate logout for specific mvpd"
        $0.answer = .document(.json) { (list: LogoutList) in .logouts(list.logouts) }
        $0.grants = [
            .ends(.profile), .ends(.decision), .asking(about: .profile, [ProfileLogout.foundNone]),
            .refused(without: .profile, ProfileLogout.foundNone),
        ]
        $0.parameters = [.mvpdInPath, .carried("redirectUrl", [.query]), .deviceIdentifier()]
    }
}

/// What is left to do after a logout, for one MVPD (rest-api-v2.md §5.11).
public struct ProfileLogout: Hashable, Sendable {
    public var mvpd: String
    /// What the client does next: an open set.
    public var actionName: Action
    /// `interactive`, `partner_interactive` or `none`.
    public var actionType: String?
    /// The address to be opened in a user agent.
    public var url: String?

    /// What is left to do.
    public struct Action: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Open the MVPD's own logout.
        public static let logout = Action(rawValue: "logout")
        /// Tell the user to sign out in Settings.
        public static let partnerLogout = Action(rawValue: "partner_logout")
        /// Nothing.
        public static let complete = Action(rawValue: "complete")
        /// There was no profile.
        public static let invalid = Action(rawValue: "invalid")
    }

    /// A logout of these parts.
    public init(mvpd: String, _ actionName: Action, actionType: String? = nil, url: String? = nil) {
        (self.mvpd, self.actionName, self.actionType, self.url) = (mvpd, actionName, actionType, url)
    }

    /// How a response says that there was no profile.
    static let foundNone = GrantSpecification.Refusal.Response.member("actionName")
}

/// The map of logouts, in the service's order.
package struct LogoutList {
    var logouts: [ProfileLogout]
}

extension LogoutList: JSONPayload {
    package static let shape = ResponseShape("logouts")

    init(reading node: AnswerNode) throws(AnswerFailure) {
        guard case .json(let value) = node, let members = value["logouts"]?.object?.members else {
            throw AnswerFailure("logouts is missing")
        }
        logouts = []
        for member in members {
            let node = AnswerNode.json(member.value)
            logouts.append(
                ProfileLogout(
                    mvpd: member.key,
                    ProfileLogout.Action(rawValue: try node.required("actionName")),
                    actionType: node.string("actionType"),
                    url: node.string("url")
                )
            )
        }
    }

    func json(_ choices: WireChoices) -> JSONObject {
        let members = logouts.map { logout in
            JSONMember(
                logout.mvpd,
                .object(
                    .answer([
                        ("actionName", .string(logout.actionName.rawValue)), ("actionType", .text(logout.actionType)),
                        ("mvpd", .string(logout.mvpd)), ("url", .text(logout.url)),
                    ])
                )
            )
        }
        return ["logouts": .object(JSONObject(members))]
    }
}

extension [ProfileLogout] {
    func refused(by member: String) -> [PassResponse.Content.RefusedPart] {
        guard member == "actionName" else { return [] }
        return filter { $0.actionName == .invalid }.map { logout in
            var part = PassResponse.Content.RefusedPart()
            part.mvpd = logout.mvpd
            return part
        }
    }

    /// The values that a timeline holds of them.
    var values: [EventValue] {
        flatMap { [.text("mvpd", $0.mvpd), .code("action", $0.actionName.rawValue)] }.prefix(2).map(\.self)
    }
}
