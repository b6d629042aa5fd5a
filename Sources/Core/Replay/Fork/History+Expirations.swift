public import History
public import VirtualTime

extension History {
    /// The instant at which the first of what scenarios call `kind` and `subject` expires.
    ///
    /// - Parameters:
    ///   - kind: the kind of what expires.
    ///   - subject: the one of its kind; nil takes any.
    ///   - device: the place of the device that holds it; nil takes any.
    /// - Returns: the instant.
    /// - Throws: `ForkError` that lists what expires, if nothing of this name does by what the recording shows.
    public func expiration(
        of kind: HoldingKind,
        _ subject: String?,
        device: Int? = nil
    ) throws(ForkError) -> Instant {
        let held = expirations.filter { expiration in
            let holder = expiration.holding.subject.device
            return device == nil || holder == nil || holder == device
        }
        let first = held.first { expiration in
            let holding = expiration.holding
            guard holding.kind == kind else { return false }
            return subject == nil || holding.name == kind.name(of: subject) || holding.subject.resource == subject
        }
        if let first { return first.instant.value }
        var known: [String] = []
        for name in held.map(\.holding.name) where !known.contains(name) { known.append(name) }
        throw .noSuchExpiration(kind.name(of: subject), known: known)
    }
}
