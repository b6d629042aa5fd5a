import PassAPI

// The requests of the client. `Authorization` is added on the way out by the line.

extension ClientConfiguration {
    /// The common part of the client's calls.
    var device: DeviceContext {
        DeviceContext(requestor: requestor, deviceID: deviceID, deviceInformation: deviceInfo)
    }

    /// The login that a web view makes, or a second device.
    var codeLogin: CodeLogin {
        CodeLogin(requestor: requestor, domainName: domainName, redirectURL: redirectURL)
    }
}

extension PassRequest {
    /// `v1.config`: no device id, but the platform that its properties depend on (rest-api-v1.md §7.1).
    static func providers(_ client: ClientConfiguration) -> PassRequest {
        .configuration(client.device, deviceType: client.platform.deviceType)
    }

    /// `v1.checkauthn` or `v1.authn.read` (rest-api-v1.md §7.4, §7.5).
    static func tokenCheck(_ call: ClientOptions.TokenCall, _ client: ClientConfiguration) -> PassRequest {
        switch call {
        case .checkAuthentication: .checkAuthentication(client.device)
        case .readAuthenticationToken: .readAuthenticationToken(client.device)
        }
    }

    /// `v1.profileRequest`, with Adobe's MVPD id (rows K-25, K-47).
    static func profileRequest(for mvpd: MVPD, _ client: ClientConfiguration) -> PassRequest {
        .profileRequest(client.device, mvpd: mvpd.id, deviceType: client.platform.deviceType)
    }

    /// `v1.authn.exchange`; `saml` is Base64 and not percent-encoded yet (row K-61).
    static func exchange(_ saml: String, for mvpd: MVPD, _ client: ClientConfiguration) -> PassRequest {
        .exchangeToken(client.device, mvpd: mvpd.id, deviceType: client.platform.deviceType, samlResponse: saml)
    }

    /// `v1.regcode.create`.
    static func registrationCode(for mvpd: MVPD?, _ client: ClientConfiguration) -> PassRequest {
        .createRegistrationCode(client.device, mvpd: mvpd?.id, ttl: client.options.registrationCodeTTL)
    }
}
