import PassAPI
import Services
import Testing

@testable import Report

@Suite struct FaultTests {
    static let request = PassRequest(.authorize, [.init("requestor", "KITETV"), .init("resource", "KITE1")])
    static let answer = PassResponse(
        status: 200,
        .authorization(AuthorizationDetails(requestor: "KITETV", resource: "KITE1", mvpd: "Meadowlark"))
    )
    static let latency = Duration.milliseconds(40)

    static let all: [Fault] = [
        .offline, .timeout(after: .seconds(60)), .reset, .slow(by: .seconds(5)), .status(503), .statusPage(502),
        .garbageBody, .truncatedBody,
    ]

    static func disturb(
        _ fault: Fault,
        _ answer: PassResponse = answer,
        to request: PassRequest = request
    ) -> Delivery {
        fault.disturb(Delivery(outcome: .response(answer), delay: latency), to: request)
    }

    static func response(_ delivery: Delivery) -> PassResponse? {
        if case .response(let response) = delivery.outcome { response } else { nil }
    }

    @Test(
        "What something in between answers happens on either side of the service; what is done to a response does not"
    )
    func sides() {
        let either = Self.all.filter(\.happensOnEitherSide)
        #expect(either == [.timeout(after: .seconds(60)), .reset, .status(503), .statusPage(502)])
    }

