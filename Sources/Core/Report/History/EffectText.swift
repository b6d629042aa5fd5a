import History
import PassAPI

/// What happens on either side of an expiration, in words.
enum EffectText {
    /// What holds before the instant: `v1.media → 200`, `verifier: VALID_TOKEN`.
    static func before(_ row: ExpirationTable.Row) -> String {
        switch row.effect.refusal?.value {
        case .tokenExpired?: return "verifier: VALID_TOKEN"
        case .noAccount?: return "VSA: the account is valid"
        case .status?, .member?, .loginPage?, nil: break
        }
        guard let call = row.effect.call else { return "" }
        let text = "\(call.operation.rawValue) → \(call.status.map { "\($0)" } ?? "no response")"
        // Nothing shows what the next call would have met.
        let isUsed = row.effect.next.map { $0 == call.operation } ?? (row.expiration.holding.firstUsed != nil)
        return isUsed ? text : "issued with \(text)"
    }

    /// What the next call meets from the instant on, and how that is known.
    static func after(_ row: ExpirationTable.Row) -> String {
        let next = row.effect.next?.rawValue ?? "any call with it"
        guard let refusal = row.effect.refusal else {
            return row.effect.next == nil ? "" : "\(next) → neither documented nor simulated"
        }
        let outcome =
            switch refusal.value {
            case .status(let status): "\(next) → \(status)"
            case .member(let name): "\(next) → \(name)"
            case .tokenExpired: "verifier: TOKEN_EXPIRED"
            case .noAccount: "VSA: sign in at the TV provider again"
            case .loginPage: "MVPD: the next login shows its page"
            }
        return outcome + source(refusal.knowledge) + renewal(row)
    }

    private static func source(_ knowledge: Knowledge) -> String {
        switch knowledge {
        case .assumed(.simulatedService): " (simulated service, not documented)"
        case .assumed: ""
        case .shown, .implied: " (as in \(KnowledgeText.text(of: knowledge)))"
        }
    }

    /// The call that comes in its place, where the documented client looks at the expiration itself.
    private static func renewal(_ row: ExpirationTable.Row) -> String {
        row.effect.renewal.map { "; the documented client requests \($0.rawValue) first" } ?? ""
    }
}
