import Testing

@testable import PassAPI

struct OperationSpecificationTests {
    @Test("Each role is served by an operation; where several in one interface do, their callers tell them apart")
    func roles() {
        for role in CallRole.allCases {
            let serving = Operation.allCases.filter { $0.role == role }
            #expect(!serving.isEmpty, "\(role)")
            for interface in OperationSpecification.Interface.allCases {
                let own = serving.filter { $0.interface == interface }
                #expect(Set(own.map(\.caller)).count == own.count, "\(role): \(own)")
                for operation in own {
                    #expect(interface.operation(for: role, calledBy: operation.caller) == operation)
                }
                if own.isEmpty { #expect(interface.operation(for: role) == nil) }
            }
        }
    }

    @Test("K-2: every operation that the REST API documents has one entry", arguments: Operation.allCases)
    func oneEntry(operation: PassAPI.Operation) {
        #expect(operation.specification.operation == operation)
        #expect(OperationSpecification.all.filter { $0.operation == operation }.count == 1)
        #expect(!operation.adobeName.isEmpty)
        #expect(!operation.specification.paths.isEmpty)
    }

    @Test("No parameter stands twice, and every path variable is a parameter", arguments: Operation.allCases)
    func parametersAreUnique(operation: PassAPI.Operation) {
        let specification = operation.specification
        let names = specification.parameters.map(\.name)
        #expect(Set(names).count == names.count)
        for variable in specification.paths.flatMap(\.variables) {
            #expect(specification.parameters.contains { $0.name == variable && $0.places.contains(.path) })
        }
        for parameter in specification.parameters { #expect(!parameter.places.isEmpty) }
    }

    /// The parameters that rest-api-v1.md §3, §6 and §7 call mandatory, but for the client information (§2: most
    /// clients are served without) and the bearer token.
    ///
    /// §7: "Parameters common to all device-side calls unless stated: `requestor`, `deviceId`"; §7.13 lists the requestor
    /// of a logout without the word.
    static let mandatory: [(PassAPI.Operation, [String])] = [
        (.register, ["software_statement"]), (.accessToken, ["grant_type", "client_id", "client_secret"]),
        (.createRegistrationCode, ["requestor", "deviceId"]), (.readRegistrationRecord, ["requestor", "code"]),
        (.deleteRegistrationRecord, ["requestor", "code"]), (.configuration, ["requestor"]),
        (
            .initiateAuthentication,
            ["reg_code", "requestor_id", "mso_id", "domain_name", "noflash", "no_iframe", "redirect_url"]
        ),
        (.readAuthenticationByCode, ["requestor", "code"]), (.checkAuthenticationByCode, ["requestor", "code"]),
        (.checkAuthentication, ["requestor", "deviceId"]), (.readAuthenticationToken, ["requestor", "deviceId"]),
        (.profileRequest, ["requestor", "mvpd", "deviceType"]),
        (.exchangeToken, ["requestor", "deviceId", "mvpd", "deviceType", "SAMLResponse"]),
        (.authorize, ["requestor", "deviceId", "resource"]),
        (.readAuthorizationToken, ["requestor", "deviceId", "resource"]),
        (.mediaToken, ["requestor", "deviceId", "resource"]), (.preauthorize, ["requestor", "deviceId", "resource"]),
        (.preauthorizeByCode, ["requestor", "resource", "code"]), (.userMetadata, ["requestor", "deviceId"]),
        (.logout, ["deviceId"]), (.freePreview, ["requestor_id", "deviceId", "mso_id", "domain_name"]),
        (.resetTempPass, ["requestor_id", "mvpd_id"]),
        // rest-api-v2.md §3.1, §5: the path, the device where its header is listed as required, and what a body is for; what a
        // login needs may be left out (§5.2), `redirectUrl` of a logout in one of the two sources (§13).
        (.serviceConfiguration, ["serviceProvider"]), (.createSession, ["serviceProvider", "AP-Device-Identifier"]),
        (.resumeSession, ["serviceProvider", "code"]), (.readSession, ["serviceProvider", "code"]),
        (.authenticateInUserAgent, ["serviceProvider", "code"]),
        (.profiles, ["serviceProvider", "AP-Device-Identifier"]),
        (.profileForMVPD, ["serviceProvider", "mvpd", "AP-Device-Identifier"]),
        (.profileForCode, ["serviceProvider", "code"]),
        (.decidePreauthorization, ["serviceProvider", "mvpd", "resources", "AP-Device-Identifier"]),
        (.decideAuthorization, ["serviceProvider", "mvpd", "resources", "AP-Device-Identifier"]),
        (.endProfile, ["serviceProvider", "mvpd", "AP-Device-Identifier"]),
        (.partnerRequest, ["serviceProvider", "partner", "AP-Device-Identifier"]),
        (.createPartnerProfile, ["serviceProvider", "partner", "SAMLResponse", "AP-Device-Identifier"]),
    ]

    @Test("K-2: what an operation cannot do without is what its page calls mandatory", arguments: mandatory)
    func mandatoryParameters(operation: PassAPI.Operation, names: [String]) {
        let required = operation.specification.parameters.filter(\.isRequired).map(\.name)
        #expect(required.sorted() == names.sorted())
    }

    @Test("Each operation of the REST API stands in that list")
    func mandatoryList() {
        let documented = OperationSpecification.all.filter { $0.interface != .accessEnabler }
        #expect(Set(Self.mandatory.map(\.0)) == Set(documented.map(\.operation)))
    }

    @Test("Two operations never share a name")
    func namesAreUnique() {
        #expect(Set(Operation.allCases.map(\.adobeName)).count == Operation.allCases.count)
    }

    @Test(
        "The documented titles are the operations' names",
        arguments: [
            (PassAPI.Operation.checkAuthentication, "Check Authentication Token"),
            (.createRegistrationCode, "Registration Code Request"), (.configuration, "Provide MVPD List"),
            (.profileRequest, "Retrieve Profile Request"), (.exchangeToken, "Token Exchange"),
            (.authorize, "Initiate Authorization"), (.mediaToken, "Obtain Short Media Token"),
            (.userMetadata, "User Metadata"), (.logout, "Initiate Logout"), (.register, "Client Registration"),
            (.accessToken, "Access Token Request"), (.sessionDevice, "AccessEnabler sessionDevice"),
            (.sdkConfiguration, "AccessEnabler config"),
        ]
    )
    func titles(operation: PassAPI.Operation, title: String) {
        #expect(operation.adobeName == title)
    }

    private func operations(_ condition: (OperationSpecification) -> Bool) -> [PassAPI.Operation] {
        OperationSpecification.all.filter(condition).map(\.operation)
    }

    @Test("The prefix of an operation's code is its interface's, for those who read codes")
    func prefixes() {
        for row in OperationSpecification.all where row.interface == .restV1 {
            #expect(row.operation.rawValue.hasPrefix("v1."))
        }
        for row in OperationSpecification.all where row.interface == .restV2 {
            #expect(row.operation.rawValue.hasPrefix("v2."))
        }
        for row in OperationSpecification.all where row.interface == .clientRegistration {
            #expect(row.operation.rawValue.hasPrefix("dcr."))
        }
        for row in OperationSpecification.all where row.interface == .accessEnabler {
            #expect(row.operation.rawValue.hasPrefix("ae."))
        }
    }

    @Test("rest-api-v1.md §9: what a login page, a second device, a player or a tool calls, no app does")
    func callers() {
        #expect(
            operations { $0.caller.isBesideTheApp } == [
                .readRegistrationRecord, .deleteRegistrationRecord, .initiateAuthentication, .readAuthenticationByCode,
                .checkAuthenticationByCode, .preauthorizeByCode, .resetTempPass, .resumeSession, .readSession,
                .authenticateInUserAgent, .sdkAuthenticate, .assertionConsumer, .sdkLogout, .sdkOAuth2, .sign,
            ]
        )
        #expect(operations(\.opensLogin) == [.initiateAuthentication, .authenticateInUserAgent, .sdkAuthenticate])
        #expect(operations { $0.caller == .nativeApp } == [.sessionDevice, .authorizeDevice, .deviceShortAuthorize])
        #expect(
            operations { $0.caller == .browserApp } == [.individualizeDevice, .session, .sdkAuthorize, .shortAuthorize]
        )
    }

