public import History
import Services
public import VirtualTime

extension History {
    /// The instant at which the first of what scenarios call `kind` and `subject` expires.
    ///
    /// - Parameters:
    ///   - kind: the kind of what expires.
    ///   - subject: the one of its kind; nil takes any.
    ///   - device: the place of the device that holds it; nil takes any.
    /// - Returns: the instant; nil if nothing of it expires by what the recording shows.
    public func expiration(
        of kind: Expiration.Kind,
        _ subject: String?,
        device: Int? = nil
    ) -> Instant? {
        let first = expirations.first { expiration in
            let holding = expiration.holding
            guard holding.kind == Holding.Kind(kind) else { return false }
            guard device == nil || holding.subject.device == nil || holding.subject.device == device else {
                return false
            }
            return subject == nil || holding.name == "\(holding.kind.rawValue) \(subject ?? "")"
                || holding.subject.resource == subject
        }
        return first?.instant.value
    }
}

extension Holding.Kind {
    /// The kind that scenarios call by this name.
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
