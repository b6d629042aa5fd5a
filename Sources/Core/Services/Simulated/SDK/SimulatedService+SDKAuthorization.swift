import PassAPI
import Tokens
import VirtualTime

// The SDKs' own protocol from the AuthN token on (access-enabler.md §14).

extension SimulatedService {
    /// `ae.authorize`, `ae.authorizeDevice`: an AuthZ token.
    mutating func sdkAuthorize(_ call: Call) throws(RefusedCall) -> PassResponse {
        let resource = try required("resource_id", of: call)
        let authentication = try presentedAuthentication(call)
        let device = authentication.device ?? call.connection.cookies
        switch authorization(of: resource, for: authentication, on: device, call) {
        case .denied(let denial): return repeated(denial, inSDK: true) ?? sdkRefusal(denial)
        case .permitted(let record):
            let text = AuthorizationToken.text(
                requestorID: record.requestor,
                resourceID: resource,
                expires: TokenDate(record.expires),
                msoID: record.mvpd,
                fingerprint: signer.fingerprint(of: device),
                signing: tokenSigning()
            )
            state.authorizationTokens.insert(record, for: text, at: call.time)
            let metadata = call.value("userMeta") == "1" ? userMetadataText(authentication, call) : nil
            return PassResponse(
                status: 200,
                .tokens(authentication: nil, authorization: text, userMetadata: metadata)
            )
        }
    }

    /// `ae.shortAuthorize`, `ae.deviceShortAuthorize`: a short media token; `session_guid` is not checked (§14.1).
    mutating func sdkMediaToken(_ call: Call) throws(RefusedCall) -> PassResponse {
        let record = try presentedAuthorization(call)
        let token = makeMediaToken(record, resource: record.resource, at: call.time)
        return PassResponse(status: 200, .shortMediaToken(token.text))
    }

    /// `ae.preauthorize`: `resource_id` stands once for each resource.
    mutating func sdkPreauthorize(_ call: Call) throws(RefusedCall) -> PassResponse {
        let authentication = try presentedAuthentication(call)
        let resources = call.request.parameters.filter { $0.name == "resource_id" }.map(\.value)
        guard !resources.isEmpty else { throw missing("resource_id") }
        return preauthorization(of: resources, for: authentication, call.request, at: call.now)
    }

    /// `ae.usermetadata`.
    mutating func sdkUserMetadata(_ call: Call) throws(RefusedCall) -> PassResponse {
        answer(with: try presentedAuthentication(call), at: call.now)
    }
}
