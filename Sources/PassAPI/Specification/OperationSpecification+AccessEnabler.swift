extension OperationSpecification {
    /// The AccessEnabler SDKs' own protocol, native and browser (access-enabler.md §14).
    ///
    /// No page names these operations, so they go by their paths.
    static let accessEnabler: [OperationSpecification] = [
        // §14.3; [Y], [J]
        OperationSpecification(
            .individualizeDevice,
            "AccessEnabler indiv/devices",
            host: .sdk,
            "POST",
            ["/indiv/devices"],
            answer: .json,
            [.identity(.device, "fingerprint", [.json, .form])] + ParameterSpecification.sdkHeaders
        ),
        // §14.1
        sdk(.sdkConfiguration, "config/{requestor}", "GET", [.requestor([.path])]),
        // §14.1, §14.3: answers a form that posts SAMLRequest and RelayState to the MVPD
        sdk(
            .sdkAuthenticate,
            "authenticate/saml",
            "GET",
            answer: .browser,
            [
                .carried("noflash", [.query]), .identity(.mvpd, "mso_id", [.query]),
                .identity(.requestor, "requestor_id", [.query]), .carried("no_iframe", [.query]),
                .carried("domain_name", [.query]), .carried("client_type", [.query]),
                .carried("client_version", [.query]), .carried("redirect_url", [.query]),
                .identity(.code, "reg_code", [.query], isRequired: false),
                .carried("generic_data", [.query]),
            ]
        ),
        // §14.1: the MVPD's answer, posted by the browser
        OperationSpecification(
            .assertionConsumer,
            "AccessEnabler SAMLAssertionConsumer",
            host: .sdk,
            "POST",
            ["/sp/saml/SAMLAssertionConsumer"],
            answer: .browser,
            grants: .issues(.providerSession),
            [
                .carried("SAMLResponse", [.form, .query], isRequired: true),
                .carried("RelayState", [.form, .query]),
            ]
        ),
        // §14.3: GET in a POST
        sdk(
            .session,
            "session",
            "GET",
            observed: ["POST"],
            isMethodOverridden: true,
            grants: .issues(.authenticationToken, text: "authnToken", expires: .date("simpleTokenExpires"))
                .asks(about: .authenticationToken),
            [requestorID, regCode] + signed + [sdkDevice]
        ),
        // §14.1, §14.2: GET in a POST
        sdk(
            .sessionDevice,
            "sessionDevice",
            "GET",
            observed: ["POST"],
            isMethodOverridden: true,
            grants: .issues(.authenticationToken, text: "authnToken", expires: .date("simpleTokenExpires"))
                .asks(about: .authenticationToken),
            [requestorID, regCode] + signed + [sdkDevice]
        ),
        // §14.1
        sdk(
            .sdkPreauthorize,
            "preauthorize",
            "POST",
            grants: .needs(.authenticationToken),
            [
                .carried("authentication_token", [.form], isRequired: true, grant: .authenticationToken), requestorID,
                .identity(.resource, "resource_id", [.form, .query], isRepeatable: true),
            ] + signed + [sdkDevice]
        ),
        // §14.3
        sdk(.sdkAuthorize, "authorize", "POST", grants: authorized, authorizing),
        // §14.1, §14.2
        sdk(.authorizeDevice, "authorizeDevice", "POST", grants: authorized, authorizing),
        // §14.3: the body of the answer is the token's text
        sdk(.shortAuthorize, "shortAuthorize", "POST", answer: .text, grants: played, shortAuthorizing),
        // §14.1, §14.2
        sdk(.deviceShortAuthorize, "deviceShortAuthorize", "POST", answer: .text, grants: played, shortAuthorizing),
        // §14.3; in a browser a navigation
        sdk(
            .sdkLogout,
            "logout",
            "GET",
            observed: ["POST"],
            answer: .browser,
            grants: .ends(.authenticationToken, .authorizationToken),
            [
                mso, requestorID, .carried("name_id", [.query, .form]),
                .carried("session_index", [.query, .form]), sdkDevice,
                .carried("redirect_url", [.query, .form]),
            ] + signed
        ),
        // §14.3; parameters are those of the other calls, unconfirmed
        sdk(
            .sdkUserMetadata,
            "usermetadata",
            "POST",
            observed: ["GET"],
            grants: .needs(.authenticationToken),
            [requestorID, mso, .carried("authentication_token", [.form], grant: .authenticationToken)] + signed + [
                sdkDevice
            ]
        ),
        // §14.3; as before
        sdk(
            .sdkGetMetadata,
            "getMetadata",
            "POST",
            observed: ["GET"],
            [
                requestorID, mso, .identity(.metadataKey, "key", [.form, .query], isRequired: false),
                .carried("authentication_token", [.form], grant: .authenticationToken),
            ] + signed + [sdkDevice]
        ),
        // §14.3; as before
        sdk(
            .sdkOAuth2,
            "oauth2",
            "POST",
            observed: ["GET"],
            answer: .browser,
            [requestorID, mso, regCode] + signed + [sdkDevice]
        ),
        // §14.1: the player side; seen on plain http
        OperationSpecification(
            .sign,
            "AccessEnabler tvs/v1/sign",
            host: .sdk,
            "POST",
            ["/tvs/v1/sign"],
            answer: .text,
            [
                .carried("cdn", [.form, .query]), .carried("mediaToken", [.form, .query], grant: .mediaToken),
                .identity(.resource, "resource", [.form, .query], isRequired: false),
                .carried("url", [.form, .query]), .authorization,
            ]
        ),
    ]

    private static func sdk(
        _ operation: Operation,
        _ path: String,
        _ method: String,
        observed: [String] = [],
        isMethodOverridden: Bool = false,
        answer: AnswerFormat = .xml,
        grants: GrantSpecification = GrantSpecification(),
        _ parameters: [ParameterSpecification]
    ) -> OperationSpecification {
        OperationSpecification(
            operation,
            "AccessEnabler " + (path.split(separator: "{").first.map { String($0) } ?? path).trimmingSlash,
            host: .sdk,
            method,
            observed: observed,
            isMethodOverridden: isMethodOverridden,
            [PathTemplate("/adobe-services/" + path)],
            answer: answer,
            grants: grants,
            parameters + ParameterSpecification.sdkHeaders
        )
    }

    private static let requestorID = ParameterSpecification.identity(
        .requestor,
        "requestor_id",
        [.form, .query],
        aliases: ["requestor"]
    )
    private static let mso = ParameterSpecification.identity(.mvpd, "mso_id", [.form, .query], isRequired: false)
    private static let regCode = ParameterSpecification.identity(
        .code,
        "reg_code",
        [.form, .query],
        isRequired: false
    )
    private static let sdkDevice = ParameterSpecification.identity(
        .device,
        "device_id",
        [.form, .query],
        aliases: ["deviceId"],
        isRequired: false
    )
    private static let signed = [ParameterSpecification.carried("signed_requestor_id", [.form, .query])]

    private static let authorized = GrantSpecification.needs(.authenticationToken)
        .issues(.authorizationToken, text: "authzToken", expires: .date("simpleTokenTTL"))
        .asks(about: .authorizationToken)

    private static let played = GrantSpecification.needs(.authorizationToken)
        .issues(
            .mediaToken,
            text: "the body",
            expires: InstantField(name: "ttl", form: .millisecondsAfter("issueTime"))
        )
        .asks(about: .authorizationToken)

    private static let authorizing: [ParameterSpecification] =
        [
            .identity(.resource, "resource_id", [.form, .query]), requestorID,
        ] + signed + [
            mso, .carried("authentication_token", [.form], isRequired: true, grant: .authenticationToken), sdkDevice,
            .carried("userMeta", [.form]), .carried("generic_data", [.form]),
        ]

    private static let shortAuthorizing: [ParameterSpecification] =
        [
            .carried("authz_token", [.form], isRequired: true, grant: .authorizationToken), requestorID,
        ] + signed + [
            .volatile("session_guid", [.form]), .carried("hashed_guid", [.form]), sdkDevice, mso,
        ]
}

extension String {
    fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
