import PassAPI
import Testing
import VirtualTime

@testable import Services

/// A simulated service that takes over after a recorded denial says what the recording said.
@Suite struct ServiceMemoryDenialsTests {
    static let device = ObservedServiceTests.device
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
            expires: ObservedServiceTests.start + .seconds(60)
        )
        return PassResponse(status: 200, .authorization(details))
    }

    /// A user who is signed in with Plover, and what the service said of resources.
    private static func calls(_ decisions: [(String, PassResponse)]) -> [RecordedCall] {
        let details = AuthenticationDetails(
            requestor: "KITETV",
            mvpd: "Plover",
            expires: ObservedServiceTests.start + .seconds(86_400)
        )
        let signOn = ObservedServiceTests.call(1, .readAuthenticationToken(device), 200, .authentication(details))
        return [signOn]
            + decisions.enumerated().map { index, decision in
                let request = PassRequest.authorize(device, resource: decision.0)
                return ObservedServiceTests.call(index + 2, request, decision.1.status, decision.1.content)
            }
    }

    private static func authorize(_ service: SimulatedService, _ resource: String, after seconds: Int64 = 100)
        -> PassResponse
    {
        var service = service
        let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
        let now = ObservedServiceTests.start + .seconds(seconds)
        return service.answer(.authorize(device, resource: resource), from: caller, at: now)
    }

    private static func service(_ calls: [RecordedCall], first count: Int = .max) -> SimulatedService {
        ObservedServiceTests.observed(calls, upTo: count).service
    }

    @Test(
        "An authorization that is refused before anybody signed in is no denial, and has the recorded status from then on"
    )
    func notSignedIn() {
        let refusal = ObservedServiceTests.call(
            1,
            .authorize(Self.device, resource: Self.document),
            403,
            .error(PassError(status: 403, message: "User not authorized"))
        )
        let observed = ObservedServiceTests.observed([refusal])
        #expect(!observed.notes.contains(.package))
        #expect(Self.authorize(observed.service, Self.document).status == 403)
        #expect(Self.authorize(observed.service, Self.other).status == 403)
        // rest-api-v1.md §7.8: 412 where the recording shows nothing else.
        #expect(Self.authorize(Self.service(Array(Self.calls([]).prefix(0))), Self.document).status != 200)
        // With words of the provider's, and for a user who is signed in, it is one.
        let denied = Self.service(Self.calls([(Self.document, Self.denied)]))
        #expect(Self.authorize(denied, Self.document) == Self.denied)
    }

    @Test("The same resource is denied with the same status, message and details; another with the MVPD's words")
    func repeated() {
        let service = Self.service(Self.calls([(Self.document, Self.denied)]))
        #expect(Self.authorize(service, Self.document) == Self.denied)
        let other = Self.authorize(service, Self.other)
        #expect(other.status == 403 && other.error?.details == Self.denied.error?.details)
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
        #expect(Self.authorize(Self.service(Self.calls([("KITE1", enhanced)])), "KITE1") == enhanced)
        var service = Self.service(Self.calls([("KITE1", Self.denied)]))
        service.apply(.enhanceErrors(isOn: true), at: ObservedServiceTests.start)
        let answer = Self.authorize(service, "KITE1")
        #expect(answer.error?.code == "authorization_denied_by_mvpd" && answer.error?.details == "Not in your package")
    }

    @Test("What was granted later is not denied, what was granted before is; each at its point of the recording")
    func order() {
        let later = Self.calls([("KITE1", Self.denied), ("KITE1", Self.granted("KITE1"))])
        #expect(Self.authorize(Self.service(later), "KITE1").isSuccess)
        #expect(Self.authorize(Self.service(later, first: 2), "KITE1") == Self.denied)
        let before = Self.calls([("KITE1", Self.granted("KITE1")), ("KITE1", Self.denied)])
        #expect(Self.authorize(Self.service(before), "KITE1", after: 10) == Self.denied, "the grant was good still")
        #expect(Self.authorize(Self.service(before, first: 2), "KITE1").isSuccess)
    }

    @Test("A document that was granted is in the package, beside one of the same channel that was denied")
    func package() {
        let calls = Self.calls([(Self.document, Self.granted(Self.document)), (Self.other, Self.denied)])
        // The recorded authorization has expired by then: the MVPD is asked again.
        #expect(Self.authorize(Self.service(calls), Self.document, after: 100).isSuccess)
        #expect(Self.authorize(Self.service(calls), Self.other, after: 100) == Self.denied)
    }

    @Test("A step that changes the entitlement outweighs the recording: degradation, a dropped subscriber, a package")
    func changed() {
        let calls = Self.calls([("KITE1", Self.denied)])
        var degraded = Self.service(calls)
        degraded.apply(.degrade(.authorizesAll, requestor: "KITETV", mvpd: "Plover"), at: ObservedServiceTests.start)
        #expect(Self.authorize(degraded, "KITE1").isSuccess)
        var revoked = Self.service(calls)
        revoked.apply(.revoke(user: ObservedService.viewer, mvpd: "Plover"), at: ObservedServiceTests.start)
        #expect(Self.authorize(revoked, "KITE1").error?.details == "viewer is not a customer of Plover.")
        let package = ObservedServiceTests.observed(calls) { configuration in
            var configuration = configuration
            configuration.providers[0].subscribers[0].resources = ["KITE1"]
            return configuration
        }.service
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
            #expect(Self.authorize(Self.service(Self.calls([("KITE1", response)])), "KITE1").isSuccess)
        }
        #expect(RecordedDenial(.mediaToken(Self.device, resource: "KITE1"), Self.denied) == nil)
    }

    @Test("In the SDKs' protocol the words are those of notAuthorized")
    func native() throws {
        let context = SDKContext(requestor: "KITETV", deviceID: "device-1")
        let desk = Desk()
        SimulatedServiceSDKSessionTests.logIn(desk)
        let text = try #require(SimulatedServiceSDKSessionTests.token(desk, SimulatedServiceSDKSessionTests.native))
        let request = PassRequest.authorizeDevice(
            context,
            resource: "KITE1",
            mvpd: "Meadowlark",
            authenticationToken: text
        )
        let denied = PassResponse.Content.notAuthorized(details: "Not in your package")
        let tokens = PassResponse.Content.tokens(authentication: text, authorization: nil, userMetadata: nil)
        let calls = [
            ObservedServiceTests.call(1, .sessionDevice(context), 200, tokens),
            ObservedServiceTests.call(2, request, 200, denied),
        ]
        var service = Self.service(calls)
        let caller = ClientConnection(address: "192.0.2.7", cookies: "app")
        let answer = service.answer(request, from: caller, at: ObservedServiceTests.start + .seconds(5))
        #expect(answer == PassResponse(status: 200, denied))
    }
}
