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

let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"

struct ReadingTests {
    @Test("Every example body of the reference is read", arguments: examples)
    func example(fixture: AnswerFixture) {
        let read = PassResponse(reading: fixture.answer, for: fixture.operation)
        #expect(read.content == fixture.content)
        #expect(read.status == fixture.answer.status)
    }

    /// rest-api-v1.md §3 to §7, in its order.
    static let examples: [AnswerFixture] = registrations + configurations + tokens + errors

    static let registrations = [
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

    static let meadowlark = MVPD(
        id: "Meadowlark",
        displayName: "Meadowlark Cable",
        logoURL: "https://kite.example/m.png",
        enablePlatformServices: true,
        boardingStatus: .supported,
        displayInPlatformPicker: true,
        platformMappingID: "com.example.meadowlark",
        requiredMetadataFields: ["uid", "NameID"]
    )

    static let configurations = [
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
                    ],
                    domains: ["kite.example"]
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
            "domains in XML",
            .sdkConfiguration,
            200,
            """
            <config><requestor><id>KITETV</id><domains><domain><name>kite.example</name></domain>
            <domain>harbor.example</domain><domain/></domains></requestor></config>
            """,
            .configuration(Configuration(requestor: "KITETV", domains: ["kite.example", "harbor.example"]))
        ),
        AnswerFixture(
            "MVPDs beside the requestor",
            .configuration,
            200,
            #"{"requestor":{"id":"KITETV"},"mvpds":[{"id":"Plover"}]}"#,
            .configuration(Configuration(requestor: "KITETV", mvpds: [MVPD(id: "Plover", displayName: "Plover")]))
        ),
    ]
}
