import PassAPI
import Tokens

/// The AuthN token in an answer of `sessionDevice`, if there is one, and what came with it.
struct AuthenticationAnswer {
    let token: AuthenticationToken
    let userMetadata: String?

    init?(_ response: PassResponse) {
        guard response.status == 200, case .tokens(let text?, _, let userMetadata) = response.content,
            let token = try? AuthenticationToken(parsing: text)
        else { return nil }
        self.token = token
        self.userMetadata = userMetadata
    }

    /// Returns the reason that the token proves nothing about what was requested; nil if it does.
    func mismatch(with mvpd: String, _ requestor: String) -> String? {
        if let issuer = token.msoID, issuer != mvpd { return "an AuthN token of “\(issuer)” in place of “\(mvpd)”" }
        if let owner = token.requestorID, owner != requestor {
            return "an AuthN token for “\(owner)” in place of “\(requestor)”"
        }
        return nil
    }
}

/// The AuthZ token in an answer of `authorizeDevice`, if there is one.
struct AuthorizationAnswer {
    let token: AuthorizationToken

    init?(_ response: PassResponse) {
        guard response.status == 200, case .tokens(_, let text?, _) = response.content,
            let token = try? AuthorizationToken(parsing: text)
        else { return nil }
        self.token = token
    }

    /// Returns the reason that the token proves nothing about what was requested; nil if it does.
    func mismatch(with resource: String, _ requestor: String) -> String? {
        if let granted = token.resourceID, MRSSResource(granted).canonical != MRSSResource(resource).canonical {
            return "an AuthZ token of “\(granted)” in place of “\(resource)”"
        }
        if let owner = token.requestorID, owner != requestor {
            return "an AuthZ token for “\(owner)” in place of “\(requestor)”"
        }
        return nil
    }
}
