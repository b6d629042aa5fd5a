/// An original error code of the SDK (access-enabler.md §4.1).
///
/// Which constant (`USER_NOT_AUTHENTICATED_ERROR`) has which text on iOS is unconfirmed.
public enum AccessEnablerError: Hashable, Sendable, CaseIterable {
    case userNotAuthenticated
    case providerNotSelected
    case genericAuthentication
    case userNotAuthorized
    case internalError
    case providerNotAvailable
    case internalAuthentication
    case genericAuthorization
    case internalAuthorization

    /// The text: `User Not Authenticated Error`.
    public var text: String {
        switch self {
        case .userNotAuthenticated: "User Not Authenticated Error"
        case .providerNotSelected: "Provider not Selected Error"
        case .genericAuthentication: "Generic Authentication Error"
        case .userNotAuthorized: "User not Authorized Error"
        case .internalError: "Internal Error"
        case .providerNotAvailable: "Provider not Available Error"
        case .internalAuthentication: "Internal Authentication Error"
        case .genericAuthorization: "Generic Authorization Error"
        case .internalAuthorization: "Internal Authorization Error"
        }
    }
}
