import Documents
import Exchanges
import SubscriberAccount
import Testing

@testable import Redaction

/// ``HARVisitor``, ``VSALogVisitor`` and ``ExchangeVisitor``: the parts of a recording besides messages.
@Suite struct VisitorTests {
    @Test("What a HAR entry holds besides: cookies, parameters, messages, redirects, comments")
    func archive() {
        let entry: JSONObject = [
            "request": .object([
                "cookies": .array([
                    .object(["name": .string("a"), "value": .string("cookie-1x"), "path": .string("/")])
                ]),
                "headers": .array([.object(["name": .string("X-Odd"), "value": .string("header-1x")])]),
                "queryString": .array([.object(["name": .string("lang"), "value": .string("en")])]),
            ]),
            "_webSocketMessages": .array([.object(["type": .string("send"), "data": .string(#"{"pin":"987-x"}"#)])]),
            "comment": .string("was cookie-1x"), "time": .number(JSONNumber(12)),
        ]
        let redacted = Probe.redact(Probe.exchange(entry: entry))[0].harExtras
        let text = redacted.map { JSONValue.object($0).serialized } ?? ""
        for gone in ["cookie-1x", "header-1x", "987-x"] { #expect(!text.contains(gone)) }
        for kept in [#""path":"/""#, #""value":"en""#, #""type":"send""#, #""time":12"#] {
            #expect(text.contains(kept))
        }
        #expect(text.contains("was " + Probe.pseudonym("cookie-1x")))
    }

    @Test("A HAR entry nested beyond what is followed is handed on", arguments: [63, 64, 65, 200])
    func nesting(_ depth: Int) {
        var value = JSONValue.string("deep-1x")
        for _ in 0..<depth { value = .array([value]) }
        let redacted = Probe.redact(Probe.exchange(entry: ["x": value]))[0].harExtras
        #expect(redacted?["x"] == value)
    }

    @Test("Account metadata: SAML, body and verification data are replaced; provider and dates stay")
    func metadata() {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        metadata.authenticationExpirationDate = Probe.at
        metadata.verificationData = [0, 1, 2, 3, 250, 251, 252, 253]
        metadata.accountProviderResponse = AccountProviderResponse(
            authenticationScheme: "SAML",
            status: "ok",
            body: "opaque-77x"
        )
        let error = AccountError(
            code: 1,
            userInfo: [
                .init(AccountError.unsupportedProviderIdentifierKey, "com.example.sandpiper"),
                .init("VSErrorInfoKeySAMLResponse", "<samlp:Response><NameID>u-1</NameID></samlp:Response>"),
            ]
        )
        let response = VSACall(
            ordinal: 3,
            answeredAt: Probe.at,
            question: .enqueue(AccountMetadataRequest()),
            answer: .metadata(metadata, error)
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(response)
        guard case .metadata(let new?, let newError?) = redactor.redact(response).answer else {
            Issue.record("the answer is gone")
            return
        }
        #expect(new.accountProviderIdentifier == "com.example.meadowlark")
        #expect(new.authenticationExpirationDate == Probe.at)
        #expect(new.verificationData?.count == 8 && new.verificationData != metadata.verificationData)
        #expect(new.accountProviderResponse?.status == "ok")
        #expect(new.accountProviderResponse?.body == Probe.pseudonym("opaque-77x"))
        #expect(newError.userInfo[0] == error.userInfo[0])
        #expect(
            newError.userInfo[1].value == "<samlp:Response><NameID>\(Probe.pseudonym("u-1"))</NameID></samlp:Response>"
        )
        #expect(
            redactor.secretScanner.scan([9] + [0, 1, 2, 3, 250, 251, 252, 253]).map(\.field) == [
                "VSA call 3 metadata verificationData"
            ]
        )
    }

    @Test("The text of a failure is looked into and searched")
    func failure() {
        var exchange = Probe.exchange("GET", "https://api.auth.adobe.com/?deviceId=box-0001-zz")
        exchange.outcome = .failure("cannot reach https://api.auth.adobe.com/?deviceId=box-0001-zz")
        #expect(
            Probe.redact(exchange)[0].outcome
                == .failure("cannot reach https://api.auth.adobe.com/?deviceId=" + Probe.pseudonym("box-0001-zz"))
        )
    }

    private func redacted(_ response: VSACall) -> (after: VSACall, gate: SecretScanner) {
        var redactor = Redactor(key: Captures.key)
        redactor.study(response)
        return (redactor.redact(response), redactor.secretScanner)
    }

    @Test("The authentication token of an account request is replaced, and found elsewhere in it")
    func authenticationToken() {
        var request = AccountMetadataRequest()
        request.accountProviderAuthenticationToken = "api-token-7731"
        request.verificationToken = "seen with api-token-7731"
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        let response = VSACall(
            ordinal: 3,
            answeredAt: Probe.at,
            question: .enqueue(request),
            answer: .metadata(nil, nil)
        )
        let (after, gate) = redacted(response)
        var expected = request
        expected.accountProviderAuthenticationToken = Probe.pseudonym("api-token-7731")
        expected.verificationToken = "seen with " + Probe.pseudonym("api-token-7731")
        #expect(after.question == .enqueue(expected))
        #expect(
            gate.scan(Array("api-token-7731".utf8)).map(\.field) == [
                "VSA call 3 request accountProviderAuthenticationToken"
            ]
        )
    }

    @Test("A secret is replaced in whatever else an account request says")
    func everyTextOfARequest() {
        func request(_ secret: String) -> AccountMetadataRequest {
            var request = AccountMetadataRequest()
            request.accountProviderAuthenticationToken = secret
            request.channelIdentifier = "a \(secret)"
            request.supportedAccountProviderIdentifiers = ["b \(secret)", "c"]
            request.featuredAccountProviderIdentifiers = ["c", "d \(secret)"]
            request.verificationToken = "e \(secret)"
            request.localizedVideoTitle = "f \(secret)"
            request.attributeNames = ["g \(secret)"]
            request.supportedAuthenticationSchemes = ["h \(secret)"]
            request.applicationAccountProviders = [
                AccountApplicationProvider(localizedDisplayName: "i \(secret)", identifier: "j \(secret)")
            ]
            return request
        }
        let response = VSACall(
            ordinal: 1,
            answeredAt: Probe.at,
            question: .enqueue(request("api-token-7731")),
            answer: .metadata(nil, nil)
        )
        let (after, _) = redacted(response)
        #expect(after.question == .enqueue(request(Probe.pseudonym("api-token-7731"))))
    }

    @Test("What a foreign field holds is no secret if it names a provider")
    func providerIdentifiers() {
        let exchange = Probe.exchange(
            "POST",
            "https://login.example.com/a",
            headers: [Probe.formType],
            body: "a=com.example.meadowlark7&b=com.example.skylark7"
        )
        var request = AccountMetadataRequest()
        request.supportedAccountProviderIdentifiers = ["com.example.meadowlark7"]
        let response = VSACall(
            ordinal: 1,
            answeredAt: Probe.at,
            question: .enqueue(request),
            answer: .metadata(nil, nil)
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        redactor.study(response)
        #expect(redactor.redact(response).question == .enqueue(request))
        #expect(
            Probe.text(redactor.redact(exchange).request.body)
                == "a=com.example.meadowlark7&b=\(Probe.pseudonym("com.example.skylark7"))"
        )
    }

    @Test("The second pass goes through an authentication token, too")
    func sweptAuthenticationToken() {
        var sink = StudyingSink()
        _ = ExchangeVisitor.redact(Probe.exchange(headers: [("Authorization", "Bearer api-token-7731")]), &sink)
        var known = KnownSecrets(key: Captures.key)
        known.learn(sink.findings)
        var request = AccountMetadataRequest()
        request.accountProviderAuthenticationToken = "for api-token-7731"
        var response = VSACall(
            ordinal: 1,
            answeredAt: Probe.at,
            question: .enqueue(request),
            answer: .metadata(nil, nil)
        )
        response = VSALogVisitor.rewriting(response) { KnownSecretReplacer(known).replacing($0, isVSALog: true) }
        request.accountProviderAuthenticationToken = "for " + Probe.pseudonym("api-token-7731")
        #expect(response.question == .enqueue(request))
    }

    @Test("What a VSA log says of unknown keys is judged by the keys")
    func logNotes() {
        // In the order in which a line is read.
        let notes = [
            VSALogNote(.line, "subscriberId", json: "8123456789"),
            VSALogNote(.line, "a \"user id\"", json: #""tok-3x77""#),
            VSALogNote(.line, "note", json: #""a word""#),
            VSALogNote(.error, "accessToken", json: #"{"a":["tok-2x77"]}"#),
            VSALogNote(.request, "mvpd", json: #""Meadowlark""#),
            VSALogNote(.request, "viewer", json: #"["Meadowlark"]"#),
            VSALogNote(.metadata, "userToken", json: #""tok-1x77""#),
        ]
        let response = VSACall(
            ordinal: 1,
            answeredAt: Probe.at,
            question: .enqueue(AccountMetadataRequest()),
            answer: .metadata(AccountMetadata(), AccountError(code: 1)),
            logNotes: notes
        )
        let after = redacted(response).after.logNotes
        #expect(after.map(\.key) == notes.map(\.key))
        #expect(after[0].json == Probe.pseudonym("8123456789"))
        #expect(after[1].json == "\"\(Probe.pseudonym("tok-3x77"))\"")
        #expect(after[3].json == "{\"a\":[\"\(Probe.pseudonym("tok-2x77"))\"]}")
        #expect(after[6].json == "\"\(Probe.pseudonym("tok-1x77"))\"")
        for index in [2, 4, 5] { #expect(after[index] == notes[index]) }
    }

    @Test("Of a VSA call that nobody could read any more hardly more is left than when it was")
    func unreadable() {
        let notes = [VSALogNote(.line, "note", json: #""a word""#)]
        for answer in [
            VSAResult.metadata(AccountMetadata(), AccountError(code: 1)),
            .accessStatus(.denied, AccountError(code: 1)),
        ] {
            let response = VSACall(
                ordinal: 3,
                answeredAt: Probe.at,
                question: .enqueue(AccountMetadataRequest()),
                answer: answer,
                logNotes: notes
            )
            var lines = 0
            let left = VSALogVisitor.rewriting(response) { _ in
                lines += 1
                return Array("{".utf8)
            }
            #expect(lines == 2)
            #expect(left.ordinal == 3 && left.answeredAt == Probe.at && left.logNotes.isEmpty)
            switch left.answer {
            case .accessStatus(let status, let error): #expect(status == .denied && error == nil)
            case .metadata(let metadata, let error): #expect(metadata == nil && error == nil)
            }
        }
    }
}
