import Documents
import PassAPI

/// A grant that a response reports as not there, or not to be had.
struct RefusedGrant: Hashable {
    /// The kind of grant that is refused.
    var kind: GrantKind
    /// True if the MVPD denied the resource: then the sign-on is not in doubt.
    var isDenial = false
    /// True if it does not say whether the resource is refused, or a user who is not signed in (rest-api-v1.md §7.8).
    var mayLackSignIn = false
    /// True if the service wants the device to forget all that it holds for the requestor.
    var isPendingLogout = false

    /// Returns what the response refuses; nil where it refuses nothing, or something that no history follows.
    ///
    /// Statuses are those of rest-api-v1.md §5, §7 and access-enabler.md §14.4; the code and the advice of an enhanced error
    /// come before them.
    static func of(_ response: PassResponse, to request: PassRequest) -> RefusedGrant? {
        let row = request.operation.specification.grants
        let isAuthorizing = row.issued.contains { $0.kind == .authorizationToken }
        switch response.content {
        case .pendingLogout: return RefusedGrant(kind: .authenticationToken, isPendingLogout: true)
        case .notAuthorized:
            return RefusedGrant(kind: .authorizationToken, isDenial: isAuthorizing && response.denialReason != nil)
        case .error(let error):
            switch error.advisedAction {
            case .authentication?: return RefusedGrant(kind: .authenticationToken)
            case .authorization?: return RefusedGrant(kind: .authorizationToken)
            case .retry?, .configuration?: return nil
            case .none?, .applicationRegistration?, nil: break
            }
        default: break
        }
        switch response.status {
        // access-enabler.md §14.2: what `sessionDevice` answers until somebody logged in with the code.
        case 401 where row.refusals.contains { $0.kind == .registrationCode && $0.response == .status(401) }:
            return RefusedGrant(kind: .authenticationToken)
        case 401: return carriesBearer(request) ? RefusedGrant(kind: .accessToken) : nil
        case 412: return isAboutTheRequest(response) ? nil : RefusedGrant(kind: .authenticationToken)
        case 403 where isAuthorizing && row.questioned == .authorizationToken:
            return RefusedGrant(
                kind: .authorizationToken,
                isDenial: response.denialReason != nil,
                mayLackSignIn: response.denialReason == nil
            )
        case 403, 404, 410: return row.questioned.map { RefusedGrant(kind: $0) }
        default: return nil
        }
    }

    private static func carriesBearer(_ request: PassRequest) -> Bool {
        request["Authorization"].flatMap { DeviceAttribution.tokenText($0, .accessToken) } != nil
    }

    /// Returns true if 412 speaks of what the request lacks, and not of a token (rest-api-v1.md §5).
    private static func isAboutTheRequest(_ response: PassResponse) -> Bool {
        guard case .error(let error) = response.content, let code = error.code else { return false }
        return ["missing_resource", "malformed_authz_request", "unknown_integration"].contains(exactly: code)
    }
}
