import Documents
import Exchanges
import Testing
import VirtualTime

@testable import PassAPI

struct WritingTests {
    /// Answers of every kind, with the operation they belong to.
    static let answers: [(PassAPI.Operation, PassResponse)] = [
        (
            .register,
            .init(status: 201, .clientRegistration(.init(clientID: "c", clientSecret: "s", issuedAt: 1, scopes: ["a"])))
        ),
        (.accessToken, .init(status: 201, .accessToken(.init(token: "t", createdAt: 1, expiresIn: 2, id: "i")))),
        (.register, .init(status: 400, .error(PassError(code: "invalid_request")))),
        (.register, .init(status: 400, .error(enhanced))), (.accessToken, .init(status: 401, .error(enhanced))),
        (.accessToken, .init(status: 401, .error(PassError(message: "m", trace: "t")))),
        (.accessToken, .init(status: 401, .error(PassError(details: "d")))),
        (.createRegistrationCode, .init(status: 201, .registrationRecord(record(mvpd: "M&<>\"ü")))),
        (.readRegistrationRecord, .init(status: 200, .registrationRecord(record(mvpd: nil)))),
        (.deleteRegistrationRecord, .init(status: 204, .empty)),
        (.configuration, .init(status: 200, .configuration(configuration))),
        (.sdkConfiguration, .init(status: 200, .configuration(configuration))),
        (.initiateAuthentication, .init(status: 302, .redirect("https://mvpd.example/?a=1"))),
        (.sdkAuthenticate, .init(status: 200, .page("<html><body/></html>"))),
        (.checkAuthentication, .init(status: 200, .empty)),
        (.checkAuthentication, .init(status: 403, .error(PassError(status: 403, message: "Forbidden")))),
        (
            .readAuthenticationToken,
            .init(status: 200, .authentication(.init(requestor: "R", mvpd: "M", userID: "u", expires: later)))
        ),
        (.readAuthenticationByCode, .init(status: 200, .authentication(.init(requestor: "R", mvpd: "M")))),
        (.profileRequest, .init(status: 200, .profileRequest("PD94bWw+\n"))),
        (.profileRequest, .init(status: 400, .error(PassError(status: 400, message: "Bad Request")))),
        (.exchangeToken, .init(status: 204, .empty)),
        (
            .authorize,
            .init(
                status: 200,
                .authorization(.init(requestor: "R", resource: "<rss/>", mvpd: "M", proxyMVPD: "P", expires: later))
            )
        ),
        (.authorize, .init(status: 403, .error(enhanced))), (.authorize, .init(status: 429, .throttled)),
        (
            .mediaToken,
            .init(
                status: 200,
                .mediaToken(
                    .init(
                        requestor: "R",
                        resource: "r",
                        mvpd: "M",
                        serializedToken: "PA==",
                        userID: "u",
                        expires: later
                    )
                )
            )
        ),
        (
            .preauthorize,
            .init(
                status: 200,
                .preauthorization([
                    .init(id: "a", isAuthorized: true), .init(id: "b", isAuthorized: false, error: enhanced),
                ])
            )
        ),
        (.preauthorizeByCode, .init(status: 200, .preauthorization([]))),
        (.userMetadata, .init(status: 200, .userMetadata(metadata))),
        (.logout, .init(status: 204, .empty)), (.freePreview, .init(status: 204, .empty)),
        (.resetTempPass, .init(status: 204, .empty)),
        (.individualizeDevice, .init(status: 201, .individualizedDevice(deviceID: "d"))),
        (.session, .init(status: 200, .tokens(authentication: "<a>&lt;</a>", authorization: nil, userMetadata: nil))),
        (.authorizeDevice, .init(status: 200, .tokens(authentication: nil, authorization: "<a>", userMetadata: "x"))),
        (.shortAuthorize, .init(status: 200, .shortMediaToken("<signatureInfo>x<signatureInfo><b>"))),
        (.sign, .init(status: 200, .signedURL("http://live.kite.example/a.m3u8?b=1&hdnea=exp=1~hmac=0"))),
        (.sdkAuthorize, .init(status: 200, .notAuthorized(details: "no & <no>"))),
        (.sdkAuthorize, .init(status: 200, .notAuthorized(details: nil))),
        (.session, .init(status: 200, .pendingLogout(reason: "34764"))),
        (.checkAuthentication, .init(status: 200, .pendingLogout(reason: nil))),
    ]

