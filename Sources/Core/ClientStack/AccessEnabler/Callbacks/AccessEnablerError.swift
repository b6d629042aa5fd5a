/// An original error code of the SDK (access-enabler.md §4.1).
///
/// Which constant has which text on iOS is unconfirmed; constants of the second half are made in the first half's manner.
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

    /// The constant: `USER_NOT_AUTHENTICATED_ERROR`.
    public var constant: String {
        switch self {
        case .userNotAuthenticated: "USER_NOT_AUTHENTICATED_ERROR"
        case .providerNotSelected: "PROVIDER_NOT_SELECTED_ERROR"
        case .genericAuthentication: "GENERIC_AUTHENTICATION_ERROR"
        case .userNotAuthorized: "USER_NOT_AUTHORIZED_ERROR"
        case .internalError: "INTERNAL_ERROR"
        case .providerNotAvailable: "PROVIDER_NOT_AVAILABLE_ERROR"
        case .internalAuthentication: "INTERNAL_AUTHENTICATION_ERROR"
        case .genericAuthorization: "GENERIC_AUTHORIZATION_ERROR"
        case .internalAuthorization: "INTERNAL_AUTHORIZATION_ERROR"
        }
    }

    /// The code as callbacks carry it.
    public func spelled(_ spelling: AccessEnablerOptions.ErrorCodeSpelling) -> String {
        switch spelling {
        case .text: text
        case .constant: constant
        }
    }
}
