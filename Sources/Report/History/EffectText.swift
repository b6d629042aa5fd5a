import History
import PassAPI

/// What happens on either side of an expiration, in words.
enum EffectText {
    /// What holds before the instant: `v1.media → 200`, `verifier: VALID_TOKEN`.
    static func before(_ row: ExpirationTable.Row) -> String {
        if row.effect.refusal?.value == .tokenExpired { return "verifier: VALID_TOKEN" }
        if row.effect.refusal?.value == .noAccount { return "VSA: the account is valid" }
        guard let call = row.effect.call else { return "" }
        return "\(call.operation.rawValue) → \(call.status.map { "\($0)" } ?? "no response")"
    }

    /// What the next call meets from the instant on, and how that is known.
    static func after(_ row: ExpirationTable.Row) -> String {
        guard let refusal = row.effect.refusal else {
            return row.effect.call.map { "\($0.operation.rawValue) → not documented" } ?? ""
        }
        let call = row.effect.call?.operation.rawValue ?? ""
        let source = refusal.knowledge.isAssumed ? "" : " (as in \(KnowledgeText.text(of: refusal.knowledge)))"
        return switch refusal.value {
        case .status(let status): "\(call) → \(status)\(source)"
        case .pendingLogout: "\(call) → pendingLogout\(source)"
        case .tokenExpired: "verifier: TOKEN_EXPIRED"
        case .noAccount: "VSA: sign in at the TV provider again"
        }
    }
}