    @Test("rest-api-v1.md §7.3: a second screen asks about a code with these")
    func codes() {
        #expect(operations(\.asksAboutCode) == [.readAuthenticationByCode, .checkAuthenticationByCode])
    }

    @Test("rest-api-v1.md §3.3: what comes before the access token needs none, nor does a page that cannot carry one")
    func access() {
        #expect(
            operations { $0.access == .never } == [
                .register, .accessToken, .authenticateInUserAgent, .individualizeDevice, .sdkAuthenticate,
                .assertionConsumer,
            ]
        )
        #expect(operations { $0.access == .unconfirmed }.allSatisfy { $0.interface == .accessEnabler })
    }

    @Test("Where success may say nothing, and where it is a page")
    func successes() {
        #expect(
            operations { $0.answer.format == .browser } == [
                .initiateAuthentication, .authenticateInUserAgent, .sdkAuthenticate, .assertionConsumer, .sdkLogout,
                .sdkOAuth2,
            ]
        )
        #expect(
            operations { $0.answer.mayBeEmpty && $0.answer.format != .browser } == [
                .deleteRegistrationRecord, .checkAuthenticationByCode, .checkAuthentication, .exchangeToken, .logout,
                .freePreview, .resetTempPass, .sdkGetMetadata, .sign,
            ]
        )
    }

    @Test("What nobody may read, in a request and in its answer")
    func secrets() {
        #expect(PassAPI.Operation.register.specification.secretFields == ["client_secret", "software_statement"])
        #expect(
            PassAPI.Operation.accessToken.specification.secretFields == ["access_token", "client_secret"]
        )
        #expect(
            PassAPI.Operation.mediaToken.specification.secretFields == [
                "Authorization", "access_token", "deviceId", "device_id", "serializedToken", "userId",
            ]
        )
        // Codes are typed and shown; a partner framework status names a provider, and no user.
        #expect(
            PassAPI.Operation.profileForCode.specification.secretFields == [
                "AD-Service-Token", "AP-Device-Identifier", "AP-TempPass-Identity", "AP-Visitor-Identifier",
                "Adobe-Subject-Token", "Authorization", "X-Roku-Reserved-Roku-Connect-Token", "userID",
            ]
        )
        #expect(FieldContent.grant(.mediaToken).isSecret && !FieldContent.grant(.registrationCode).isSecret)
    }
}
