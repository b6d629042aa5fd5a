import Documents
import Exchanges
import SubscriberAccount
import Testing
import VirtualTime

@Suite struct VSALogTests {
    static func parse(_ text: String) throws(VSALogError) -> [VSACall] {
        try VSALog.parse(Array(text.utf8))
    }

    /// A line about a metadata request with these further members.
    static func enqueue(request: String = "{}", metadata: String = "null", error: String = "null") -> String {
        #"{"at":"2026-11-20T21:59:12Z","call":"enqueue","request":\#(request),"metadata":\#(metadata),"error":\#(error)}"#
    }

    @Test("Every line of a capture comes out as it went in", arguments: Captures.vsaLogs)
    func captures(name: String) throws {
        let bytes = try Captures.vsaLog(name)
        let responses = try VSALog.parse(bytes)
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
        #expect(responses.count == lines.count)
        #expect(responses.map(\.ordinal) == Array(1...lines.count))
        for (line, response) in zip(lines, responses) {
            let written = VSALog.line(for: response)
            #expect(
                structuralDifference(try JSONValue(parsing: line), try JSONValue(parsing: Array(written.utf8))) == nil
            )
            #expect(try Self.parse(written).map { VSALog.line(for: $0) } == [written])
        }
    }

    @Test("K-14: a check of the access status is read with its prompt option")
    func check() throws {
        let line =
            #"{"at":"2026-11-20T21:59:12.741349+00:00","call":"checkAccessStatus","request":{"prompt":true},"#
            + #""accessStatus":"granted"}"#
        let response = try #require(try Self.parse(line).first)
        #expect(response.question == .checkAccessStatus(prompt: true))
        #expect(response.answer == .accessStatus(.granted, nil))
        #expect(response.answeredAt.description == "2026-11-20T21:59:12.741349Z")
    }

    @Test("A check without options does not prompt")
    func noOptions() throws {
        for request in ["{}", "null", #"{"prompt":false}"#] {
            let line =
                #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus","accessStatus":"denied","request":\#(request)}"#
            let response = try #require(try Self.parse(line).first)
            #expect(response.question == .checkAccessStatus(prompt: false))
        }
    }

    @Test("K-17, K-18, K-19: the request of the platform check is read property by property")
    func platformCheck() throws {
        let response = try #require(try VSALog.parse(Captures.vsaLog("apple-sso-tvos")).dropFirst().first)
        guard case .enqueue(let request) = response.question else { Issue.record("no metadata request"); return }
        #expect(request.channelIdentifier == AccountMetadataRequest.adobeChannelIdentifier)
        #expect(request.includeAccountProviderIdentifier)
        #expect(request.includeAuthenticationExpirationDate)
        #expect(!request.isInterruptionAllowed)
        #expect(response.answer == .metadata(nil, AccountError(.serviceTemporarilyUnavailable)))
    }

    @Test("K-52, K-53, K-54: forwarding names attributes and the verification token, and gets a SAML response")
    func forwarding() throws {
        let response = try #require(try VSALog.parse(Captures.vsaLog("apple-sso-tvos")).last)
        guard case .enqueue(let request) = response.question, case .metadata(let metadata?, nil) = response.answer
        else { Issue.record("no metadata"); return }
        #expect(request.attributeNames == ["uid", "householdID"])
        #expect(request.verificationToken?.hasPrefix("PD94bWwg") == true)
        #expect(metadata.samlAttributeQueryResponse?.hasPrefix("<saml2p:Response") == true)
        #expect(metadata.authenticationExpirationDate == Instant(iso8601: "2026-12-20T21:59:12Z"))
    }

    @Test("K-40: code 1 with the identifier of the unsupported provider is read")
    func unsupportedProvider() throws {
        let response = try #require(try VSALog.parse(Captures.vsaLog("unsupported-provider-tvos")).last)
        guard case .metadata(nil, let error?) = response.answer else { Issue.record("no error"); return }
        #expect(error.knownCode == .unsupportedProvider)
        #expect(error.unsupportedProviderIdentifier == "com.example.sandpiper")
    }

    @Test("Every property that Apple names goes in and out")
    func everyProperty() throws {
        let request = """
            {"channelIdentifier":"c","supportedAccountProviderIdentifiers":["a","b"],\
            "featuredAccountProviderIdentifiers":["b"],"verificationToken":"t","includeAccountProviderIdentifier":true,\
            "includeAuthenticationExpirationDate":false,"localizedVideoTitle":"Kite","isInterruptionAllowed":true,\
            "forceAuthentication":true,"attributeNames":["uid"],"supportedAuthenticationSchemes":["SAML"],\
            "accountProviderAuthenticationToken":"p",\
            "applicationAccountProviders":[{"localizedDisplayName":"Kite","identifier":"k"}]}
            """
        let metadata = """
            {"accountProviderIdentifier":"p","authenticationExpirationDate":"2026-12-20T21:59:12Z",\
            "verificationData":"AAH/","samlAttributeQueryResponse":"<r/>",\
            "accountProviderResponse":{"authenticationScheme":"SAML","status":"ok","body":"<r/>"}}
            """
        let error = """
            {"domain":"VSErrorDomain","code":4,"userInfo":{"VSErrorInfoKeySAMLResponseStatus":"s",\
            "VSErrorInfoKeyAccountProviderResponse":{"authenticationScheme":"SAML","body":null},"n":1.50}}
            """
        let line = Self.enqueue(request: request, metadata: metadata, error: error)
        let response = try #require(try Self.parse(line).first)
        #expect(response.logNotes.isEmpty)
        guard case .enqueue(let asked) = response.question, case .metadata(let found?, let problem?) = response.answer
        else { Issue.record("no metadata or error"); return }
        #expect(asked.forceAuthentication && asked.localizedVideoTitle == "Kite")
        #expect(asked.applicationAccountProviders == [.init(localizedDisplayName: "Kite", identifier: "k")])
        #expect(found.verificationData == [0, 1, 255])
        #expect(found.accountProviderResponse?.status == "ok")
        #expect(problem[AccountError.samlResponseStatusKey] == "s")
        #expect(problem[AccountError.accountProviderResponseKey] == nil)
        #expect(problem.userInfo.last == .init("n", "1.50", isString: false))
        let written = try JSONValue(parsing: Array(VSALog.line(for: response).utf8))
        #expect(structuralDifference(try JSONValue(parsing: Array(line.utf8)), written) == nil)
    }

    @Test(
        "Nothing is lost: unknown keys, spelled-out defaults, other zones, keys left away",
        arguments: [
            enqueue(request: #"{"isInterruptionAllowed":false,"attributeNames":[],"newInOS30":{"a":[1]}}"#),
            enqueue(request: #"{"channelIdentifier":null}"#, metadata: #"{"verificationData":null,"x":1}"#),
            enqueue(metadata: #"{"authenticationExpirationDate":"2026-12-20T22:59:12+01:00"}"#),
            enqueue(metadata: #"{"accountProviderResponse":{"authenticationScheme":"API","status":null,"z":2}}"#),
            enqueue(error: #"{"code":3,"userInfo":null,"underlying":"n"}"#),
            enqueue(error: #"{"code":99,"domain":"NSCocoaErrorDomain"}"#),
            #"{"at":"2026-11-20 21:59:12.123456789+0100","call":"enqueue","request":{},"note":"by hand"}"#,
            #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus","accessStatus":"restricted","metadata":null}"#,
            #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus","request":null,"accessStatus":"denied","error":null}"#,
            #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus","request":{"prompt":true,"x":0},"accessStatus":"denied","error":{"code":0}}"#,
        ]
    )
    func lossless(line: String) throws {
        let response = try #require(try Self.parse(line).first)
        let written = try JSONValue(parsing: Array(VSALog.line(for: response).utf8))
        #expect(structuralDifference(try JSONValue(parsing: Array(line.utf8)), written) == nil)
    }

    @Test("A note gives way where the value it spells has been changed")
    func changed() throws {
        let line = Self.enqueue(
            request: #"{"attributeNames":[]}"#,
            metadata: #"{"authenticationExpirationDate":"2026-12-20T22:59:12+01:00","accountProviderIdentifier":null}"#
        )
        var response = try #require(try Self.parse(line).first)
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = "com.example.meadowlark"
        metadata.authenticationExpirationDate = Instant(iso8601: "2027-01-01T00:00:00Z")
        var request = AccountMetadataRequest()
        request.attributeNames = ["uid"]
        request.includeAccountProviderIdentifier = true
        response.question = .enqueue(request)
        response.answer = .metadata(metadata, AccountError(.userCancelled))
        response.answeredAt += .seconds(1)
        var again = try #require(try Self.parse(VSALog.line(for: response)).first)
        again.logNotes = response.logNotes
        #expect(again == response)
    }

    @Test("Blank lines, a byte order mark and Windows line ends are tolerated")
    func blankLines() throws {
        let text = "\u{FEFF}\n  \t\r\n" + Self.enqueue() + "\r\n\n" + Self.enqueue()
        #expect(try Self.parse(text).map(\.ordinal) == [1, 2])
        #expect(try Self.parse("").isEmpty)
    }
}
