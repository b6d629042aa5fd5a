import OrderedCollections
import Documents
import PassAPI
import Tokens
import VirtualTime

// What may be watched (rest-api-v1.md §7.8 to §7.11).

extension SimulatedService {
    /// Returns the sign-on for the call; anything else ends it with `status`.
    mutating func signedIn(_ call: Call, orElse status: Int) throws(RefusedCall) -> AuthenticationRecord {
        switch try signOn(of: call) {
        case .valid(let record): return record
        case .expired:
            throw RefusedCall(failure(status, "User not authenticated", code: "authentication_session_expired"))
        case .none: throw RefusedCall(failure(status, "User not authenticated", code: "authentication_session_missing"))
        }
    }

    /// `v1.authorize`.
    mutating func authorize(_ call: Call) throws(RefusedCall) -> PassResponse {
        let authentication = try signedIn(call, orElse: configuration.quirks.unauthenticatedAuthorizeStatus)
        let device = try required("deviceId", of: call)
        let resource = try required("resource", of: call)
        switch authorization(of: resource, for: authentication, on: device, call) {
        case .permitted(let record): return PassResponse(status: 200, .authorization(record.answer))
        case .denied(let denial):
            if let recorded = repeated(denial, inSDK: false) { return recorded }
            return failure(403, "User not authorized", details: denial.details, code: denial.code)
        }
    }

    /// The response that denied the resource in the recording, if it was given in this protocol.
    ///
    /// Once somebody has switched enhanced errors on or off, errors are written anew.
    func repeated(_ denial: AuthorizationDecision.Denial, inSDK: Bool) -> PassResponse? {
        let interface: OperationSpecification.Interface = inSDK ? .accessEnabler : .restV1
        guard state.provider.isEnhancing == nil, let recorded = denial.recorded, recorded.interface == interface else {
            return nil
        }
        return recorded.response
    }

    /// `v1.authz.read`.
    mutating func readAuthorizationToken(_ call: Call) throws(RefusedCall) -> PassResponse {
        let authentication = try signedIn(call, orElse: 412)
        let device = try required("deviceId", of: call)
        let resource = try required("resource", of: call)
        guard let record = heldAuthorization(of: resource, for: authentication, on: device) else {
            return failure(404, "Not Found", code: "authorization_not_found")
        }
        guard call.time < record.expires else { return failure(410, "Gone", code: "authorization_expired") }
        return PassResponse(status: 200, .authorization(record.answer))
    }

    /// `v1.media`: a new token each time.
    mutating func issueMediaToken(_ call: Call) throws(RefusedCall) -> PassResponse {
        let authentication = try signedIn(call, orElse: configuration.quirks.unauthenticatedMediaStatus)
        let device = try required("deviceId", of: call)
        let resource = try required("resource", of: call)
        guard let record = heldAuthorization(of: resource, for: authentication, on: device) else {
            return failure(403, "User not authorized", code: "authorization_not_found")
        }
        guard call.time < record.expires else {
            return failure(403, "User not authorized", code: "authorization_expired")
        }
        let token = makeMediaToken(record, resource: resource, at: call.time)
        return PassResponse(
            status: 200,
            .mediaToken(
                MediaTokenDetails(
                    requestor: record.requestor,
                    resource: resource,
                    mvpd: record.mvpd,
                    serializedToken: Base64.encode(token.text.utf8),
                    userID: record.userID,
                    expires: token.expires
                )
            )
        )
    }

    /// `v1.preauthorize`.
    mutating func preauthorize(_ call: Call) throws(RefusedCall) -> PassResponse {
        let resources = try requestedResources(call)
        let authentication = try signedIn(call, orElse: 412)
        return preauthorization(of: resources, for: authentication, call.request, at: call.now)
    }

    /// `v1.preauthorize.code`.
    mutating func preauthorizeByCode(_ call: Call) throws(RefusedCall) -> PassResponse {
        let resources = try requestedResources(call)
        guard let login = try validCode(call).login, call.time < login.expires else {
            return failure(
                412,
                "User not authenticated",
                code: "preauthorization_authentication_session_missing"
            )
        }
        return preauthorization(of: resources, for: login, call.request, at: call.now)
    }

    /// A list with commas between; blanks around an id do not belong to it.
    private mutating func requestedResources(_ call: Call) throws(RefusedCall) -> [String] {
        try required("resource", of: call).split(separator: ",").map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    }
}

