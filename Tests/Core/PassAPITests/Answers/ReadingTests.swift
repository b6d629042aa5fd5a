import Documents
import Exchanges
import Testing
import VirtualTime

@testable import PassAPI

/// One answer and what it means.
struct AnswerFixture: Sendable, CustomTestStringConvertible {
    var name: String
    var operation: PassAPI.Operation
    var answer: HTTPResponse
    var content: PassResponse.Content

    init(
        _ name: String,
        _ operation: PassAPI.Operation,
        _ status: Int,
        _ body: String?,
        _ content: PassResponse.Content
    ) {
        self.name = name
        self.operation = operation
        answer = response(status, body)
        self.content = content
    }

    var testDescription: String { name }
}

private let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"

struct ReadingTests {
    @Test("Every example body of the reference is read", arguments: examples)
    func example(fixture: AnswerFixture) {
        let read = PassResponse(reading: fixture.answer, for: fixture.operation)
        #expect(read.content == fixture.content)
        #expect(read.status == fixture.answer.status)
    }

    /// rest-api-v1.md §3 to §7, in its order.
    private static let examples: [AnswerFixture] = registrations + configurations + tokens + errors

    private static let registrations = [
        AnswerFixture(
            "client credentials",
            .register,
            201,
            """
            {"client_id":"kite-client","client_secret":"kite-secret","client_id_issued_at":1767225600,
             "redirect_uris":["adbe.kite://example.org"],"grant_types":["client_credentials"],"scopes":["api:client:v1"]}
            """,
            .clientRegistration(
                ClientRegistration(
                    clientID: "kite-client",
                    clientSecret: "kite-secret",
                    issuedAt: 1_767_225_600,
                    redirectURIs: ["adbe.kite://example.org"],
                    grantTypes: ["client_credentials"],
                    scopes: ["api:client:v1"]
                )
            )
        ),
        AnswerFixture(
            "credentials without scopes",
            .register,
            201,
            #"{"client_id":"c","client_secret":"s","redirect_uris":null}"#,
            .clientRegistration(ClientRegistration(clientID: "c", clientSecret: "s"))
        ),
        AnswerFixture(
            "access token",
            .accessToken,
            201,
            """
            {"id":"3f0c6a52-5d55-4f0e-9d6a-4a1f8f6b0001","access_token":"opaque-or-jwt","token_type":"bearer",
             "created_at":1767225600000,"expires_in":21600}
            """,
            .accessToken(
                AccessToken(
                    token: "opaque-or-jwt",
                    createdAt: 1_767_225_600_000,
                    expiresIn: 21600,
                    id: "3f0c6a52-5d55-4f0e-9d6a-4a1f8f6b0001"
                )
            )
        ),
        AnswerFixture(
            "access token with 200 and numbers as strings",
            .accessToken,
            200,
            #"{"access_token":"t","created_at":"1767225600","expires_in":"3600"}"#,
            .accessToken(AccessToken(token: "t", createdAt: 1_767_225_600, expiresIn: 3600))
        ),
        AnswerFixture(
            "registration error",
            .register,
            400,
            #"{"error":"invalid_software_statement"}"#,
            .error(PassError(code: "invalid_software_statement"))
        ),
        AnswerFixture(
            "registration record",
            .createRegistrationCode,
            201,
            """
            {"id":"0b6c4a1e-8d1f-4d7e-9b0e-1c2d3e4f5a6b","code":"K7TQ2MX","requestor":"KITETV","mvpd":"Meadowlark",
             "generated":1767225600000,"expires":1767227400000,"info":{"deviceId":"a2l0ZS1ib3gtMDAwMQ==",
             "authorizationType":"OAUTH2","sourceApplicationInformation":{"id":"app-1","name":"Kite","version":"1.0.0"}}}
            """,
            .registrationRecord(
                RegistrationRecord(
                    id: "0b6c4a1e-8d1f-4d7e-9b0e-1c2d3e4f5a6b",
                    code: "K7TQ2MX",
                    requestor: "KITETV",
                    mvpd: "Meadowlark",
                    generated: Instant(millisecondsSince1970: 1_767_225_600_000),
                    expires: Instant(millisecondsSince1970: 1_767_227_400_000),
                    info: [
                        "deviceId": .string("a2l0ZS1ib3gtMDAwMQ=="), "authorizationType": .string("OAUTH2"),
                        "sourceApplicationInformation": .object([
                            "id": .string("app-1"), "name": .string("Kite"), "version": .string("1.0.0"),
                        ]),
                    ]
                )
            )
        ),
        AnswerFixture(
            "registration record in XML",
            .readRegistrationRecord,
            200,
            declaration + """
                <ns2:regcode xmlns:ns2="model.mvc.reggie.pass.adobe.com"><id>0b6c4a1e-8d1f-4d7e-9b0e-1c2d3e4f5a6b</id>
                <code>K7TQ2MX</code>
                <requestor>KITETV</requestor><mvpd>Meadowlark</mvpd><generated>1767225600000</generated>
                <expires>1767227400000</expires>
                <info><deviceId>a2l0ZS1ib3gtMDAwMQ==</deviceId><deviceType>appletv</deviceType></info></ns2:regcode>
                """,
            .registrationRecord(
                RegistrationRecord(
                    id: "0b6c4a1e-8d1f-4d7e-9b0e-1c2d3e4f5a6b",
                    code: "K7TQ2MX",
                    requestor: "KITETV",
                    mvpd: "Meadowlark",
                    generated: Instant(millisecondsSince1970: 1_767_225_600_000),
                    expires: Instant(millisecondsSince1970: 1_767_227_400_000),
                    info: ["deviceId": .string("a2l0ZS1ib3gtMDAwMQ=="), "deviceType": .string("appletv")]
                )
            )
        ),
        AnswerFixture(
            "missing parameter",
            .createRegistrationCode,
            400,
            #"{"status":400,"message":"Required 'deviceId' is not present"}"#,
            .error(PassError(status: 400, message: "Required 'deviceId' is not present"))
        ),
        AnswerFixture("released code", .deleteRegistrationRecord, 204, nil, .empty),
    ]

