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
        sdk(.sdkConfiguration).with("requestor", context.requestor).sent(in: context)
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
        sdk(.sdkAuthenticate).with("noflash", "true").with("mso_id", mvpd).with("requestor_id", requestor)
            .with("no_iframe", avoidsFrames ? "true" : "false").with("domain_name", domainName)
            .with("client_type", clientType).with("client_version", clientVersion).with("redirect_url", redirectURL)
            .with("reg_code", code).with("generic_data", genericData).with("is_passive", isPassive ? "true" : nil)
            .with("authentication_token", authenticationToken)
    }

    /// `ae.session`: a browser fetches the AuthN token of a login that has ended (§14.3).
    public static func session(_ context: SDKContext, code: String? = nil) -> PassRequest {
        sdk(.session).with("requestor_id", context.requestor).with("reg_code", code)
            .with("signed_requestor_id", context.signedRequestor).with("device_id", context.deviceID).sent(in: context)
    }

    /// `ae.sessionDevice`: a native client fetches the AuthN token of a login that has ended (§14.1, §14.2).
    public static func sessionDevice(_ context: SDKContext, code: String? = nil) -> PassRequest {
        session(context, code: code).asked(by: .sessionDevice)
    }

    /// `ae.preauthorize`: which of these resources the user may probably watch (§14.1).
    public static func sdkPreauthorize(
        _ context: SDKContext,
        authenticationToken: String,
        resources: [String]
    ) -> PassRequest {
        var request = sdk(.sdkPreauthorize).with("authentication_token", authenticationToken)
            .with("requestor_id", context.requestor)
        request.parameters += resources.map { Parameter("resource_id", $0) }
        return request.with("signed_requestor_id", context.signedRequestor).with("device_id", context.deviceID)
            .sent(in: context)
    }

    /// `ae.authorize`: a browser asks for an AuthZ token (§14.3).
    public static func sdkAuthorize(
        _ context: SDKContext,
        resource: String,
        mvpd: String,
        authenticationToken: String,
        genericData: String? = nil
    ) -> PassRequest {
        sdk(.sdkAuthorize).with("resource_id", resource).with("requestor_id", context.requestor)
            .with("signed_requestor_id", context.signedRequestor).with("mso_id", mvpd)
            .with("authentication_token", authenticationToken).with("device_id", context.deviceID)
            .with("userMeta", "1").with("generic_data", genericData).sent(in: context)
    }

    /// `ae.authorizeDevice`: a native client asks for an AuthZ token (§14.1, §14.2).
    public static func authorizeDevice(
        _ context: SDKContext,
        resource: String,
        mvpd: String,
        authenticationToken: String,
        genericData: String? = nil
    ) -> PassRequest {
        sdkAuthorize(
            context,
            resource: resource,
            mvpd: mvpd,
            authenticationToken: authenticationToken,
            genericData: genericData
        ).asked(by: .authorizeDevice)
    }

    /// `ae.shortAuthorize`: a browser asks for a media token (§14.3).
    public static func shortAuthorize(
        _ context: SDKContext,
        authorizationToken: String,
        mvpd: String? = nil,
        sessionGUID: String
    ) -> PassRequest {
        sdk(.shortAuthorize).with("authz_token", authorizationToken).with("requestor_id", context.requestor)
            .with("signed_requestor_id", context.signedRequestor).with("session_guid", sessionGUID)
            .with("hashed_guid", "false").with("device_id", context.deviceID).with("mso_id", mvpd).sent(in: context)
    }

    /// `ae.deviceShortAuthorize`: a native client asks for a media token (§14.1, §14.2).
    public static func deviceShortAuthorize(
        _ context: SDKContext,
        authorizationToken: String,
        mvpd: String? = nil,
        sessionGUID: String
    ) -> PassRequest {
        shortAuthorize(context, authorizationToken: authorizationToken, mvpd: mvpd, sessionGUID: sessionGUID)
            .asked(by: .deviceShortAuthorize)
    }

    /// `ae.logout`: the page that logs out at Adobe and the MVPD; from tvOS a plain call (§14.3).
    public static func sdkLogout(
        _ context: SDKContext,
        mvpd: String? = nil,
        nameID: String? = nil,
        sessionIndex: String? = nil,
        redirectURL: String? = nil
    ) -> PassRequest {
        sdk(.sdkLogout).with("mso_id", mvpd).with("requestor_id", context.requestor).with("name_id", nameID)
            .with("session_index", sessionIndex).with("device_id", context.deviceID).with("redirect_url", redirectURL)
            .with("signed_requestor_id", context.signedRequestor).sent(in: context)
    }

    /// `ae.usermetadata`: what is known about the user (§14.3; parameters unconfirmed).
    public static func sdkUserMetadata(
        _ context: SDKContext,
        mvpd: String? = nil,
        authenticationToken: String
    ) -> PassRequest {
        sdk(.sdkUserMetadata).with("requestor_id", context.requestor).with("mso_id", mvpd)
            .with("authentication_token", authenticationToken).with("signed_requestor_id", context.signedRequestor)
            .with("device_id", context.deviceID).sent(in: context)
    }
}

// MARK: What calls of two dialects share

extension PassRequest {
    private static func sdk(_ operation: Operation) -> PassRequest {
        var request = PassRequest(operation)
        request.parameters.reserveCapacity(12)
        return request
    }

    /// With what every call carries behind.
    private consuming func sent(in context: SDKContext) -> PassRequest {
        var request = with("X-Device-Info", context.deviceInformation).with("networkType", context.networkType)
            .with("Authorization", context.accessToken.map { "Bearer " + $0 })
        request.parameters += context.headers
        return request
    }

    /// The same in the other dialect.
    private consuming func asked(by operation: Operation) -> PassRequest {
        self.operation = operation
        return self
    }
}
