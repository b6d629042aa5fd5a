/// The decision of an MVPD when Adobe asks whether a subscriber may watch a resource.
enum ProviderDecision: Hashable, Sendable {
    /// The package holds it.
    case permitted
    /// It does not: what the user is to be told.
    case denied(String)
    /// The user is no customer, or no longer: what the user is to be told.
    case unknownUser(String)
    /// The resource is none the MVPD can read.
    case malformedResource(String)
    /// The MVPD cannot be asked.
    case unreachable
}
