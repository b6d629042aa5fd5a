import Documents
import History
import PassAPI
import Services
import Simulation
import VirtualTime

/// What an act of a user brings about, as an object: the code of what happens, and what the client does.
enum ReactionJSON {
    /// The codes there are.
    static let codes = [
        "nothing", "verified", "expired", "told", "secondScreen", "lastCall", "nextCall", "launch", "play",
    ]

    /// The object: `code`, and what applies to it.
    static func object(for reaction: Reaction) -> JSONObject {
        switch reaction {
        case .nothing: ["code": .string("nothing")]
        case .verified(let isValid): ["code": .string(isValid ? "verified" : "expired")]
        case .told(let messages):
            ["code": .string("told"), "messageCodes": .texts(messages.map(\.code))]
        case .codeEntered(let result): ["code": .string("secondScreen"), "isLoggedIn": .bool(isLoggedIn(result))]
        case .call(let effect, let isValid): isValid ? lastCall(effect) : nextCall(effect)
        case .acted(let act, let platform): object(for: act, platform)
        }
    }

    private static func isLoggedIn(_ result: LoginResult) -> Bool { if case .ended = result { true } else { false } }

    private static func lastCall(_ effect: ExpirationEffect) -> JSONObject {
        [
            "code": .string("lastCall"), "operation": .text(effect.call?.operation.rawValue),
            "exchange": .count(effect.call?.exchange), "status": .count(effect.call?.status),
            "isUse": .bool(effect.isUsed),
        ]
    }

    private static func nextCall(_ effect: ExpirationEffect) -> JSONObject {
        [
            "code": .string("nextCall"), "operation": .text(effect.next?.rawValue),
            "refusal": effect.refusal.map(refusal) ?? .null, "renewalOperation": .text(effect.renewal?.rawValue),
        ]
    }

    private static func refusal(_ refusal: Known<ExpirationEffect.Refused>) -> JSONValue {
        var object: JSONObject = ["code": .string(refusal.value.code)]
        if case .status(let status) = refusal.value { object["status"] = .count(status) }
        if case .error(let code) = refusal.value { object["errorCode"] = .string(code) }
        object["knowledge"] = KnowledgeJSON.value(of: refusal.knowledge)
        return .object(object)
    }

    private static func object(for act: Reaction.Act, _ platform: Reaction.Platform?) -> JSONObject {
        var object: JSONObject = ["code": .string(act.resource == nil ? "launch" : "play")]
        if let resource = act.resource { object["resource"] = .string(resource) }
        if let platform { object["vsa"] = self.object(for: platform) }
        object["moves"] = .texts(act.moves.map(word))
        if !act.assumedRows.isEmpty { object["assumedRows"] = .texts(act.assumedRows) }
        object["isPlaying"] = .bool(act.isPlaying)
        object["messageCode"] = .text(act.message?.code)
        if let isSame = act.isSameDecision { object["isSameDecision"] = .bool(isSame) }
        object["isPossible"] = .bool(act.problem == nil)
        return object
    }

    private static func object(for platform: Reaction.Platform) -> JSONValue {
        switch platform {
        case .signedIn(let provider): .object(["code": .string("signedIn"), "provider": .string(provider)])
        case .sessionOver: .object(["code": .string("expired")])
        case .signedOut: .object(["code": .string("signedOut")])
        }
    }

    /// What the client does: the operation, or `systemPicker`, `appPicker`.
    private static func word(_ move: Reaction.Move) -> String {
        switch move {
        case .request(let operation): operation.rawValue
        case .systemPicker: "systemPicker"
        case .ownPicker: "appPicker"
        }
    }
}

extension ExpirationEffect.Refused {
    /// The code that JSON has.
    fileprivate var code: String {
        switch self {
        case .status: "status"
        case .member(let name): name
        case .error: "error"
        case .tokenExpired: "tokenExpired"
        case .noAccount: "noAccount"
        case .loginPage: "loginPage"
        }
    }

    /// The codes there are.
    static let codes =
        ["status", "error"] + GrantSpecification.Refusal.Response.members + ["tokenExpired", "noAccount", "loginPage"]
}
