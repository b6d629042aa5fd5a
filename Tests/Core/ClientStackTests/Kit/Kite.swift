import ClientStack
import PassAPI
import SubscriberAccount
import VirtualTime

/// An invented Programmer with invented providers.
enum Kite {
    /// 2026-11-20T12:00:00Z.
    static let now = Instant(secondsSince1970: 1_795_176_000)

    static let meadowlark = MVPD(
        id: "Meadowlark",
        displayName: "Meadowlark Cable",
        enablePlatformServices: true,
        boardingStatus: .supported,
        displayInPlatformPicker: true,
        platformMappingID: "com.example.meadowlark",
        requiredMetadataFields: ["uid", "householdID"]
    )
    static let sandpiper = MVPD(
        id: "Sandpiper",
        displayName: "Sandpiper TV",
        enablePlatformServices: true,
        boardingStatus: .picker,
        displayInPlatformPicker: true,
        platformMappingID: "com.example.sandpiper"
    )
    static let plover = MVPD(id: "Plover", displayName: "Plover")
    static let mvpds = [meadowlark, sandpiper, plover]

    /// A client with credentials and a token that never ends, so that S0 has nothing to do.
    static func configuration(
        _ platform: ClientPlatform = .tvOS,
        _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> ClientConfiguration {
        var configuration = ClientConfiguration(
            requestor: "KITETV",
            platform: platform,
            deviceID: "kite-box-0001",
            deviceInfo: "a2l0ZQ==",
            softwareStatement: "statement",
            credentials: ClientCredentials(clientID: "kite-client", clientSecret: "kite-secret"),
            accessToken: CachedAccessToken("token-0"),
            domainName: "kite.example",
            redirectURL: "https://kite.example/done"
        )
        change(&configuration)
        return configuration
    }

    /// The same without credentials and token: freshly installed.
    static func fresh(_ platform: ClientPlatform = .tvOS) -> ClientConfiguration {
        configuration(platform) {
            $0.credentials = nil
            $0.accessToken = nil
        }
    }

    /// A request with the device information and the Bearer token behind its own parameters.
    static func request(
        _ operation: PassAPI.Operation,
        _ parameters: [(String, String)],
        token: String? = "token-0"
    ) -> PassRequest {
        var all = parameters.map { PassRequest.Parameter($0.0, $0.1) }
        all.append(PassRequest.Parameter("X-Device-Info", "a2l0ZQ=="))
        if let token { all.append(PassRequest.Parameter("Authorization", "Bearer " + token)) }
        return PassRequest(operation, all)
    }
}

// MARK: Answers of the service

extension PassResponse {
    static let forbidden = error(403, message: "Forbidden")
    static let notFound = error(404, message: "Not Found")
    static let noContent = PassResponse(status: 204, .empty)
    static let throttled = PassResponse(status: 429, .throttled)
    static let profile = PassResponse(status: 200, .profileRequest("cHJvZmlsZQ=="))

    static func error(
        _ status: Int,
        _ code: String? = nil,
        message: String? = nil,
        details: String? = nil,
        action: String? = nil
    ) -> PassResponse {
        PassResponse(
            status: status,
            .error(PassError(status: status, code: code, message: message, details: details, action: action))
        )
    }

    static func registration(_ id: String = "client-1") -> PassResponse {
        PassResponse(status: 201, .clientRegistration(ClientRegistration(clientID: id, clientSecret: id + "-secret")))
    }

    static func token(_ token: String, createdAt: Int64? = nil, expiresIn: Int64? = nil) -> PassResponse {
        PassResponse(status: 201, .accessToken(AccessToken(token: token, createdAt: createdAt, expiresIn: expiresIn)))
    }

    static func configuration(_ mvpds: [MVPD] = Kite.mvpds, requestor: String = "KITETV") -> PassResponse {
        PassResponse(status: 200, .configuration(Configuration(requestor: requestor, mvpds: mvpds)))
    }

    static func code(
        _ code: String = "K7TQ2MX",
        requestor: String = "KITETV",
        mvpd: String? = nil,
        generated: Instant? = Kite.now,
        expires: Instant? = Kite.now + .seconds(1_800)
    ) -> PassResponse {
        PassResponse(
            status: 201,
            .registrationRecord(
                RegistrationRecord(
                    id: "record-1",
                    code: code,
                    requestor: requestor,
                    mvpd: mvpd,
                    generated: generated,
                    expires: expires
                )
            )
        )
    }

    static func authentication(_ mvpd: String = "Plover", requestor: String = "KITETV") -> PassResponse {
        PassResponse(status: 200, .authentication(AuthenticationDetails(requestor: requestor, mvpd: mvpd)))
    }

    static func authorization(
        _ resource: String = "KITE1",
        mvpd: String = "Meadowlark",
        proxy: String? = nil,
        requestor: String = "KITETV"
    ) -> PassResponse {
        PassResponse(
            status: 200,
            .authorization(
                AuthorizationDetails(requestor: requestor, resource: resource, mvpd: mvpd, proxyMVPD: proxy)
            )
        )
    }

    static func media(
        _ resource: String = "KITE1",
        _ token: String = "media-1",
        mvpd: String = "Meadowlark",
        requestor: String = "KITETV"
    ) -> PassResponse {
        PassResponse(
            status: 200,
            .mediaToken(
                MediaTokenDetails(requestor: requestor, resource: resource, mvpd: mvpd, serializedToken: token)
            )
        )
    }

    static func metadata(tokenSource: String?) -> PassResponse {
        var metadata = UserMetadata()
        metadata.data["userID"] = .string("u-1")
        if let tokenSource { metadata.data["tokenSource"] = .string(tokenSource) }
        return PassResponse(status: 200, .userMetadata(metadata))
    }
}

// MARK: Answers of the platform

extension VSAResult {
    static let granted = VSAResult.accessStatus(.granted, nil)
    static let denied = VSAResult.accessStatus(.denied, AccountError(code: 0))
    static let nobody = VSAResult.metadata(nil, AccountError(code: 3))

    static func signedIn(
        _ id: String = "com.example.meadowlark",
        until expires: Instant? = Kite.now + .seconds(86_400)
    ) -> VSAResult {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = id
        metadata.authenticationExpirationDate = expires
        return .metadata(metadata, nil)
    }

    static func saml(
        _ text: String? = "<a b=\"1\"\n\tc=\"2\"/>",
        from id: String? = "com.example.meadowlark"
    ) -> VSAResult {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = id
        metadata.samlAttributeQueryResponse = text
        return .metadata(metadata, nil)
    }

    static func error(_ code: Int, domain: String = AccountError.vsErrorDomain, identifier: String? = nil)
        -> VSAResult
    {
        let info = identifier.map {
            [AccountError.UserInfoEntry("VSErrorInfoKeyUnsupportedProviderIdentifier", $0)]
        }
        return .metadata(nil, AccountError(domain: domain, code: code, userInfo: info ?? []))
    }
}
