extension OperationSpecification {
    /// REST API V1's service provider (rest-api-v1.md §7).
    ///
    /// The names are the titles of its pages.
    static let serviceProvider: [OperationSpecification] = [
        // v1/provide-mvpd-list.md; §7.1
        OperationSpecification(
            .configuration,
            "Provide MVPD List",
            "GET",
            ["/api/v1/config/{requestor}"],
            [.requestor([.path])] + ParameterSpecification.deprecated + [.deviceInformation, .authorization]
        ),
        // v1/initiate-authentication.md; §7.2: reg_code first (`&reg` turned into ®), redirect_url last
        OperationSpecification(
            .initiateAuthentication,
            "Initiate Authentication",
            "GET",
            ["/api/v1/authenticate"],
            answer: .browser,
            lastParameter: "redirect_url",
            [
                .identity(.code, "reg_code", [.query]),
                .identity(.requestor, "requestor_id", [.query], aliases: ["requestor"]),
                .identity(.mvpd, "mso_id", [.query]),
                .carried("domain_name", [.query], isRequired: true),
                .carried("noflash", [.query], isRequired: true),
                .carried("no_iframe", [.query], isRequired: true),
                .carried("generic_data", [.query]),
                .carried("redirect_url", [.query], isRequired: true),
                .authorization,
            ]
        ),
        // undocumented sibling of tokens/authn, seen in one client; §7.2
        OperationSpecification(
            .readAuthenticationByCode,
            "Retrieve Authentication Token by Registration Code (undocumented)",
            "GET",
            ["/api/v1/authenticate/{code}"],
            grants: .issues(.authenticationToken, expires: .milliseconds("expires")).asks(about: .authenticationToken),
            [.requestor([.query]), .code, .authorization]
        ),
        // v1/check-authentication-flow-by-second-screen-web-app.md; §7.3
        OperationSpecification(
            .checkAuthenticationByCode,
            "Check Authentication Flow by Second Screen Web App",
            "GET",
            ["/api/v1/checkauthn/{code}"],
            grants: .needs(.authenticationToken).asks(about: .authenticationToken),
            [.requestor([.query]), .code, .authorization]
        ),
        // v1/check-authentication-token.md; §7.4
        OperationSpecification(
            .checkAuthentication,
            "Check Authentication Token",
            "GET",
            ["/api/v1/checkauthn"],
            grants: .needs(.authenticationToken).asks(about: .authenticationToken),
            ParameterSpecification.deviceCall()
        ),
        // v1/retrieve-authentication-token.md; §7.5
        OperationSpecification(
            .readAuthenticationToken,
            "Retrieve Authentication Token",
            "GET",
            ["/api/v1/tokens/authn"],
            grants: .issues(.authenticationToken, expires: .milliseconds("expires")).asks(about: .authenticationToken),
            ParameterSpecification.deviceCall()
        ),
        // v1/retrieve-profilerequest.md; §7.6: {mvpd} is Adobe's id, not the platform's
        OperationSpecification(
            .profileRequest,
            "Retrieve Profile Request",
            "GET",
            ["/api/v1/{requestor}/profile-requests/{mvpd}"],
            answer: .text,
            [
                .requestor([.path]), .identity(.mvpd, "mvpd", [.path]),
                .carried("deviceType", [.query], isRequired: true), .deviceInformation, .authorization,
            ]
        ),
        // v1/token-exchange.md; §7.7: a form body is the natural reading, unconfirmed
        OperationSpecification(
            .exchangeToken,
            "Token Exchange",
            "POST",
            ["/api/v1/tokens/authn"],
            grants: .issues(.authenticationToken),
            [
                .requestor([.form, .query]), .device([.form, .query]),
                .identity(.mvpd, "mvpd", [.form, .query]),
                .carried("deviceType", [.form, .query], isRequired: true),
                .carried("SAMLResponse", [.form, .query], isRequired: true),
                .carried("deviceUser", [.form, .query]), .carried("appId", [.form, .query]),
                .deviceInformation, .authorization,
            ]
        ),
        // v1/initiate-authorization.md; §7.8
        OperationSpecification(
            .authorize,
            "Initiate Authorization",
            "GET",
            ["/api/v1/authorize"],
            grants: .needs(.authenticationToken)
                .issues(.authorizationToken, expires: .milliseconds("expires")).asks(about: .authorizationToken),
            ParameterSpecification.deviceCall([.resource, .carried("generic_data", [.query, .form])])
        ),
        // v1/retrieve-authorization-token.md; §7.9
        OperationSpecification(
            .readAuthorizationToken,
            "Retrieve Authorization Token",
            "GET",
            ["/api/v1/tokens/authz"],
            grants: .needs(.authenticationToken)
                .issues(.authorizationToken, expires: .milliseconds("expires")).asks(about: .authorizationToken),
            ParameterSpecification.deviceCall([.resource])
        ),
        // v1/obtain-short-media-token.md; §7.10
        OperationSpecification(
            .mediaToken,
            "Obtain Short Media Token",
            "GET",
            ["/api/v1/tokens/media", "/api/v1/mediatoken"],
            grants: .needs(.authenticationToken, .authorizationToken)
                .issues(.mediaToken, text: "serializedToken", expires: .milliseconds("expires"))
                .asks(about: .authorizationToken),
            ParameterSpecification.deviceCall([.resource])
        ),
        // v1/retrieve-list-of-preauthorized-resources.md; §7.11
        OperationSpecification(
            .preauthorize,
            "Retrieve List of Preauthorized Resources",
            "GET",
            ["/api/v1/preauthorize"],
            grants: .needs(.authenticationToken),
            ParameterSpecification.deviceCall([.resource])
        ),
        // v1/retrieve-list-of-preauthorized-resources-by-second-screen-web-app.md; §7.11
        OperationSpecification(
            .preauthorizeByCode,
            "Retrieve List of Preauthorized Resources by Second Screen Web App",
            "GET",
            ["/api/v1/preauthorize/{code}"],
            grants: .needs(.authenticationToken),
            [.requestor([.query]), .resource, .code, .authorization]
        ),
        // v1/user-metadata.md; §7.12
        OperationSpecification(
            .userMetadata,
            "User Metadata",
            "GET",
            ["/api/v1/tokens/usermetadata"],
            grants: .needs(.authenticationToken),
            ParameterSpecification.deviceCall()
        ),
        // v1/initiate-logout.md; §7.13: requestor is listed without "mandatory"; a web view can only navigate by GET
        OperationSpecification(
            .logout,
            "Initiate Logout",
            "DELETE",
            observed: ["GET"],
            ["/api/v1/logout"],
            grants: .ends(.authenticationToken, .authorizationToken),
            [.requestor(isRequired: false), .device()] + ParameterSpecification.deprecated
                + [.deviceInformation, .authorization]
        ),
        // v1/free-preview-for-temp-pass-and-promotional-temp-pass.md; §7.14
        OperationSpecification(
            .freePreview,
            "Free Preview for Temp Pass and Promotional Temp Pass",
            "POST",
            ["/api/v1/authenticate/freepreview"],
            grants: .issues(.authenticationToken),
            [
                .identity(.requestor, "requestor_id", [.form, .query], aliases: ["requestor"]),
                .device([.form, .query]), .identity(.mvpd, "mso_id", [.form, .query]),
                .carried("domain_name", [.form, .query], isRequired: true),
                .carried("generic_data", [.form, .query]),
            ] + ParameterSpecification.deprecated + [.deviceInformation, .authorization]
        ),
        // [D23] reset-temp-pass.md; §7.14: by device, or for a promotional pass by the hash it is kept under
        OperationSpecification(
            .resetTempPass,
            "Reset Temp Pass",
            host: .management,
            "DELETE",
            ["/reset-tempass/v3/reset", "/reset-tempass/v3/reset/generic"],
            [
                .identity(.device, "device_id", [.query], isRequired: false),
                .identity(.trialKey, "key", [.query], isRequired: false),
                .identity(.requestor, "requestor_id", [.query]), .identity(.mvpd, "mvpd_id", [.query]),
                .authorization,
            ]
        ),
    ]
}
