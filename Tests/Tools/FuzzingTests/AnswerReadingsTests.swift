import Documents
import Exchanges
import Foundation
import FuzzReadings
import PassAPI
import Testing
import VirtualTime

@testable import Fuzzing

/// The reading that a response type took out of a body differs from others' trees wherever it is wrong.
@Suite struct AnswerReadingsTests {
    /// Contents that say of a body what it does not, one after the other: what stands in it, and what was read.
    private static let misreadings: [(body: String, content: PassResponse.Content)] = [
        (
            #"{"resources":[{"id":"A","authorized":"no"}]}"#,
            .preauthorization([PreauthorizedResource(id: "A", isAuthorized: true)])
        ),
        (
            #"{"resources":[{"id":"A","authorized":true}]}"#,
            .preauthorization([PreauthorizedResource(id: "A", isAuthorized: false)])
        ),
        (
            #"{"resources":[{"id":"A","authorized":true}]}"#,
            .preauthorization([PreauthorizedResource(id: "B", isAuthorized: true)])
        ),
        (#"{"resources":[{"id":"A","authorized":true}]}"#, .preauthorization([])),
        (
            #"{"resources":[{"id":"A","error":{"code":"c"}}]}"#,
            .preauthorization([PreauthorizedResource(id: "A", isAuthorized: false)])
        ),
        (
            "<resources><resource><id>A</id><authorized>no</authorized></resource></resources>",
            .preauthorization([PreauthorizedResource(id: "A", isAuthorized: true)])
        ),
        (
            #"{"requestor":"K","mvpd":"M","resource":"R","expires":"1795212258158"}"#,
            .authorization(
                AuthorizationDetails(
                    requestor: "K",
                    resource: "R",
                    mvpd: "M",
                    expires: Instant(millisecondsSince1970: 1_795_212_258_159)
                )
            )
        ),
        (
            #"{"requestor":"K","mvpd":"M","resource":"R","expires":"0x10"}"#,
            .authorization(
                AuthorizationDetails(
                    requestor: "K",
                    resource: "R",
                    mvpd: "M",
                    expires: Instant(millisecondsSince1970: 16)
                )
            )
        ),
        (
            "<authorization><requestor>K</requestor><mvpd>M<!-- x -->N</mvpd><resource>R</resource></authorization>",
            .authorization(AuthorizationDetails(requestor: "K", resource: "R", mvpd: "M"))
        ),
        (
            #"{"requestor":"K","mvpd":"M","userId":"u\u0301"}"#,
            .authentication(AuthenticationDetails(requestor: "K", mvpd: "M", userID: "\u{FA}"))
        ),
        (
            #"{"requestor":"K","mvpd":"M","userId":"u"}"#,
            .authentication(AuthenticationDetails(requestor: "K", mvpd: "M"))
        ),
        (
            #"{"requestor":"K","resource":"R","mvpdId":"M","mvpd":"N","serializedToken":"t"}"#,
            .mediaToken(MediaTokenDetails(requestor: "K", resource: "R", mvpd: "N", serializedToken: "t"))
        ),
        (
            #"{"access_token":"t","expires_in":86400.9}"#, .accessToken(AccessToken(token: "t", expiresIn: 86_401))
        ),
        (#"{"access_token":"t","token_type":"mac"}"#, .accessToken(AccessToken(token: "t"))),
        (
            #"{"client_id":"a","client_secret":"b","redirect_uris":["c",""]}"#,
            .clientRegistration(ClientRegistration(clientID: "a", clientSecret: "b", redirectURIs: ["c", ""]))
        ),
        (
            #"{"client_id":"a","client_secret":"b","scopes":["c"]}"#,
            .clientRegistration(ClientRegistration(clientID: "a", clientSecret: "b"))
        ),
        (
            #"{"requestor":{"id":"K","mvpds":[{"id":"M","enablePlatformServices":"yes"}]}}"#,
            .configuration(
                Configuration(
                    requestor: "K",
                    mvpds: [MVPD(id: "M", displayName: "M", enablePlatformServices: true)]
                )
            )
        ),
        (
            #"{"requestor":{"id":"K","mvpds":[{"id":"M","passiveAuthnEnabled":" FALSE "}]}}"#,
            .configuration(Configuration(requestor: "K", mvpds: [MVPD(id: "M", displayName: "M")]))
        ),
        (#"{"requestor":{"id":"K","mvpds":[{"id":"M"}]}}"#, .configuration(Configuration(requestor: "K"))),
        (
            #"{"id":"i","code":"c","requestor":"K","generated":1,"info":{"deviceId":"d"}}"#,
            .registrationRecord(
                RegistrationRecord(
                    id: "i",
                    code: "c",
                    requestor: "K",
                    generated: Instant(millisecondsSince1970: 1),
                    info: ["deviceId": .string("e")]
                )
            )
        ),
        (
            "<regcode><id>i</id><code>c</code><requestor>K</requestor><info><a>1</a><a>2</a></info></regcode>",
            .registrationRecord(
                RegistrationRecord(id: "i", code: "c", requestor: "K", info: ["a": .string("1")])
            )
        ),
        (
            #"{"updated":1795212258,"data":{"zip":["1"]}}"#,
            .userMetadata(
                UserMetadata(
                    updated: Instant(millisecondsSince1970: 1_795_212_258),
                    data: ["zip": .array([.string("1")])]
                )
            )
        ),
        (#"{"data":{"a":true}}"#, .userMetadata(UserMetadata(data: ["a": .number(JSONNumber(1))]))),
        (#"{"deviceId":"d"}"#, .individualizedDevice(deviceID: "e")),
        (#"{"status":403,"code":"c"}"#, .error(PassError(status: 404, code: "c"))),
        (#"{"error":"c","error_description":"m"}"#, .error(PassError(code: "c"))),
        (
            "<result><authnToken>&lt;t&gt;</authnToken></result>",
            .tokens(authentication: "&lt;t&gt;", authorization: nil, userMetadata: nil)
        ),
        (
            "<result><authnToken>t</authnToken><userMeta>m</userMeta></result>",
            .tokens(authentication: "t", authorization: nil, userMetadata: nil)
        ),
        ("<a><pendingLogout reason=\"r\"/></a>", .pendingLogout(reason: nil)),
        ("<a><pendingLogout>false</pendingLogout></a>", .pendingLogout(reason: nil)),
        ("<a/>", .notAuthorized(details: nil)),
        ("<a><notAuthorized/><details>d</details></a>", .notAuthorized(details: nil)),
        ("token", .shortMediaToken("toke")), ("<html/>", .page("<html>")),
        ("{", .authentication(AuthenticationDetails(requestor: "K", mvpd: "M"))),
        ("<a>", .authentication(AuthenticationDetails(requestor: "K", mvpd: "M"))),
    ]

    @Test("A reading that is wrong is seen", arguments: misreadings.indices)
    func wrong(index: Int) {
        let (body, content) = Self.misreadings[index]
        #expect(throws: PropertyFailure.self) { try AnswerReadings.agree(content, with: Array(body.utf8)) }
    }

    @Test(
        "What is read is what stands there",
        arguments: [
            (
                "v1.preauthorize",
                #"{"resources":[{"id":"A","authorized":"no"},{"id":2,"authorized":" TRUE "},{"id":"C"}]}"#
            ),
            (
                "v1.preauthorize",
                #"{"resources":[{"id":"A","authorized":1,"error":{"status":403}},{"id":"B","error":"no"}]}"#
            ),
            ("v1.preauthorize", "<resources><resource><id>A</id><authorized>1</authorized></resource></resources>"),
            ("v1.authorize", #"{"requestor":"K","mvpd":"M","resource":1.50,"expires":" 1795212258158 "}"#),
            ("v1.authorize", #"{"requestor":"K","mvpd":true,"resource":"R","expires":12345678901234567890}"#),
            ("v1.authorize", #"{"requestor":"K","mvpd":"M","resource":"R","expires":99999999999.75}"#),
            ("v1.authn.read", #"{"requestor":"K","mvpd":"M","expires":9223372036854775807}"#),
            ("v1.authn.read", #"{"requestor":"K","mvpd":"M","expires":-1e3}"#),
            ("v1.config", "<config><requestor><id>K</id></requestor><mvpds><mvpd><id>M</id></mvpd></mvpds></config>"),
            (
                "v1.config",
                #"{"requestor":{"id":"K","mvpds":[{"id":"M","requiredMetadataFields":"a","tempPass":"1"}]}}"#
            ),
            (
                "v1.usermetadata",
                #"{"updated":"253402300800","encrypted":["zip",1,null,""],"data":{"a":[1.0,{"b":null}]}}"#
            ),
            (
                "v1.usermetadata",
                "<m><updated>1</updated><encrypted>a, b</encrypted><data><c><d>e</d></c><f/></data></m>"
            ),
            ("v1.regcode.read", #"{"id":1,"code":"c","requestor":"K","info":"none"}"#),
            (
                "dcr.register",
                #"{"client_id":"a","client_secret":"b","redirect_uris":"c","grant_types":{},"scopes":[]}"#
            ),
            ("ae.session", "<session><authnToken>&lt;t/></authnToken><userMeta><a>b</a></userMeta></session>"),
            ("ae.authorize", "<x><error><notAuthorized/><details>a<!-- x -->b</details></error></x>"),
        ]
    )
    func right(operation: String, body: String) throws {
        let operation = try #require(Operation(rawValue: operation))
        let answer = PassResponse(reading: HTTPResponse(status: 200, body: Array(body.utf8)), for: operation)
        if case .unreadable(let reason) = answer.content { Issue.record("unreadable: \(reason)") }
        try AnswerReadings.agree(answer.content, with: Array(body.utf8))
        try AnswerReadings.refusal(answer, in: Array(body.utf8))
    }

    @Test("A page may be in another encoding, a token may not")
    func encodings() throws {
        let body = Array("<html>".utf8) + [0xE9]
        try AnswerReadings.agree(.page("<html>\u{FFFD}"), with: body)
        #expect(throws: PropertyFailure.self) {
            try AnswerReadings.agree(.shortMediaToken("<html>\u{FFFD}"), with: body)
        }
    }

    @Test(
        "Who is refused by a document has no success",
        arguments: ["<a><b><notAuthorized/></b></a>", "<pendingLogout/>", "<a><pendingLogout>true</pendingLogout></a>"]
    )
    func refusal(body: String) throws {
        let body = Array(body.utf8)
        #expect(throws: PropertyFailure.self) {
            try AnswerReadings.refusal(PassResponse(status: 200, .empty), in: body)
        }
        try AnswerReadings.refusal(PassResponse(status: 403, .empty), in: body)
        try AnswerReadings.refusal(PassResponse(status: 200, .pendingLogout(reason: nil)), in: body)
        let kept = Array("<a><pendingLogout>false</pendingLogout></a>".utf8)
        try AnswerReadings.refusal(PassResponse(status: 200, .empty), in: kept)
    }

    @Test(
        "Foundation's tree tells numbers, truth values and texts",
        arguments: [
            ("1", 1...1, [true]), ("0", 0...0, [false, nil]), ("1.0", 1...1, [nil]), ("true", nil, [true]),
            (#"" 1\n""#, 1...1, [true]), (#""False""#, nil, [false]), (#""no""#, nil, [nil]), (#""0x1""#, nil, [nil]),
            (#""1e3""#, 1_000...1_000, [nil]), ("-2.5", -2 ... -2, [nil]), (#""01""#, nil, [nil]), (#""""#, nil, [nil]),
            ("9223372036854775807", 9_223_372_036_854_775_807...9_223_372_036_854_775_807, [nil]),
            ("9223372036854775808", nil, [nil]), ("9e18", nil, [nil]),
        ] as [(String, ClosedRange<Int64>?, [Bool?])]
    )
    func scalars(text: String, number: ClosedRange<Int64>?, truths: [Bool?]) throws {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
        let scalar = try #require(AnswerTree.json(value).scalar)
        #expect(scalar.wholeNumber == number)
        #expect(scalar.truths == truths)
    }
}