    private static let meadowlark = MVPD(
        id: "Meadowlark",
        displayName: "Meadowlark Cable",
        logoURL: "https://kite.example/m.png",
        enablePlatformServices: true,
        boardingStatus: .supported,
        displayInPlatformPicker: true,
        platformMappingID: "com.example.meadowlark",
        requiredMetadataFields: ["uid", "NameID"]
    )

    private static let configurations = [
        AnswerFixture(
            "K-29: MVPD list",
            .configuration,
            200,
            """
            {"device":"unknown","clientType":"html5","os":"Unknown","time":1767225600000,
             "requestor":{"id":"KITETV","name":"Kite TV","domains":[{"name":"kite.example","mvpdInitiated":false}],
             "mvpds":[{"id":"Meadowlark","displayName":"Meadowlark Cable","logoUrl":"https://kite.example/m.png",
               "authPerAggregator":false,"passiveAuthnEnabled":true,"enablePlatformServices":true,
               "boardingStatus":"SUPPORTED","displayInPlatformPicker":true,
               "platformMappingId":"com.example.meadowlark","requiredMetadataFields":["uid","NameID"]},
              {"id":"TempPass","displayName":"Preview","logoUrl":"https://kite.example/n.png",
               "authPerAggregator":true,"isTempPass":true}]}}
            """,
            .configuration(
                Configuration(
                    requestor: "KITETV",
                    name: "Kite TV",
                    time: Instant(millisecondsSince1970: 1_767_225_600_000),
                    mvpds: [
                        meadowlark,
                        MVPD(
                            id: "TempPass",
                            displayName: "Preview",
                            logoURL: "https://kite.example/n.png",
                            isAuthenticationPerRequestor: true,
                            isTempPass: true
                        ),
                    ]
                )
            )
        ),
        AnswerFixture(
            "K-23: MVPD list in XML",
            .sdkConfiguration,
            200,
            """
            <config><time>1767225600000</time><device>unknown</device><clientType>ios</clientType><os>iOS</os>
            <requestor><id>KITETV</id><name>Kite TV</name>
            <mvpds><mvpd><id>Meadowlark</id><displayName>Meadowlark Cable</displayName>
            <logoUrl>https://kite.example/m.png</logoUrl><authPerAggregator>false</authPerAggregator>
            <platformMappingId>com.example.meadowlark</platformMappingId></mvpd></mvpds></requestor></config>
            """,
            .configuration(
                Configuration(
                    requestor: "KITETV",
                    name: "Kite TV",
                    time: Instant(millisecondsSince1970: 1_767_225_600_000),
                    mvpds: [
                        MVPD(
                            id: "Meadowlark",
                            displayName: "Meadowlark Cable",
                            logoURL: "https://kite.example/m.png",
                            platformMappingID: "com.example.meadowlark"
                        )
                    ]
                )
            )
        ),
        AnswerFixture(
            "MVPDs beside the requestor",
            .configuration,
            200,
            #"{"requestor":{"id":"KITETV"},"mvpds":[{"id":"Plover"}]}"#,
            .configuration(Configuration(requestor: "KITETV", mvpds: [MVPD(id: "Plover", displayName: "Plover")]))
        ),
    ]