    private static let later = Instant(millisecondsSince1970: 1_767_312_000_123)
    private static let enhanced = PassError(
        status: 412,
        code: "authentication_session_missing",
        message: "m",
        details: "line\nline",
        action: "authentication",
        helpURL: "https://kite.example/?a=1&b=2",
        trace: "t"
    )
    private static let metadata = UserMetadata(
        updated: Instant(secondsSince1970: 1_767_225_600),
        encrypted: ["zip", "a"],
        data: [
            "userID": .string("u"), "tokenSource": .string("Apple"), "odd name/1": .string("x"), "empty": .string(""),
            "maxRating": .object(["MPAA": .string("PG-13"), "URL": .string("https://mv.example/r?a=1&b")]),
            "channelID": .array([.string("KITE1"), .string("KITE2")]),
        ]
    )
    private static func record(mvpd: String?) -> RegistrationRecord {
        RegistrationRecord(
            id: "i",
            code: "K7TQ2MX",
            requestor: "R",
            mvpd: mvpd,
            generated: Instant(millisecondsSince1970: 1),
            expires: later,
            info: ["deviceId": .string("ZA=="), "more": .object(["a": .string("b")])]
        )
    }
    private static let configuration = Configuration(
        requestor: "R",
        name: "n",
        time: later,
        mvpds: [
            MVPD(id: "M", displayName: "M"),
            MVPD(
                id: "N",
                displayName: "N & <N>",
                logoURL: "https://kite.example/n.png",
                isAuthenticationPerRequestor: true,
                isPassiveAuthenticationEnabled: false,
                enablePlatformServices: true,
                boardingStatus: .picker,
                displayInPlatformPicker: true,
                platformMappingID: "com.example.n",
                requiredMetadataFields: ["uid", "NameID"],
                isTempPass: true
            ),
        ]
    )

    @Test(
        "A list reads back whatever its texts hold, in every encoding of lists",
        arguments: [["a"], ["a,b"], ["a", "b,c"], [" a"], [" a", ","], ["a", "b"]],
        WireChoices.ListEncoding.allCases
    )
    func lists(texts: [String], encoding: WireChoices.ListEncoding) {
        var metadata = Self.metadata
        metadata.encrypted = texts
        let response = PassResponse(status: 200, .userMetadata(metadata))
        let written = response.httpResponse(
            for: .userMetadata,
            format: .xml,
            choices: WireChoices(listEncoding: encoding)
        )
        #expect(PassResponse(reading: written, for: .userMetadata) == response)
    }

    @Test("Writing an answer and reading it gives it back", arguments: answers.indices, ResponseFormat.allCases)
    func identity(index: Int, format: ResponseFormat) {
        let (operation, answer) = Self.answers[index]
        for list in WireChoices.ListEncoding.allCases {
            for isOther in [false, true] {
                let choices = WireChoices(
                    defaultFormat: format,
                    listEncoding: list,
                    writesAbsentMVPD: isOther,
                    usesErrorNamespace: isOther
                )
                let written = answer.httpResponse(for: operation, format: format, choices: choices)
                #expect(PassResponse(reading: written, for: operation) == answer)
            }
        }
    }

