import Exchanges
import History
import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// The knowledge about Apple sign-on of a simulated service that takes over from a recording.
@Suite struct ObservedServiceTests {
    static let start = Instant(secondsSince1970: 1_767_225_600)
    static let payload = "PD94bWwgb3BhcXVlPz4="
    static let device = DeviceContext(requestor: "KITETV", deviceID: "kite-box-0001", accessToken: "access")

    static func call(_ ordinal: Int, _ request: PassRequest, _ status: Int, _ content: PassResponse.Content)
        -> RecordedCall
    {
        RecordedCall(
            ordinal: ordinal,
            startedAt: start + .seconds(ordinal),
            duration: .milliseconds(40),
            request: request,
            outcome: .response(PassResponse(status: status, content))
        )
    }

    /// The service that takes over from a recording of these calls, after one of them or at the end.
    static func observed(
        _ calls: [RecordedCall],
        upTo last: Int? = nil,
        changing change: (ServiceConfiguration) -> ServiceConfiguration = { $0 }
    ) -> ObservedService {
        let exchanges = calls.compactMap { call -> Exchange? in
            guard let answer = call.response, let request = try? call.request.httpRequest() else {
                Issue.record("\(call.request) cannot be written")
                return nil
            }
            return Exchange(
                ordinal: call.ordinal,
                startedAt: call.startedAt,
                durationMicroseconds: 40_000,
                request: request,
                outcome: .response(answer.httpResponse(for: call.request))
            )
        }
        let history = History(Recording(exchanges: exchanges))
        return ObservedService(calls, history: history, upTo: last, changing: change, seed: 1)
    }

    static let calls: [RecordedCall] = [
        call(
            1,
            .accessToken(clientID: "client", clientSecret: "secret"),
            201,
            .accessToken(AccessToken(token: "access", expiresIn: 21_600))
        ),
        call(
            2,
            .configuration(device),
            200,
            .configuration(
                Configuration(
                    requestor: "KITETV",
                    mvpds: [
                        MVPD(
                            id: "Meadowlark",
                            displayName: "Meadowlark Cable",
                            enablePlatformServices: true,
                            boardingStatus: .supported,
                            displayInPlatformPicker: true,
                            platformMappingID: "com.example.meadowlark"
                        )
                    ]
                )
            )
        ),
        call(3, .profileRequest(device, mvpd: "Meadowlark", deviceType: "tvOS"), 200, .profileRequest(payload)),
    ]

    @Test("A recording that ends at its profile request goes on: the MVPD answers it, and the exchange makes a token")
    func profileRequest() throws {
        var service = Self.observed(Self.calls).service
        let now = Self.start + .seconds(10)
        let result = service.attributeResponse(
            provider: "com.example.meadowlark",
            user: ObservedService.viewer,
            verificationToken: Self.payload,
            attributeNames: ["uid"],
            at: now
        )
        guard case .saml(let text) = result else {
            Issue.record("\(result)")
            return
        }
        let exchange = PassRequest.exchangeToken(
            Self.device,
            mvpd: "Meadowlark",
            deviceType: "tvOS",
            samlResponse: SAMLNormalization.base64(text)
        )
        let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
        let answer = service.answer(exchange, from: caller, at: now)
        #expect(answer == PassResponse(status: 204, .empty))
    }

    @Test(
        "An access token's date is read in either unit, and no number is a trap",
        arguments: [
            (1_767_225_600, 60, "2026-01-01T00:01:00Z", false), (1_767_225_600_000, 60, "2026-01-01T00:01:00Z", false),
            (-9_223_372_036_854_776, 1, "0001-01-01T00:00:01Z", true), (.min, .min, "0001-01-01T00:00:00Z", true),
            (.max, .max, "9999-12-31T23:59:59.999999999Z", false),
            (99_999_999_999, .max, "9999-12-31T23:59:59.999999999Z", false),
        ] as [(Int64, Int64, String, Bool)]
    )
    func accessTokenDates(createdAt: Int64, expiresIn: Int64, end: String, isExpired: Bool) {
        let token = AccessToken(token: "access", createdAt: createdAt, expiresIn: expiresIn)
        let call = Self.call(1, .accessToken(clientID: "client", clientSecret: "secret"), 201, .accessToken(token))
        let service = Self.observed([call]).service
        let entry = service.stateEntries(at: Self.start + .seconds(1)).first { $0["kind"] == .code("access") }
        let facts = ["kind=access", "client=client", "expiresAt=\(end)", "isExpired=\(isExpired)"]
        #expect(entry?.values.map(\.description) == facts)
    }

    @Test("A payload that nobody recorded is no request of Adobe's")
    func unknownPayload() {
        var service = Self.observed(Self.calls, upTo: 2).service
        let result = service.attributeResponse(
            provider: "com.example.meadowlark",
            user: ObservedService.viewer,
            verificationToken: Self.payload,
            attributeNames: [],
            at: Self.start + .seconds(10)
        )
        #expect(result == .invalidVerificationToken)
    }
}
