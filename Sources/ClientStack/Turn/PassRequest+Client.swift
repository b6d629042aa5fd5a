import PassAPI

// The requests of the client, parameter by parameter. `Authorization` is added on the way out by `ServiceLine`.

extension PassRequest {
    /// `dcr.register` (rest-api-v1.md §3.1).
    static func registration(_ client: ClientConfiguration) -> PassRequest {
        PassRequest(
            .register,
            [
                ("software_statement", client.softwareStatement), ("redirect_uri", client.registrationRedirectURI),
                ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// `dcr.token` (rest-api-v1.md §3.2).
    static func accessToken(_ client: ClientConfiguration, _ credentials: ClientCredentials?) -> PassRequest {
        PassRequest(
            .accessToken,
            [
                ("grant_type", "client_credentials"), ("client_id", credentials?.clientID),
                ("client_secret", credentials?.clientSecret), ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// `v1.config`: no device id, but the platform that its properties depend on (rest-api-v1.md §7.1).
    static func providers(_ client: ClientConfiguration) -> PassRequest {
        PassRequest(
            .configuration,
            [
                ("requestor", client.requestor), ("deviceType", client.platform.deviceType),
                ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// `v1.checkauthn` or `v1.authn.read` (rest-api-v1.md §7.4, §7.5).
    static func tokenCheck(_ call: ClientOptions.TokenCall, _ client: ClientConfiguration) -> PassRequest {
        switch call {
        case .checkAuthentication: .ofDevice(.checkAuthentication, client)
        case .readAuthenticationToken: .ofDevice(.readAuthenticationToken, client)
        }
    }

    /// `v1.profileRequest`, with Adobe's MVPD id (rest-api-v1.md §7.6; rows K-25, K-47).
    static func profileRequest(for mvpd: MVPD, _ client: ClientConfiguration) -> PassRequest {
        PassRequest(
            .profileRequest,
            [
                ("requestor", client.requestor), ("mvpd", mvpd.id), ("deviceType", client.platform.deviceType),
                ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// `v1.authn.exchange`; `saml` is Base64 and not percent-encoded yet (rest-api-v1.md §7.7; row K-61).
    static func exchange(_ saml: String, for mvpd: MVPD, _ client: ClientConfiguration) -> PassRequest {
        PassRequest(
            .exchangeToken,
            [
                ("requestor", client.requestor), ("deviceId", client.deviceID), ("mvpd", mvpd.id),
                ("deviceType", client.platform.deviceType), ("SAMLResponse", saml),
                ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// `v1.regcode.create` (rest-api-v1.md §6.1).
    static func registrationCode(for mvpd: MVPD?, _ client: ClientConfiguration) -> PassRequest {
        PassRequest(
            .createRegistrationCode,
            [
                ("requestor", client.requestor), ("deviceId", client.deviceID), ("mvpd", mvpd?.id),
                ("ttl", client.options.registrationCodeTTL.map(String.init)), ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// `v1.authenticate`, made by a web view: no header can go with it (rest-api-v1.md §2, §7.2).
    ///
    /// The code comes first and the redirect last, as the page demands.
    static func loginPage(code: String, for mvpd: MVPD, _ client: ClientConfiguration) -> PassRequest {
        PassRequest(
            .initiateAuthentication,
            [
                ("reg_code", code), ("requestor_id", client.requestor), ("mso_id", mvpd.id),
                ("domain_name", client.domainName), ("noflash", "true"), ("no_iframe", "true"),
                ("redirect_url", client.redirectURL),
            ]
        )
    }

    /// A call with `requestor`, `deviceId` and perhaps `resource`.
    static func ofDevice(
        _ operation: Operation,
        _ client: ClientConfiguration,
        resource: String? = nil
    ) -> PassRequest {
        PassRequest(
            operation,
            [
                ("requestor", client.requestor), ("deviceId", client.deviceID), ("resource", resource),
                ("X-Device-Info", client.deviceInfo),
            ]
        )
    }

    /// A request with those of the parameters that have a value.
    private init(_ operation: Operation, _ parameters: [(String, String?)]) {
        self.init(operation, parameters.compactMap { name, value in value.map { Parameter(name, $0) } })
    }
}
