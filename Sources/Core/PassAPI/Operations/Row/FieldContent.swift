/// What a field of a request or an answer holds, as far as that matters beyond its operation.
enum FieldContent: Hashable, Sendable {
    /// Nothing of what follows.
    case open
    /// The text of something that Adobe Pass gives out and that ends.
    case grant(GrantKind)
    /// What stands for a device.
    case device
    /// What stands for a person or a household.
    case user
    /// What gives leave to whoever has it: a secret of the application, an assertion, a session.
    case secret

    /// Whether nobody may read it in a recording; a registration code is typed and shown, and soon over.
    var isSecret: Bool { self != .open && self != .grant(.registrationCode) }
}
