import VirtualTime

/// The content of a field of a request or a response, as far as that matters beyond its operation.
enum FieldContent: Hashable, Sendable {
    /// Nothing of what follows.
    case open
    /// The text of something that Adobe Pass gives out and that ends.
    case grant(HoldingKind)
    /// An identifier of a device.
    case device
    /// An identifier of a person or a household.
    case user
    /// A text that gives leave to anyone who has it: a secret of the application, an assertion, a session.
    case secret

    /// True if no one may read it in a recording; a code is typed and shown, and soon expired, and a partner framework status
    /// names a provider, and nobody.
    var isSecret: Bool {
        switch self {
        case .open, .grant(.registrationCode), .grant(.code), .grant(.partnerFrameworkStatus): false
        case .grant, .device, .user, .secret: true
        }
    }
}
