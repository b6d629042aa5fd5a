import Documents

import Exchanges
import Testing
import VirtualTime

@testable import PassAPI
/// The examples about tokens, and those of errors.
extension ReadingTests {
    static let authentication = PassResponse.Content.authentication(
        AuthenticationDetails(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            userID: "u-81f0",
            expires: Instant(millisecondsSince1970: 1_769_817_600_000)
        )
    )
    static let authorization = PassResponse.Content.authorization(
        AuthorizationDetails(
            requestor: "KITETV",
            resource: "KITE1",
            mvpd: "Meadowlark",
            expires: Instant(millisecondsSince1970: 1_767_312_000_000)
        )
    )
    static let media = PassResponse.Content.mediaToken(
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
    static let partlyPreauthorized = PassResponse.Content.preauthorization([
        PreauthorizedResource(id: "KITE1", isAuthorized: false),
        PreauthorizedResource(id: "KITE2", isAuthorized: true),
        PreauthorizedResource(id: "KITE3", isAuthorized: false),
    ])

    static let tokens = [
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

    static let errors = [
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
