public import ClientStack
import PassAPI

extension ClientBehavior {
    /// The rows of an app's behavior, each with what it can be.
    public static let table = OptionTable<ClientBehavior>(
        [
            .choice("access", \.access),
            .choice("registration", \.registration),
            .calls("launch-calls", \.launchCalls),
            .calls("play-checks", \.playChecks),
            .choice("expiry-check", \.expiryCheck),
            .choice("sign-in-start", \.signInStart),
            .calls("before-code", \.beforeCode),
            .choice("login", \.login),
            .form(
                "authentication-call",
                \.authenticationCall,
                .forms(["v1.authn.read", "v1.authenticate.code", "none"]),
                text: { $0?.named.rawValue ?? "none" },
                value: { text -> PlannedCall?? in
                    text == "none" ? .some(nil) : Operation(rawValue: text).map { .some(PlannedCall($0)) }
                }
            ),
            .choice("poll-pace", \.pollPace),
            .duration("poll-delay", \.pollDelay),
            .duration("poll-interval", \.pollInterval),
            .choice("code-expiry", \.codeExpiry),
            .calls("after-sign-in", \.afterSignIn),
            .choice("authorization", \.authorization),
            .number("authorize-count", \.authorizeCount, in: 1...10),
            .calls("after-authorization", \.afterAuthorization),
            .calls("after-play", \.afterPlay),
            .choice("media-token-use", \.mediaTokenUse),
            .calls("logout-calls", \.logoutCalls),
        ] + reactionRows
    )

    /// A row a refusal of a call: what follows it.
    private static let reactionRows: [OptionTable<ClientBehavior>.Option] =
        BehaviorReactions.Call.allCases.flatMap { call in
            BehaviorReactions.RefusalKind.allCases.map { refusal in
                OptionTable<ClientBehavior>.Option(
                    name: BehaviorReactions.row(call, refusal),
                    values: .forms(["shown", "documented", "sign-in, v1.authorize", "v1.authn.read, v1.logout"]),
                    accepts: { steps(of: $0) != nil },
                    read: { text(of: $0.reactions[call, refusal]) },
                    write: { behavior, text in
                        guard let steps = steps(of: text) else { return false }
                        behavior.reactions[call, refusal] = steps
                        return true
                    }
                )
            }
        }

    @Sendable private static func text(of steps: [BehaviorReactions.Step]?) -> String {
        guard let steps else { return "documented" }
        if steps.isEmpty { return "shown" }
        return steps.map { step in
            switch step {
            case .signIn: "sign-in"
            case .call(let call): call.named.rawValue
            }
        }
        .joined(separator: ", ")
    }

    /// The reaction that a text names; nil if it names none, nil within if it is the documents'.
    @Sendable private static func steps(of text: String) -> [BehaviorReactions.Step]?? {
        switch text {
        case "documented": return .some(nil)
        case "shown": return .some([])
        default:
            let words = text.listed
            let found = words.compactMap { word -> BehaviorReactions.Step? in
                word == "sign-in" ? .signIn : Operation(rawValue: word).map { .call(PlannedCall($0)) }
            }
            return found.count == words.count && !found.isEmpty ? .some(found) : nil
        }
    }
}

extension OptionTable.Option {
    /// Operations in order, with commas between them.
    fileprivate static func calls(
        _ name: String,
        _ path: any WritableKeyPath<Root, [PlannedCall]> & Sendable
    ) -> Self {
        form(
            name,
            path,
            .forms(["v1.checkauthn, v1.authn.read", "none"]),
            text: { $0.isEmpty ? "none" : $0.map(\.named.rawValue).joined(separator: ", ") },
            value: { text in
                let words = text == "none" ? [] : text.listed
                let found = words.compactMap { Operation(rawValue: $0).map { PlannedCall($0) } }
                return found.count == words.count ? found : nil
            }
        )
    }
}
