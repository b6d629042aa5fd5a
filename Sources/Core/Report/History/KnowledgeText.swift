import History
import VirtualTime

/// How something is known, in words.
enum KnowledgeText {
    /// `exchange 4 (expires)`, `implied by exchange 5`, `assumed (authn-token-30d)`.
    static func text(of knowledge: Knowledge) -> String {
        switch knowledge {
        case .shown(let event, let field): "\(text(of: event)) (\(field))"
        case .implied(let event): "implied by \(text(of: event))"
        case .assumed(let rule): "assumed (\(rule.rawValue))"
        }
    }

    /// `exchange 4`, `VSA call 2`, `user action 1`.
    static func text(of event: EventReference) -> String {
        switch event {
        case .exchange(let ordinal): "exchange \(ordinal)"
        case .vsaCall(let ordinal): "VSA call \(ordinal)"
        case .userAction(let ordinal): "user action \(ordinal)"
        }
    }

    /// `logged out by exchange 5`.
    static func text(of cause: Ending.Cause) -> String {
        switch cause {
        case .expired: "expired"
        case .replaced(let event): "replaced by \(text(of: event))"
        case .loggedOut(let event): "logged out by \(text(of: event))"
        case .wipedByUpgrade(let event): "wiped by an upgrade before \(text(of: event))"
        case .refused(let event): "refused by \(text(of: event))"
        case .deleted(let event): "deleted by \(text(of: event))"
        }
    }
}
