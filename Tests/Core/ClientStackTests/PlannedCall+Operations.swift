import ClientStack
import PassAPI

// The calls of these tests, by the operations that recordings show.
extension PlannedCall {
    static let checkAuthentication = PlannedCall(PassAPI.Operation.checkAuthentication)
    static let readAuthenticationToken = PlannedCall(PassAPI.Operation.readAuthenticationToken)
    static let checkAuthenticationByCode = PlannedCall(PassAPI.Operation.checkAuthenticationByCode)
    static let readAuthenticationByCode = PlannedCall(PassAPI.Operation.readAuthenticationByCode)
    static let authorize = PlannedCall(PassAPI.Operation.authorize)
    static let readAuthorizationToken = PlannedCall(PassAPI.Operation.readAuthorizationToken)
    static let mediaToken = PlannedCall(PassAPI.Operation.mediaToken)
    static let preauthorize = PlannedCall(PassAPI.Operation.preauthorize)
    static let userMetadata = PlannedCall(PassAPI.Operation.userMetadata)
    static let logout = PlannedCall(PassAPI.Operation.logout)
    static let configuration = PlannedCall(PassAPI.Operation.configuration)
    static let sessionDevice = PlannedCall(PassAPI.Operation.sessionDevice)
    static let sdkLogout = PlannedCall(PassAPI.Operation.sdkLogout)
    static let sdkUserMetadata = PlannedCall(PassAPI.Operation.sdkUserMetadata)
}
