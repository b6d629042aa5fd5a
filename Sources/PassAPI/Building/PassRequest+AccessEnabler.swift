import Documents

/// The calls of the AccessEnabler SDKs, native and browser, with the parameters that were observed (access-enabler.md §14).
///
/// All are put together in the specification's order.
extension PassRequest {
    /// `ae.indiv.devices`: a browser asks for a device id (§14.3).
    public static func individualizeDevice(fingerprint: String, headers: [Parameter] = []) -> PassRequest {
        PassRequest(.individualizeDevice, [Parameter("fingerprint", fingerprint)] + headers)
    }

    /// The value of `generic_data`: what the Programmer gives along, as a JSON object.
    public static func genericData(_ entries: [(name: String, value: String)]) -> String {
        JSONValue.object(JSONObject(entries.map { JSONMember($0.name, .string($0.value)) })).serialized
    }

    /// `ae.config`: the requestor's MVPDs (§14.1).
    public static func sdkConfiguration(_ context: SDKContext) -> PassRequest {
        var parts = Parts()
        parts.add("requestor", context.requestor)
        return parts.request(.sdkConfiguration, context)
    }

    /// `ae.authenticate.saml`: where a login begins, in a web view or a browser (§14.1, §14.3).
    ///
    /// A navigation: it carries no headers.
    ///
    /// - Parameters:
    ///   - requestor: The Programmer.
    ///   - mvpd: Adobe's id of the provider.
    ///   - domainName: `adobe.com` from native clients.
    ///   - avoidsFrames: `no_iframe`: true from native clients, false from browsers.
    ///   - redirectURL: Where the login ends.
    ///   - clientType: `iOS` from native clients.
    ///   - clientVersion: The SDK's version, from native clients.
    ///   - code: The registration code that stands for the client's cookies, in newer dialects.
    ///   - genericData: What the Programmer gives along, as JSON.
    ///   - isPassive: Passive authentication; how the SDKs ask for it is unconfirmed, here by `is_passive=true`.
    ///   - authenticationToken: The other programmer's AuthN token that passive authentication begins with (row K-119); how
    ///     the SDKs hand it over is unconfirmed, here as other calls do.
    /// - Returns: The request.
    public static func sdkAuthenticate(
        requestor: String,
        mvpd: String,
        domainName: String = "adobe.com",
        avoidsFrames: Bool = true,
        redirectURL: String,
        clientType: String? = nil,
        clientVersion: String? = nil,
        code: String? = nil,
        genericData: String? = nil,
        isPassive: Bool = false,
        authenticationToken: String? = nil
    ) -> PassRequest {
        var parts = Parts()
        parts.add("noflash", "true")
        parts.add("mso_id", mvpd)
        parts.add("requestor_id", requestor)
        parts.add("no_iframe", avoidsFrames ? "true" : "false")
        parts.add("domain_name", domainName)
        parts.add("client_type", clientType)
        parts.add("client_version", clientVersion)
        parts.add("redirect_url", redirectURL)
        parts.add("reg_code", code)
        parts.add("generic_data", genericData)
        parts.add("is_passive", isPassive ? "true" : nil)
        parts.add("authentication_token", authenticationToken)
        return PassRequest(.sdkAuthenticate, parts.list)
    }

    /// `ae.session`: a browser fetches the AuthN token of a login that has ended (§14.3).
    public static func session(_ context: SDKContext, code: String? = nil) -> PassRequest {
        fetchingToken(.session, context, code)
    }

    /// `ae.sessionDevice`: a native client fetches the AuthN token of a login that has ended (§14.1, §14.2).
    public static func sessionDevice(_ context: SDKContext, code: String? = nil) -> PassRequest {
        fetchingToken(.sessionDevice, context, code)
    }

    /// `ae.preauthorize`: which of these resources the user may probably watch (§14.1).
    public static func sdkPreauthorize(
        _ context: SDKContext,
        authenticationToken: String,
        resources: [String]
    ) -> PassRequest {
        var parts = Parts()
        parts.add("authentication_token", authenticationToken)
        parts.add("requestor_id", context.requestor)
        for resource in resources { parts.add("resource_id", resource) }
        parts.add("signed_requestor_id", context.signedRequestor)
        parts.add("device_id", context.deviceID)
        return parts.request(.sdkPreauthorize, context)
    }

    /// `ae.authorize`: a browser asks for an AuthZ token (§14.3).
    public static func sdkAuthorize(
        _ context: SDKContext,
        resource: String,
        mvpd: String,
        authenticationToken: String,
        genericData: String? = nil
    ) -> PassRequest {
        authorizing(.sdkAuthorize, context, resource, mvpd, authenticationToken, genericData)
    }