    @Test("JSON and XML are written as the reference prints them")
    func printed() {
        let answer = PassResponse(
            status: 200,
            .authentication(
                .init(requestor: "KITETV", mvpd: "Meadowlark", userID: "u-81f0", expires: Instant(secondsSince1970: 1))
            )
        )
        let json = answer.httpResponse(for: .readAuthenticationToken, format: .json)
        #expect(
            String(decoding: json.body ?? [], as: UTF8.self)
                == #"{"requestor":"KITETV","mvpd":"Meadowlark","userId":"u-81f0","expires":"1000"}"#
        )
        #expect(json.headers[first: "content-type"] == "application/json;charset=UTF-8")
        let xml = answer.httpResponse(for: .readAuthenticationToken, format: .xml)
        #expect(
            String(decoding: xml.body ?? [], as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<authentication><expires>1000</expires>"
                + "<userId>u-81f0</userId><mvpd>Meadowlark</mvpd><requestor>KITETV</requestor></authentication>"
        )
        #expect(xml.headers[first: "content-type"] == "application/xml;charset=UTF-8")
    }

    /// An answer with times, and each time as rest-api-v1.md §8 has it: in JSON, and as the text of an element.
    struct Times: CustomTestStringConvertible {
        var operation: PassAPI.Operation
        var answer: PassResponse
        var json: [String: JSONValue]
        var xml: [String: String]?
        var testDescription: String { "\(operation)" }
    }

    /// 2026-01-01T00:00:00.250Z.
    private static let moment = Instant(millisecondsSince1970: 1_767_225_600_250)
    private static let milliseconds = "1767225600250"

    static let times: [Times] = {
        let text = JSONValue.string(milliseconds)
        let number = JSONValue.number(JSONNumber(1_767_225_600_250))
        let authentication = AuthenticationDetails(requestor: "R", mvpd: "M", userID: "u", expires: moment)
        let authorization = AuthorizationDetails(requestor: "R", resource: "r", mvpd: "M", expires: moment)
        let media = MediaTokenDetails(
            requestor: "R",
            resource: "r",
            mvpd: "M",
            serializedToken: "PA==",
            userID: "u",
            expires: moment
        )
        let record = RegistrationRecord(
            id: "i",
            code: "K7TQ2MX",
            requestor: "R",
            mvpd: nil,
            generated: moment,
            expires: moment,
            info: [:]
        )
        let credentials = ClientRegistration(clientID: "c", clientSecret: "s", issuedAt: 1_767_225_600)
        let access = AccessToken(token: "t", createdAt: 1_767_225_600_250, expiresIn: 21_600)
        let metadata = UserMetadata(updated: Instant(secondsSince1970: 1_767_225_600), encrypted: [], data: [:])
        let expiry = ["expires": milliseconds]
        return [
            // §3.1, §3.2: numbers; JSON only.
            Times(
                operation: .register,
                answer: .init(status: 201, .clientRegistration(credentials)),
                json: ["client_id_issued_at": .number(JSONNumber(1_767_225_600))]
            ),
            Times(
                operation: .accessToken,
                answer: .init(status: 201, .accessToken(access)),
                json: ["created_at": number, "expires_in": .number(JSONNumber(21_600))]
            ),
            Times(
                operation: .createRegistrationCode,
                answer: .init(status: 201, .registrationRecord(record)),
                json: ["generated": number, "expires": number],
                xml: ["generated": milliseconds, "expires": milliseconds]
            ),
            Times(
                operation: .configuration,
                answer: .init(status: 200, .configuration(Configuration(requestor: "R", time: moment, mvpds: []))),
                json: ["time": number],
                xml: ["time": milliseconds]
            ),
            Times(
                operation: .readAuthenticationToken,
                answer: .init(status: 200, .authentication(authentication)),
                json: ["expires": text],
                xml: expiry
            ),
            Times(
                operation: .authorize,
                answer: .init(status: 200, .authorization(authorization)),
                json: ["expires": text],
                xml: expiry
            ),
            Times(
                operation: .mediaToken,
                answer: .init(status: 200, .mediaToken(media)),
                json: ["expires": text],
                xml: expiry
            ),
            // Seconds, unlike every other time.
            Times(
                operation: .userMetadata,
                answer: .init(status: 200, .userMetadata(metadata)),
                json: ["updated": .number(JSONNumber(1_767_225_600))],
                xml: ["updated": "1767225600"]
            ),
        ]
    }()

    @Test("Times are written in milliseconds, of user metadata in seconds, as numbers or strings", arguments: times)
    func writtenTimes(times: Times) throws {
        let json = times.answer.httpResponse(for: times.operation, format: .json)
        let value = try JSONValue(parsing: json.body ?? [])
        for (name, time) in times.json { #expect(value[name] == time, "\(name)") }
        guard let expected = times.xml else { return }
        let xml = times.answer.httpResponse(for: times.operation, format: .xml)
        let root = try XMLDocument(parsing: xml.body ?? []).root
        for (name, time) in expected { #expect(root.firstDescendant(name)?.text == time, "\(name)") }
    }

    @Test("The request selects the format; without a selector the choice does, and user metadata is XML")
    func selection() {
        let answer = PassResponse(status: 404, .error(PassError(status: 404, message: "Not Found")))
        func type(
            _ operation: PassAPI.Operation,
            _ parameters: [PassRequest.Parameter],
            _ choices: WireChoices = .default
        )
            -> String?
        {
            answer.httpResponse(for: PassRequest(operation, parameters), choices: choices).headers[
                first: "Content-Type"
            ]
        }
        let json = "application/json;charset=UTF-8"
        let xml = "application/xml;charset=UTF-8"
        #expect(type(.authorize, [.init("format", "xml")]) == xml)
        #expect(type(.authorize, [.init("Accept", "application/xml")]) == xml)
        #expect(type(.authorize, [.init("Accept", "application/json, text/plain, */*")]) == json)
        #expect(type(.authorize, [.init("Accept", "text/html,application/xml;q=0.9")]) == json)
        #expect(type(.authorize, []) == json)
        #expect(type(.authorize, [], WireChoices(defaultFormat: .xml)) == xml)
        #expect(type(.userMetadata, []) == xml)
        #expect(type(.userMetadata, [.init("format", "JSON")]) == json)
        #expect(type(.register, [.init("format", "xml")]) == json)
        #expect(type(.session, [.init("format", "json")]) == xml)
    }

    @Test("Credentials are not to be stored by anything between")
    func noStore() {
        let written = PassResponse(status: 201, .accessToken(.init(token: "t"))).httpResponse(for: .accessToken)
        #expect(written.headers[first: "cache-control"] == "no-store")
        #expect(written.headers[first: "pragma"] == "no-cache")
    }

    @Test("Free objects lose what lies deeper than the limit, and nothing else")
    func depth() {
        func nested(_ depth: Int) -> JSONObject { depth == 0 ? ["x": .string("y")] : ["n": .object(nested(depth - 1))] }
        func reread(_ depth: Int) -> PassResponse.Content {
            let written = PassResponse(status: 200, .userMetadata(UserMetadata(data: nested(depth))))
                .httpResponse(for: .userMetadata, format: .xml)
            return PassResponse(reading: written, for: .userMetadata).content
        }
        let deepest = XMLElement.freeDepth - 1
        #expect(reread(deepest) == .userMetadata(UserMetadata(data: nested(deepest))))
        #expect(reread(deepest + 1) != .userMetadata(UserMetadata(data: nested(deepest + 1))))
    }
}
