import PassAPI
import Testing
import VirtualTime

@testable import Services

/// A twin that takes over after a recorded denial says what the recording said.
@Suite struct StateObservationDenialsTests {
    static let device = ObservedTwinTests.device
    static let document =
        #"<rss version="2.0"><channel><title>KITETV</title><item><guid>KITE1</guid></item></channel></rss>"#
    static let other =
        #"<rss version="2.0"><channel><title>KITETV</title><item><guid>KITE2</guid></item></channel></rss>"#

    /// The words of clientless-denied.har, exchange 3.
    static let denied = PassResponse(
        status: 403,
        .error(PassError(status: 403, message: "User not authorized", details: "Not in your package"))
    )

    private static func granted(_ resource: String) -> PassResponse {
        let details = AuthorizationDetails(
            requestor: "KITETV",
            resource: resource,
            mvpd: "Plover",
            expires: ObservedTwinTests.start + .seconds(60)
        )
        return PassResponse(status: 200, .authorization(details))
    }

    /// A user who is signed on with Plover, and what the service said of resources.
    private static func calls(_ decisions: [(String, PassResponse)]) -> [RecordedCall] {
        let details = AuthenticationDetails(
            requestor: "KITETV",
            mvpd: "Plover",
            expires: ObservedTwinTests.start + .seconds(86_400)
        )
        let signOn = ObservedTwinTests.call(1, .readAuthenticationToken(device), 200, .authentication(details))
        return [signOn]
            + decisions.enumerated().map { index, decision in
                let request = PassRequest.authorize(device, resource: decision.0)
                return ObservedTwinTests.call(index + 2, request, decision.1.status, decision.1.content)
            }
    }

    private static func authorize(_ twin: Twin, _ resource: String, after seconds: Int64 = 100) -> PassResponse {
        var twin = twin
        let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
        let now = ObservedTwinTests.start + .seconds(seconds)
        return twin.answer(.authorize(device, resource: resource), from: caller, at: now)
    }

    private static func twin(_ calls: [RecordedCall], first count: Int = .max) -> Twin {
        ObservedTwin(calls, where: { $0.ordinal <= count }, changing: { $0 }, seed: 1).twin
    }

    @Test("The same resource is denied with the same status, message and details; another with the MVPD's own words")
    func repeated() {
        let twin = Self.twin(Self.calls([(Self.document, Self.denied)]))
        #expect(Self.authorize(twin, Self.document) == Self.denied)
        let other = Self.authorize(twin, Self.other)
        #expect(other.status == 403 && other.error?.details == "KITETV is not part of your Plover package.")
    }

    @Test(
        "An enhanced error is repeated with its code, and a plain one once enhanced errors are switched on is enhanced"
    )
    func codes() {
        let enhanced = PassResponse(
            status: 403,
            .error(
                PassError(
                    status: 403,
                    code: "authorization_denied_by_mvpd",
                    message: "denied",
                    details: "no",
                    action: "none"
                )
            )
        )
        #expect(Self.authorize(Self.twin(Self.calls([("KITE1", enhanced)])), "KITE1") == enhanced)
        var twin = Self.twin(Self.calls([("KITE1", Self.denied)]))
        twin.apply(.enhanceErrors(isOn: true), at: ObservedTwinTests.start)
        let answer = Self.authorize(twin, "KITE1")
        #expect(answer.error?.code == "authorization_denied_by_mvpd" && answer.error?.details == "Not in your package")
    }

    @Test("What was granted later is not denied, what was granted before is; each at its point of the recording")
    func order() {
        let later = Self.calls([("KITE1", Self.denied), ("KITE1", Self.granted("KITE1"))])
        #expect(Self.authorize(Self.twin(later), "KITE1").isSuccess)
        #expect(Self.authorize(Self.twin(later, first: 2), "KITE1") == Self.denied)
        let before = Self.calls([("KITE1", Self.granted("KITE1")), ("KITE1", Self.denied)])
        #expect(Self.authorize(Self.twin(before), "KITE1", after: 10) == Self.denied, "the grant was good still")
        #expect(Self.authorize(Self.twin(before, first: 2), "KITE1").isSuccess)
    }

    @Test("A document that was granted is in the package, beside one of the same channel that was denied")
    func package() {
        let calls = Self.calls([(Self.document, Self.granted(Self.document)), (Self.other, Self.denied)])
        // The recorded authorization has expired by then: the MVPD is asked again.
        #expect(Self.authorize(Self.twin(calls), Self.document, after: 100).isSuccess)
        #expect(Self.authorize(Self.twin(calls), Self.other, after: 100) == Self.denied)
    }

    @Test("A step that changes the entitlement outweighs the recording: degradation, a dropped subscriber, a package")
    func changed() {
        let calls = Self.calls([("KITE1", Self.denied)])
        var degraded = Self.twin(calls)
        degraded.apply(.degrade(.authorizesAll, requestor: "KITETV", mvpd: "Plover"), at: ObservedTwinTests.start)
        #expect(Self.authorize(degraded, "KITE1").isSuccess)
        var revoked = Self.twin(calls)
        revoked.apply(.revoke(user: ObservedTwin.viewer, mvpd: "Plover"), at: ObservedTwinTests.start)
        #expect(Self.authorize(revoked, "KITE1").error?.details == "viewer is not a customer of Plover.")
        let package = ObservedTwin(
            calls,
            where: { _ in true },
            changing: { configuration in
                var configuration = configuration
                configuration.providers[0].subscribers[0].resources = ["KITE1"]
                return configuration
            },
            seed: 1
        ).twin
        #expect(Self.authorize(package, "KITE1").isSuccess)
    }

    @Test("A refusal for want of a sign-on, or one that says to try again, is no denial")
    func otherRefusals() {
        let missing = PassError(status: 403, message: "User not authenticated")
        let retry = PassError(status: 403, code: "network_received_error", message: "later", action: "retry")
        for error in [missing, retry] {
            let response = PassResponse(status: 403, .error(error))
            let request = PassRequest.authorize(Self.device, resource: "KITE1")
            #expect(RecordedDenial(request, response) == nil)
            #expect(Self.authorize(Self.twin(Self.calls([("KITE1", response)])), "KITE1").isSuccess)
        }
        #expect(RecordedDenial(.mediaToken(Self.device, resource: "KITE1"), Self.denied) == nil)
    }

    @Test("In the SDKs' protocol the words are those of notAuthorized")
    func native() throws {
        let context = SDKContext(requestor: "KITETV", deviceID: "device-1")
        let desk = Desk()
        TwinSDKSessionTests.logIn(desk)
        let text = try #require(TwinSDKSessionTests.token(desk, TwinSDKSessionTests.native))
        let request = PassRequest.authorizeDevice(
            context,
            resource: "KITE1",
            mvpd: "Meadowlark",
            authenticationToken: text
        )
        let denied = PassResponse.Content.notAuthorized(details: "Not in your package")
        let tokens = PassResponse.Content.tokens(authentication: text, authorization: nil, userMetadata: nil)
        let calls = [
            ObservedTwinTests.call(1, .sessionDevice(context), 200, tokens),
            ObservedTwinTests.call(2, request, 200, denied),
        ]
        var twin = Self.twin(calls)
        let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
        let answer = twin.answer(request, from: caller, at: ObservedTwinTests.start + .seconds(5))
        #expect(answer == PassResponse(status: 200, denied))
    }
}
