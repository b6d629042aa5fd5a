/// The calls of Dynamic Client Registration and REST API V1 with their documented parameters.
extension PassRequest {
    /// `dcr.register`: credentials for a software statement (§3.1).
    public static func register(
        softwareStatement: String,
        redirectURI: String? = nil,
        deviceInformation: String? = nil
    ) -> PassRequest {
        PassRequest(.register).with("software_statement", softwareStatement).with("redirect_uri", redirectURI)
            .with("X-Device-Info", deviceInformation)
    }

    /// `dcr.token`: an access token for credentials (§3.2).
    public static func accessToken(
        clientID: String,
        clientSecret: String,
        deviceInformation: String? = nil
    ) -> PassRequest {
        PassRequest(.accessToken).with("grant_type", "client_credentials").with("client_id", clientID)
            .with("client_secret", clientSecret).with("X-Device-Info", deviceInformation)
    }

    /// `v1.regcode.create`: a registration code, with an MVPD preselected and a life in seconds if wanted (§6.1).
    public static func createRegistrationCode(
        _ device: DeviceContext,
        mvpd: String? = nil,
        ttl: Int? = nil
    ) -> PassRequest {
        deviceCall(.createRegistrationCode, device).with("mvpd", mvpd).with("ttl", ttl.map { String($0) })
            .inSpecificationOrder
    }

    /// `v1.regcode.read`: the record of a code (§6.2).
    public static func readRegistrationRecord(requestor: String, code: String, accessToken: String? = nil)
        -> PassRequest
    {
        codeCall(.readRegistrationRecord, requestor, code, accessToken)
    }

    /// `v1.regcode.delete`: releases a code (§6.3).
    public static func deleteRegistrationRecord(
        requestor: String,
        code: String,
        accessToken: String? = nil
    ) -> PassRequest {
        codeCall(.deleteRegistrationRecord, requestor, code, accessToken)
    }

    /// `v1.config`: the MVPD list (§7.1).
    public static func configuration(_ device: DeviceContext, deviceType: String? = nil) -> PassRequest {
        var request = deviceCall(.configuration, device).with("deviceType", deviceType)
        request["deviceId"] = nil
        return request.inSpecificationOrder
    }

    /// `v1.authenticate`: the start of login in a browser, which cannot carry the token (§7.2).
    public static func initiateAuthentication(
        requestor: String,
        mvpd: String,
        code: String,
        domainName: String,
        redirectURL: String
    ) -> PassRequest {
        PassRequest(.initiateAuthentication).with("reg_code", code).with("requestor_id", requestor)
            .with("mso_id", mvpd).with("domain_name", domainName).with("noflash", "true").with("no_iframe", "true")
            .with("redirect_url", redirectURL)
    }

    /// `v1.checkauthn.code`: the second screen asks whether login worked (§7.3).
    public static func checkAuthenticationByCode(
        requestor: String,
        code: String,
        accessToken: String? = nil
    ) -> PassRequest {
        codeCall(.checkAuthenticationByCode, requestor, code, accessToken)
    }

    /// `v1.checkauthn`: whether the device holds a valid AuthN token (§7.4).
    public static func checkAuthentication(_ device: DeviceContext) -> PassRequest {
        deviceCall(.checkAuthentication, device)
    }

    /// `v1.authn.read`: the AuthN token's metadata, and the polling call (§7.5).
    public static func readAuthenticationToken(_ device: DeviceContext) -> PassRequest {
        deviceCall(.readAuthenticationToken, device)
    }

    /// `v1.profileRequest`: what is to be forwarded to the platform; `deviceType` is `iOS` or `tvOS` (§7.6).
    public static func profileRequest(_ device: DeviceContext, mvpd: String, deviceType: String) -> PassRequest {
        var request = deviceCall(.profileRequest, device).with("mvpd", mvpd).with("deviceType", deviceType)
        request["deviceId"] = nil
        return request.inSpecificationOrder
    }

    /// `v1.authn.exchange`: the platform's answer for an AuthN token (§7.7).
    ///
    /// - Parameters:
    ///   - device: Who asks.
    ///   - mvpd: Adobe's id of the provider.
    ///   - deviceType: `iOS` or `tvOS`.
    ///   - samlResponse: The Base64 text of `SAMLNormalization.base64`; building the request percent-encodes it, once.
    /// - Returns: The request.
    public static func exchangeToken(
        _ device: DeviceContext,
        mvpd: String,
        deviceType: String,
        samlResponse: String
    ) -> PassRequest {
        deviceCall(.exchangeToken, device).with("mvpd", mvpd).with("deviceType", deviceType)
            .with("SAMLResponse", samlResponse).inSpecificationOrder
    }

    /// `v1.authorize`: whether the user may watch (§7.8).
    public static func authorize(_ device: DeviceContext, resource: String) -> PassRequest {
        deviceCall(.authorize, device).with("resource", resource).inSpecificationOrder
    }

    /// `v1.authz.read`: the AuthZ token's metadata (§7.9).
    public static func readAuthorizationToken(_ device: DeviceContext, resource: String) -> PassRequest {
        deviceCall(.readAuthorizationToken, device).with("resource", resource).inSpecificationOrder
    }

    /// `v1.media`: a media token, a new one each time (§7.10).
    public static func mediaToken(_ device: DeviceContext, resource: String) -> PassRequest {
        deviceCall(.mediaToken, device).with("resource", resource).inSpecificationOrder
    }

    /// `v1.preauthorize`: which of these the user may probably watch (§7.11).
    public static func preauthorize(_ device: DeviceContext, resources: [String]) -> PassRequest {
        deviceCall(.preauthorize, device).with("resource", resources.joined(separator: ",")).inSpecificationOrder
    }

    /// `v1.usermetadata`: what is known about the user (§7.12).
    public static func userMetadata(_ device: DeviceContext) -> PassRequest { deviceCall(.userMetadata, device) }

    /// `v1.logout`: clears the tokens at Adobe (§7.13).
    public static func logout(_ device: DeviceContext) -> PassRequest { deviceCall(.logout, device) }

    /// `v1.freepreview`: a Temp Pass (§7.14).
    public static func freePreview(
        _ device: DeviceContext,
        mvpd: String,
        domainName: String,
        genericData: String? = nil
    ) -> PassRequest {
        var request = deviceCall(.freePreview, device)
        request["requestor"] = nil
        return request.with("requestor_id", device.requestor).with("mso_id", mvpd).with("domain_name", domainName)
            .with("generic_data", genericData).inSpecificationOrder
    }

    private static func deviceCall(_ operation: Operation, _ device: DeviceContext) -> PassRequest {
        var request = PassRequest(operation)
        // Room for what else a call carries.
        request.parameters.reserveCapacity(8)
        return request.with("requestor", device.requestor).with("deviceId", device.deviceID)
            .with("X-Device-Info", device.deviceInformation)
            .with("Authorization", device.accessToken.map { "Bearer " + $0 })
    }

    private static func codeCall(
        _ operation: Operation,
        _ requestor: String,
        _ code: String,
        _ accessToken: String?
    ) -> PassRequest {
        PassRequest(operation).with("requestor", requestor).with("code", code)
            .with("Authorization", accessToken.map { "Bearer " + $0 })
    }

    consuming func with(_ name: String, _ value: String?) -> PassRequest {
        if let value { parameters.append(Parameter(name, value)) }
        return self
    }
}
