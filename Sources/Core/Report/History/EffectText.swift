import History
import PassAPI
import VirtualTime

/// What happens on either side of an expiration by what a recording shows, in words.
enum EffectText {
    /// What holds before the instant: `v1.media → 200`, `verifier: VALID_TOKEN`.
    static func before(_ effect: ExpirationEffect) -> String {
        switch effect.refusal?.value {
        case .tokenExpired?: return "verifier: VALID_TOKEN"
        case .noAccount?: return "VSA: the account is valid"
        case .status?, .member?, .error?, .loginPage?, nil: break
        }
        guard let call = effect.call else { return "" }
        let text = "\(call.operation.rawValue) → \(call.status.map { "\($0)" } ?? "no response")"
        return effect.isUsed ? text : "issued with \(text)"
    }

    /// What the next call meets from the instant on, and how that is known.
    static func after(_ effect: ExpirationEffect) -> String {
        let next = effect.next?.rawValue ?? "any call with it"
        guard let refusal = effect.refusal else {
            return effect.next == nil ? "" : "\(next) → neither documented nor simulated"
        }
        let outcome =
            switch refusal.value {
            case .status(let status): "\(next) → \(status)"
            case .member(let name): "\(next) → \(words(for: name))"
            case .error(let code): "\(next) → \(code)"
            case .tokenExpired: "verifier: TOKEN_EXPIRED"
            case .noAccount: "VSA: sign in at the TV provider again"
            case .loginPage: "MVPD: the next login shows its page"
            }
        return outcome + source(refusal.knowledge) + renewal(effect)
    }

    /// What a member says that refuses something, where its name alone does not.
    private static func words(for member: String) -> String {
        switch member {
        case "profiles": "an empty map of profiles"
        case "authorized": "authorized: false"
        case "error": "authorized: false, authenticated_profile_expired or authenticated_profile_missing"
        case "actionName": "actionName: invalid"
        default: member
        }
    }

    private static func source(_ knowledge: Knowledge) -> String {
        switch knowledge {
        case .assumed(.simulatedService): " (simulated service, not documented)"
        case .assumed: ""
        case .shown, .implied: " (as in \(KnowledgeText.text(of: knowledge)))"
        }
    }

    /// The call that comes in its place, where the documented client looks at the expiration itself.
    private static func renewal(_ effect: ExpirationEffect) -> String {
        effect.renewal.map { "; the documented client requests \($0.rawValue) first" } ?? ""
    }
}
