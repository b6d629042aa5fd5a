public import History
import Services
public import VirtualTime

extension History {
    /// When what scenarios call `kind` and `subject` expires next after `start`, else when the last of it does.
    ///
    /// - Parameters:
    ///   - kind: what expires.
    ///   - subject: which one of its kind; nil takes any.
    ///   - device: the place of the device that holds it; nil takes any.
    ///   - start: the instant from which on it is looked for.
    /// - Returns: the instant; nil if nothing of it expires in the recording.
    public func expiration(
        of kind: Expiration.Kind,
        _ subject: String?,
        device: Int? = nil,
        after start: Instant
    ) -> Instant? {
        let fitting = expirations.filter { expiration in
            let holding = expiration.holding
            guard holding.kind == Holding.Kind(kind) else { return false }
            guard device == nil || holding.subject.device == nil || holding.subject.device == device else {
                return false
            }
            return subject == nil || holding.name == "\(holding.kind.rawValue) \(subject ?? "")"
                || holding.subject.resource == subject
        }
        return (fitting.first { $0.instant.value >= start } ?? fitting.last)?.instant.value
    }
}

extension Holding.Kind {
    /// What scenarios call by this name.
    init(_ kind: Expiration.Kind) {
        self =
            switch kind {
            case .authenticationToken: .authenticationToken
            case .authorizationToken: .authorizationToken
            case .mediaToken: .mediaToken
            case .registrationCode: .registrationCode
            case .accessToken: .accessToken
            case .platformSession: .vsaAccount
            case .tempPass: .tempPass
            case .assertion: .assertion
            }
    }
}
