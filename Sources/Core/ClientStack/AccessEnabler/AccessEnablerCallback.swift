public import PassAPI

/// A call of AccessEnabler back into the app: `EntitlementDelegate`, `EntitlementStatus`.
///
/// Source: access-enabler.md §3, §5.
public enum AccessEnablerCallback: Hashable, Sendable {
    case setRequestorComplete(isSuccess: Bool)
    case displayProviderDialog([MVPD])
    /// `navigateToUrl:`, or `navigateToUrl:useSVC:` where the app handles SFSafariViewController.
    case navigateToURL(PassRequest, usesSVC: Bool)
    case setAuthenticationStatus(isAuthenticated: Bool, errorCode: String)
    case setToken(String, resource: String)
    case tokenRequestFailed(resource: String, errorCode: String, description: String)
    case preauthorizedResources([String])
    case preauthorizeResponse([PreauthorizedResource], status: PassError?)
    case selectedProvider(MVPD?)
    case setMetadataStatus(value: String?, isEncrypted: Bool, key: AccessEnablerCall.MetadataKey)
    case sendTrackingData([String], event: String)
    case presentTVProviderDialog
    case dismissTVProviderDialog
    /// `status:` with its `errorId`, `level` and what else is in the dictionary, in a fixed order.
    case status(errorID: String, level: String, message: String? = nil, resource: String? = nil, details: String? = nil)

    /// The callback's name as the API reference spells it, without colons: `setAuthenticationStatus`.
    public var name: String {
        switch self {
        case .setRequestorComplete: "setRequestorComplete"
        case .displayProviderDialog: "displayProviderDialog"
        case .navigateToURL: "navigateToUrl"
        case .setAuthenticationStatus: "setAuthenticationStatus"
        case .setToken: "setToken"
        case .tokenRequestFailed: "tokenRequestFailed"
        case .preauthorizedResources: "preauthorizedResources"
        case .preauthorizeResponse: "preauthorize"
        case .selectedProvider: "selectedProvider"
        case .setMetadataStatus: "setMetadataStatus"
        case .sendTrackingData: "sendTrackingData"
        case .presentTVProviderDialog: "presentTvProviderDialog"
        case .dismissTVProviderDialog: "dismissTvProviderDialog"
        case .status: "status"
        }
    }
}