    private static let authentication = PassResponse.Content.authentication(
        AuthenticationDetails(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            userID: "u-81f0",
            expires: Instant(millisecondsSince1970: 1_769_817_600_000)
        )
    )
    private static let authorization = PassResponse.Content.authorization(
        AuthorizationDetails(
            requestor: "KITETV",
            resource: "KITE1",
            mvpd: "Meadowlark",
            expires: Instant(millisecondsSince1970: 1_767_312_000_000)
        )
    )
    private static let media = PassResponse.Content.mediaToken(
        MediaTokenDetails(
            requestor: "KITETV",
            resource: "KITE1",
            mvpd: "Meadowlark",
            serializedToken: "PHNpZ25hdHVyZUluZm8+YzJsbg==",
            userID: "scrambled-1",
            expires: Instant(millisecondsSince1970: 1_767_226_020_000)
        )
    )

    /// "A resource for which the MVPD gave no answer counts as `false`" (rest-api-v1.md §7.11).
    private static let partlyPreauthorized = PassResponse.Content.preauthorization([
        PreauthorizedResource(id: "KITE1", isAuthorized: false),
        PreauthorizedResource(id: "KITE2", isAuthorized: true),
        PreauthorizedResource(id: "KITE3", isAuthorized: false),
    ])

    private static let tokens = [
        AnswerFixture("K-11: the device holds a token", .checkAuthentication, 200, nil, .empty),
        AnswerFixture("K-11: …with a body that nobody described", .checkAuthentication, 200, #"{"x":1}"#, .empty),
        AnswerFixture(
            "K-11: the device holds none",
            .checkAuthentication,
            403,
            "<error><status>403</status><message>Authentication token expired</message></error>",
            .error(PassError(status: 403, message: "Authentication token expired"))
        ),
        AnswerFixture(
            "the second screen asks in vain",
            .checkAuthenticationByCode,
            403,
            #"{"status":403,"message":"Forbidden"}"#,
            .error(PassError(status: 403, message: "Forbidden"))
        ),
        AnswerFixture(
            "AuthN token",
            .readAuthenticationToken,
            200,
            #"{"requestor":"KITETV","mvpd":"Meadowlark","userId":"u-81f0","expires":"1769817600000"}"#,
            authentication
        ),
        AnswerFixture(
            "AuthN token, expiry as a number",
            .readAuthenticationByCode,
            200,
            #"{"requestor":"KITETV","mvpd":"Meadowlark","userId":"u-81f0","expires":1769817600000,"new":[1]}"#,
            authentication
        ),
        AnswerFixture(
            "AuthN token in XML",
            .readAuthenticationToken,
            200,
            declaration
                + "<authentication><expires>1769817600000</expires><userId>u-81f0</userId><mvpd>Meadowlark</mvpd>"
                + "<requestor>KITETV</requestor></authentication>",
            authentication
        ),
        AnswerFixture(
            "K-47: profile request",
            .profileRequest,
            200,
            "PD94bWwgdmVyc2lvbj0iMS4wIj8+",
            .profileRequest("PD94bWwgdmVyc2lvbj0iMS4wIj8+")
        ),
        AnswerFixture(
            "profile request as bare XML",
            .profileRequest,
            200,
            "<samlp:Q xmlns:samlp=\"urn:x\"/>",
            .profileRequest("<samlp:Q xmlns:samlp=\"urn:x\"/>")
        ),
        AnswerFixture("K-64: token made", .exchangeToken, 204, nil, .empty),
        AnswerFixture("K-64: token not made", .exchangeToken, 400, "", .empty),
        AnswerFixture(
            "K-74: authorized",
            .authorize,
            200,
            #"{"mvpd":"Meadowlark","resource":"KITE1","requestor":"KITETV","expires":"1767312000000"}"#,
            authorization
        ),
        AnswerFixture(
            "authorized, in XML",
            .readAuthorizationToken,
            200,
            "<authorization><expires>1767312000000</expires><mvpd>Meadowlark</mvpd><requestor>KITETV</requestor>"
                + "<resource>KITE1</resource></authorization>",
            authorization
        ),
        AnswerFixture(
            "K-74: media token",
            .mediaToken,
            200,
            """
            {"resource":"KITE1","requestor":"KITETV","expires":"1767226020000",
             "serializedToken":"PHNpZ25hdHVyZUluZm8+YzJsbg==","userId":"scrambled-1","mvpdId":"Meadowlark"}
            """,
            media
        ),
        AnswerFixture(
            "media token in XML",
            .mediaToken,
            200,
            declaration + """
                <play><expires>1767226020000</expires><mvpdId>Meadowlark</mvpdId><requestor>KITETV</requestor>
                <resource>KITE1</resource><serializedToken>PHNpZ25hdHVyZUluZm8+YzJsbg==</serializedToken>
                <userId>scrambled-1</userId></play>
                """,
            media
        ),
        AnswerFixture(
            "preauthorization",
            .preauthorize,
            200,
            """
            {"resources":[{"id":"KITE1","authorized":true},
             {"id":"KITE2","authorized":false,"error":{"action":"none","status":403,
              "code":"authorization_denied_by_mvpd","message":"denied","details":"not in package",
              "helpUrl":"https://kite.example/h","trace":"5d1c0f52-0000-4000-8000-000000000001"}}]}
            """,
            .preauthorization([
                PreauthorizedResource(id: "KITE1", isAuthorized: true),
                PreauthorizedResource(
                    id: "KITE2",
                    isAuthorized: false,
                    error: PassError(
                        status: 403,
                        code: "authorization_denied_by_mvpd",
                        message: "denied",
                        details: "not in package",
                        action: "none",
                        helpURL: "https://kite.example/h",
                        trace: "5d1c0f52-0000-4000-8000-000000000001"
                    )
                ),
            ])
        ),
        AnswerFixture(
            "preauthorization in XML",
            .sdkPreauthorize,
            200,
            "<resources><resource><id>KITE1</id><authorized>true</authorized></resource>"
                + "<resource><id>KITE2</id><authorized>false</authorized></resource></resources>",
            .preauthorization([
                PreauthorizedResource(id: "KITE1", isAuthorized: true),
                PreauthorizedResource(id: "KITE2", isAuthorized: false),
            ])
        ),
        AnswerFixture(
            "the MVPD gave no answer for some",
            .preauthorize,
            200,
            #"{"resources":[{"id":"KITE1"},{"id":"KITE2","authorized":true},{"id":"KITE3","authorized":null}]}"#,
            partlyPreauthorized
        ),
        AnswerFixture(
            "the MVPD gave no answer for some, asked by the second screen",
            .preauthorizeByCode,
            200,
            #"{"resources":[{"id":"KITE1","error":null},{"authorized":true,"id":"KITE2"},{"id":"KITE3"}]}"#,
            partlyPreauthorized
        ),
        AnswerFixture(
            "the MVPD gave no answer for some, in XML",
            .sdkPreauthorize,
            200,
            "<resources><resource><id>KITE1</id></resource>"
                + "<resource><id>KITE2</id><authorized>true</authorized></resource>"
                + "<resource><id>KITE3</id><authorized/></resource></resources>",
            partlyPreauthorized
        ),
        AnswerFixture("nothing preauthorized", .preauthorize, 200, #"{"resources":[]}"#, .preauthorization([])),
        AnswerFixture(
            "K-78: user metadata",
            .userMetadata,
            200,
            """
            {"updated":1767225600,"encrypted":["zip"],"data":{"userID":"u-81f0","tokenSource":"Apple",
             "zip":"BASE64RSA","maxRating":{"MPAA":"PG-13"},"channelID":["KITE1","KITE2"]}}
            """,
            .userMetadata(
                UserMetadata(
                    updated: Instant(secondsSince1970: 1_767_225_600),
                    encrypted: ["zip"],
                    data: [
                        "userID": .string("u-81f0"), "tokenSource": .string("Apple"), "zip": .string("BASE64RSA"),
                        "maxRating": .object(["MPAA": .string("PG-13")]),
                        "channelID": .array([.string("KITE1"), .string("KITE2")]),
                    ]
                )
            )
        ),
        AnswerFixture(
            "names that are empty are none",
            .userMetadata,
            200,
            declaration + "<metadata><encrypted><x/><x>zip</x></encrypted><data><zip>1</zip></data></metadata>",
            .userMetadata(UserMetadata(encrypted: ["zip"], data: ["zip": .string("1")]))
        ),
        AnswerFixture(
            "names that are empty are none in JSON, too",
            .userMetadata,
            200,
            #"{"encrypted":["","zip"],"data":{"zip":"1"}}"#,
            .userMetadata(UserMetadata(encrypted: ["zip"], data: ["zip": .string("1")]))
        ),
        AnswerFixture("K-77, K-80: logged out", .logout, 204, nil, .empty),
        AnswerFixture("Temp Pass", .freePreview, 204, nil, .empty),
        AnswerFixture("reset", .resetTempPass, 204, nil, .empty),
    ]

    private static let errors = [
        AnswerFixture(
            "plain",
            .readAuthenticationToken,
            404,
            #"{"status":404,"message":"Not Found","details":null}"#,
            .error(PassError(status: 404, message: "Not Found"))
        ),
        AnswerFixture(
            "plain, status as a string",
            .readAuthorizationToken,
            410,
            #"{"status":"410","message":"Gone"}"#,
            .error(PassError(status: 410, message: "Gone"))
        ),
        AnswerFixture(
            "plain in XML",
            .readAuthorizationToken,
            404,
            declaration + "<error><status>404</status><message>Not found</message></error>",
            .error(PassError(status: 404, message: "Not found"))
        ),
        AnswerFixture(
            "plain in XML with the schema's namespace",
            .readAuthorizationToken,
            412,
            #"<e:error xmlns:e="rest.pass.adobe.com"><e:status>412</e:status><e:message>m</e:message></e:error>"#,
            .error(PassError(status: 412, message: "m"))
        ),
        AnswerFixture(
            "K-74: refused, with the MVPD's text",
            .authorize,
            403,
            #"{"status":403,"message":"User not authorized","details":"Call\nus at \"x\""}"#,
            .error(PassError(status: 403, message: "User not authorized", details: "Call\nus at \"x\""))
        ),
        AnswerFixture(
            "enhanced, the inner status another",
            .authorize,
            403,
            #"{"action":"authentication","status":412,"code":"authentication_session_missing","message":"m"}"#,
            .error(
                PassError(
                    status: 412,
                    code: "authentication_session_missing",
                    message: "m",
                    action: "authentication"
                )
            )
        ),
        AnswerFixture(
            "an error that came with success",
            .authorize,
            200,
            #"{"status":403,"message":"User not authorized"}"#,
            .error(PassError(status: 403, message: "User not authorized"))
        ),
        AnswerFixture(
            "an error in XML that came with success",
            .checkAuthentication,
            200,
            "<error><status>403</status></error>",
            .error(PassError(status: 403))
        ),
        AnswerFixture(
            "reason",
            .sessionDevice,
            400,
            "<error><reason>34763</reason></error>",
            .error(PassError(code: "34763"))
        ),
        AnswerFixture("too many requests", .authorize, 429, PassResponse.throttledPage, .throttled),
        AnswerFixture("too many requests, in JSON", .authorize, 429, #"{"status":429,"message":"x"}"#, .throttled),
    ]
}