    /// `ae.authorizeDevice`: a native client asks for an AuthZ token (§14.1, §14.2).
    public static func authorizeDevice(
        _ context: SDKContext,
        resource: String,
        mvpd: String,
        authenticationToken: String,
        genericData: String? = nil
    ) -> PassRequest {
        authorizing(.authorizeDevice, context, resource, mvpd, authenticationToken, genericData)
    }

    /// `ae.shortAuthorize`: a browser asks for a media token (§14.3).
    public static func shortAuthorize(
        _ context: SDKContext,
        authorizationToken: String,
        mvpd: String? = nil,
        sessionGUID: String
    ) -> PassRequest {
        shortAuthorizing(.shortAuthorize, context, authorizationToken, mvpd, sessionGUID)
    }

    /// `ae.deviceShortAuthorize`: a native client asks for a media token (§14.1, §14.2).
    public static func deviceShortAuthorize(
        _ context: SDKContext,
        authorizationToken: String,
        mvpd: String? = nil,
        sessionGUID: String
    ) -> PassRequest {
        shortAuthorizing(.deviceShortAuthorize, context, authorizationToken, mvpd, sessionGUID)
    }

    /// `ae.logout`: the page that logs out at Adobe and the MVPD; from tvOS a plain call (§14.3).
    public static func sdkLogout(
        _ context: SDKContext,
        mvpd: String? = nil,
        nameID: String? = nil,
        sessionIndex: String? = nil,
        redirectURL: String? = nil
    ) -> PassRequest {
        var parts = Parts()
        parts.add("mso_id", mvpd)
        parts.add("requestor_id", context.requestor)
        parts.add("name_id", nameID)
        parts.add("session_index", sessionIndex)
        parts.add("device_id", context.deviceID)
        parts.add("redirect_url", redirectURL)
        parts.add("signed_requestor_id", context.signedRequestor)
        return parts.request(.sdkLogout, context)
    }

    /// `ae.usermetadata`: what is known about the user (§14.3; parameters unconfirmed).
    public static func sdkUserMetadata(
        _ context: SDKContext,
        mvpd: String? = nil,
        authenticationToken: String
    ) -> PassRequest {
        var parts = Parts()
        parts.add("requestor_id", context.requestor)
        parts.add("mso_id", mvpd)
        parts.add("authentication_token", authenticationToken)
        parts.add("signed_requestor_id", context.signedRequestor)
        parts.add("device_id", context.deviceID)
        return parts.request(.sdkUserMetadata, context)
    }
}

// MARK: What calls of two dialects share

extension PassRequest {
    /// Parameters as they are put together; absent ones are left out.
    private struct Parts {
        var list: [Parameter] = []

        init() { list.reserveCapacity(12) }

        mutating func add(_ name: String, _ value: String?) {
            if let value { list.append(Parameter(name, value)) }
        }

        /// With what every call carries behind.
        consuming func request(_ operation: Operation, _ context: SDKContext) -> PassRequest {
            add("X-Device-Info", context.deviceInformation)
            add("networkType", context.networkType)
            add("Authorization", context.accessToken.map { "Bearer " + $0 })
            list += context.headers
            return PassRequest(operation, list)
        }
    }

    private static func fetchingToken(_ operation: Operation, _ context: SDKContext, _ code: String?) -> PassRequest {
        var parts = Parts()
        parts.add("requestor_id", context.requestor)
        parts.add("reg_code", code)
        parts.add("signed_requestor_id", context.signedRequestor)
        parts.add("device_id", context.deviceID)
        return parts.request(operation, context)
    }

    private static func authorizing(
        _ operation: Operation,
        _ context: SDKContext,
        _ resource: String,
        _ mvpd: String,
        _ authenticationToken: String,
        _ genericData: String?
    ) -> PassRequest {
        var parts = Parts()
        parts.add("resource_id", resource)
        parts.add("requestor_id", context.requestor)
        parts.add("signed_requestor_id", context.signedRequestor)
        parts.add("mso_id", mvpd)
        parts.add("authentication_token", authenticationToken)
        parts.add("device_id", context.deviceID)
        parts.add("userMeta", "1")
        parts.add("generic_data", genericData)
        return parts.request(operation, context)
    }

    private static func shortAuthorizing(
        _ operation: Operation,
        _ context: SDKContext,
        _ authorizationToken: String,
        _ mvpd: String?,
        _ sessionGUID: String
    ) -> PassRequest {
        var parts = Parts()
        parts.add("authz_token", authorizationToken)
        parts.add("requestor_id", context.requestor)
        parts.add("signed_requestor_id", context.signedRequestor)
        parts.add("session_guid", sessionGUID)
        parts.add("hashed_guid", "false")
        parts.add("device_id", context.deviceID)
        parts.add("mso_id", mvpd)
        return parts.request(operation, context)
    }
}