// MARK: Decisions and what remembers them

/// The results of a question for authorization.
enum AuthorizationResult {
    case permitted(AuthorizationRecord)
    case denied(AuthorizationDecision.Denial)
}

extension SimulatedService {
    /// The authorization of `resource`: the one that holds, or a new one if the decision is to permit it.
    mutating func authorization(
        of resource: String,
        for authentication: AuthenticationRecord,
        on device: String,
        _ call: Call
    ) -> AuthorizationResult {
        let key = DeviceKey(requestor: authentication.requestor, device: device)
        let canonical = MRSSResource(resource).canonical
        let held = state.devices[key]?.authorizations[canonical]
        let result = authorization(of: resource, for: authentication, on: device, held: held, call)
        switch result {
        // The MVPD has changed its mind: what it permitted before no longer holds.
        case .denied: state.devices[key]?.authorizations[canonical] = nil
        case .permitted(let record): state.devices[key, default: DeviceRecord()].authorizations[canonical] = record
        }
        return result
    }

    /// The same where the authorization of before, `held`, is known; keeping it is the caller's affair.
    mutating func authorization(
        of resource: String,
        for authentication: AuthenticationRecord,
        on device: String,
        held: AuthorizationRecord?,
        _ call: Call
    ) -> AuthorizationResult {
        if configuration.quirks.keepsDecisions, let held, call.time < held.expires, held.guid == authentication.guid {
            return .permitted(held)
        }
        let question = AuthorizationQuestion(
            authentication: authentication,
            device: device,
            resource: resource,
            genericData: call.value("generic_data", "AP-TempPass-Identity")
        )
        switch decide(question, at: call.now) {
        case .denied(let denial): return .denied(denial)
        case .permitted(let proxy, let expires):
            let issued = call.time.wholeSeconds
            let usual = issued + lifetime(authentication.requestor, authentication.mvpd) { $0.authorization }
            return .permitted(
                AuthorizationRecord(
                    .init(
                        requestor: authentication.requestor,
                        mvpd: authentication.mvpd,
                        device: device,
                        resource: resource,
                        user: authentication.user,
                        userID: authentication.userID,
                        guid: authentication.guid,
                        proxyMVPD: proxy,
                        issued: issued,
                        expires: (expires ?? usual).wholeSeconds
                    )
                )
            )
        }
    }

    /// The authorization of `resource` made under this very sign-on, expired or not.
    private func heldAuthorization(
        of resource: String,
        for authentication: AuthenticationRecord,
        on device: String
    ) -> AuthorizationRecord? {
        let key = DeviceKey(requestor: authentication.requestor, device: device)
        let record = state.devices[key]?.authorizations[MRSSResource(resource).canonical]
        return record?.guid == authentication.guid ? record : nil
    }

    /// A new short media token (tokens.md §4); it lives from a whole second on, since `issueTime` can say no more.
    mutating func makeMediaToken(_ record: AuthorizationRecord, resource: String, at time: Instant)
        -> (text: String, expires: Instant)
    {
        let issued = time.wholeSeconds
        let lifetime = lifetime(record.requestor, record.mvpd) { $0.media }
        let signature = tokenSigning()
        let text = MediaToken.text(
            sessionGUID: sessionGUID(of: record.userID),
            requestorID: record.requestor,
            resourceID: resource,
            ttl: lifetime,
            issueTime: TokenDate(issued),
            mvpdID: record.mvpd,
            proxyMvpdID: record.proxyMVPD ?? "",
            signing: signature
        )
        let expires = (issued + lifetime).wholeMilliseconds
        let entry = MediaTokenRecord(
            requestor: record.requestor,
            resource: resource,
            mvpd: record.mvpd,
            device: record.device,
            issued: issued,
            expires: expires
        )
        state.mediaTokens.insert(entry, for: text, at: time)
        return (text, expires)
    }
}

extension AuthorizationRecord {
    /// Its content on the wire.
    fileprivate var answer: AuthorizationDetails {
        AuthorizationDetails(
            requestor: self.requestor,
            resource: self.resource,
            mvpd: self.mvpd,
            proxyMVPD: self.proxyMVPD,
            expires: self.expires
        )
    }
}

extension Substring {
    /// Without blanks at both ends.
    var trimmingBlanks: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
