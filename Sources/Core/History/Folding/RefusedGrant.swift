import Documents
import PassAPI
import VirtualTime

/// A grant that a response reports as not there, or not to be had.
struct RefusedGrant: Hashable {
    /// The kind of grant that is refused.
    var kind: HoldingKind
    /// True if the MVPD denied the resource: then the sign-on is not in doubt.
    var isDenial = false
    /// True if it does not say whether the resource is refused, or a user who is not signed in (rest-api-v1.md §7.8).
    var mayLackSignIn = false
    /// True if the service wants the device to forget all that it holds for the requestor.
    var isPendingLogout = false

    /// What it is for, where the response says so.
    var part = PassResponse.Content.RefusedPart()
    /// The field that says so.
    var field = "status"

    /// Returns what the response refuses; nothing where it refuses nothing, or something that no history follows.
    ///
    /// What a response says is in the operation's row and the interface's (``GrantSpecification/signs``); the code and the advice
    /// of an enhanced error come before that (rest-api-v1.md §5).
    static func all(in response: PassResponse, to request: PassRequest) -> [RefusedGrant] {
        if case .error(let error) = response.content {
            switch error.advisedAction {
            case .authentication?: return [RefusedGrant(kind: request.operation.interface.signOn)]
            case .authorization?: return [RefusedGrant(kind: request.operation.interface.permit)]
            case .retry?, .configuration?: return []
            case .none?, .applicationRegistration?, nil: break
            }
        }
        let row = request.operation.specification
        let signs = row.grants.signs + row.interface.signs
        let members = signs.flatMap { sign -> [RefusedGrant] in
            guard case .member(let name) = sign.response else { return [] }
            return response.content.refused(by: name)
                .filter { !$0.isFailure }
                .map { RefusedGrant(of: sign, $0) }
        }
        let isAuthorizing = row.grants.issued.contains { $0.kind.isPermit }
        guard members.isEmpty else {
            let isDenial = isAuthorizing && response.denialReason != nil
            return members.map { refused in
                var refused = refused
                refused.isDenial = refused.kind.isPermit && (isDenial || refused.part.isDenial)
                // Without a sign-on nothing is decided.
                if refused.part.error?.advisedAction == .authentication { refused.kind = row.interface.signOn }
                return refused
            }
        }
        let code: String? = if case .error(let error) = response.content { error.code } else { nil }
        if let code, let sign = signs.first(where: { $0.response == .error(code) }) {
            return [RefusedGrant(kind: sign.kind, field: "code")]
        }
        guard let sign = signs.first(where: { $0.response == .status(response.status) }) else { return [] }
        switch (response.status, sign.kind) {
        case (401, .accessToken): return carriesBearer(request) ? [RefusedGrant(kind: .accessToken)] : []
        case (412, _): return isAboutTheRequest(response) ? [] : [RefusedGrant(kind: sign.kind)]
        case (403, .authorizationToken) where isAuthorizing:
            return [
                RefusedGrant(
                    kind: .authorizationToken,
                    isDenial: response.denialReason != nil,
                    mayLackSignIn: response.denialReason == nil
                )
            ]
        default: return [RefusedGrant(kind: sign.kind)]
        }
    }

    private init(of sign: GrantSpecification.Sign, _ part: PassResponse.Content.RefusedPart) {
        kind = sign.kind
        isPendingLogout = sign.response == .pendingLogout
        self.part = part
        if case .member(let name) = sign.response, ![.pendingLogout, .notAuthorized].contains(sign.response) {
            field = name
        }
    }

    private init(kind: HoldingKind, isDenial: Bool = false, mayLackSignIn: Bool = false, field: String = "status") {
        (self.kind, self.isDenial, self.mayLackSignIn, self.field) = (kind, isDenial, mayLackSignIn, field)
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
