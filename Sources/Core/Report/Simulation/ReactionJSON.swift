import Documents
import PassAPI
import Services
import Simulation
import VirtualTime

/// What an act of a user brings about, as an object: the code of what happens, and what the client does.
enum ReactionJSON {
    /// The codes there are.
    static let codes = ["nothing", "verified", "expired", "told", "secondScreen", "launch", "play"]

    /// The object: `code`, and what applies to it.
    static func object(for reaction: Reaction) -> JSONObject {
        switch reaction {
        case .nothing: ["code": .string("nothing")]
        case .verified(let isValid): ["code": .string(isValid ? "verified" : "expired")]
        case .told(let messages):
            ["code": .string("told"), "messageCodes": .texts(messages.map(\.code))]
        case .codeEntered(let result): ["code": .string("secondScreen"), "isLoggedIn": .bool(isLoggedIn(result))]
        case .acted(let act, let platform): object(for: act, platform)
        }
    }

    private static func isLoggedIn(_ result: LoginResult) -> Bool { if case .ended = result { true } else { false } }

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