    @Test("Offline fails at once, a timeout when the client gives up, a reset when the answer would have come")
    func failures() {
        #expect(Self.disturb(.offline) == .init(outcome: .failure("the device is offline"), delay: .zero))
        #expect(
            Self.disturb(.timeout(after: .seconds(60)))
                == .init(outcome: .failure("the request timed out"), delay: .seconds(60))
        )
        #expect(
            Self.disturb(.reset) == .init(outcome: .failure("the connection was reset"), delay: Self.latency)
        )
    }

    @Test("A slow answer is the whole answer, later")
    func slow() {
        let delivery = Self.disturb(.slow(by: .seconds(5)))
        #expect(delivery == .init(outcome: .response(Self.answer), delay: .milliseconds(5_040)))
        #expect(Self.disturb(.slow(by: .seconds(-5))).delay == Self.latency)
        // Longer than all of time, and still no trap.
        #expect(Self.disturb(.slow(by: .seconds(Int64.max))).delay > .seconds(1 << 39))
    }

    @Test("A status from in between has an empty body or a page")
    func status() {
        #expect(Self.response(Self.disturb(.status(503))) == PassResponse(status: 503, .empty))
        #expect(
            Self.response(Self.disturb(.statusPage(502)))
                == PassResponse(status: 502, .unreadable("a page of HTML"))
        )
        #expect(Self.response(Self.disturb(.status(429))) == PassResponse(status: 429, .throttled))
        // A portal that says 200 to everything.
        #expect(
            Self.response(Self.disturb(.statusPage(200)))
                == PassResponse(status: 200, .unreadable("a page of HTML"))
        )
    }

    @Test("Damaged bytes are read as a real client would read them, and the same every time")
    func damage() throws {
        let truncated = try #require(Self.response(Self.disturb(.truncatedBody)))
        #expect(truncated.status == 200)
        guard case .unreadable = truncated.content else {
            Issue.record("half of a JSON object is read as \(truncated.content)")
            return
        }
        #expect(Self.disturb(.garbageBody) == Self.disturb(.garbageBody))
        let other = PassRequest(.authorize, [.init("resource", "KITE2")])
        #expect(Self.response(Self.disturb(.garbageBody)) != nil)
        #expect(Self.response(Self.disturb(.garbageBody, to: other)) != nil)
    }

    @Test("Half of a media token's text is a text all the same: only its reader can tell")
    func halfAToken() {
        let answer = PassResponse(status: 200, .shortMediaToken("<signatureInfo>c2ln<signatureInfo><short/>"))
        let delivery = Self.disturb(.truncatedBody, answer, to: PassRequest(.deviceShortAuthorize))
        #expect(Self.response(delivery) == PassResponse(status: 200, .shortMediaToken("<signatureInfo>c2ln<s")))
    }

    @Test("An answer without a body cannot be damaged")
    func noBody() {
        let answer = PassResponse(status: 204, .empty)
        for fault in [Fault.garbageBody, .truncatedBody] {
            #expect(Self.response(Self.disturb(fault, answer, to: PassRequest(.exchangeToken))) == answer)
        }
    }

    @Test("Every fault has a name and says what goes wrong")
    func names() {
        #expect(
            Self.all.map(\.name) == [
                "offline", "timeout", "reset", "slow", "status", "page", "garbage body", "truncated body",
            ]
        )
        #expect(
            Self.all.map(\.summary).prefix(5) == [
                "offline", "timeout after 1 min", "reset", "slow by 5 s", "status 503",
            ]
        )
    }

    /// An answer with a body for each operation, so that there is something to damage.
    static func sample(_ operation: PassAPI.Operation) -> PassResponse {
        switch operation {
        case .register:
            PassResponse(status: 201, .clientRegistration(ClientRegistration(clientID: "c", clientSecret: "s")))
        case .accessToken: PassResponse(status: 201, .accessToken(AccessToken(token: "t")))
        case .createRegistrationCode, .readRegistrationRecord:
            PassResponse(status: 201, .registrationRecord(RegistrationRecord(id: "i", code: "C", requestor: "KITETV")))
        case .configuration, .sdkConfiguration:
            PassResponse(status: 200, .configuration(Configuration(requestor: "KITETV")))
        case .readAuthenticationByCode, .readAuthenticationToken:
            PassResponse(status: 200, .authentication(AuthenticationDetails(requestor: "KITETV", mvpd: "Meadowlark")))
        case .authorize, .readAuthorizationToken: answer
        case .mediaToken:
            PassResponse(
                status: 200,
                .mediaToken(
                    MediaTokenDetails(
                        requestor: "KITETV",
                        resource: "KITE1",
                        mvpd: "Meadowlark",
                        serializedToken: "PHNpZ25hdHVyZUluZm8+"
                    )
                )
            )
        case .preauthorize, .preauthorizeByCode, .sdkPreauthorize:
            PassResponse(status: 200, .preauthorization([PreauthorizedResource(id: "KITE1", isAuthorized: true)]))
        case .userMetadata, .sdkUserMetadata:
            PassResponse(status: 200, .userMetadata(UserMetadata(data: ["userID": .string("wren")])))
        case .individualizeDevice: PassResponse(status: 200, .individualizedDevice(deviceID: "d"))
        case .session, .sessionDevice, .sdkAuthorize, .authorizeDevice:
            PassResponse(status: 200, .tokens(authentication: "<a/>", authorization: nil, userMetadata: nil))
        case .profileRequest: PassResponse(status: 200, .profileRequest("PD94bWw+"))
        case .shortAuthorize, .deviceShortAuthorize: PassResponse(status: 200, .shortMediaToken("<signatureInfo>"))
        case .initiateAuthentication, .sdkAuthenticate, .assertionConsumer, .sdkLogout, .sdkOAuth2:
            PassResponse(status: 200, .page("<html><body>Welcome</body></html>"))
        // Where success has no body, or nobody has written one down here.
        default:
            PassResponse(status: 403, .error(PassError(status: 403, message: "Forbidden")))
        }
    }

    @Test(
        "Whatever is damaged, nothing traps and no damaged answer passes for a whole one",
        arguments: PassAPI.Operation.allCases,
        [Fault.garbageBody, .truncatedBody, .status(500), .statusPage(504)]
    )
    func sweep(operation: PassAPI.Operation, fault: Fault) throws {
        for format in ["json", "xml"] {
            let request = PassRequest(operation, [.init("format", format), .init("requestor", "KITETV")])
            let sample = Self.sample(operation)
            let read = try #require(Self.response(Self.disturb(fault, sample, to: request)))
            switch read.content {
            case .unreadable, .error, .empty: break
            // Any text is as good as another here: the reader of the token or page has to notice.
            case .profileRequest, .shortMediaToken, .page: #expect(read.content != sample.content)
            default: Issue.record("\(fault.name) of \(operation.rawValue) is read as \(read.content)")
            }
        }
    }
}
