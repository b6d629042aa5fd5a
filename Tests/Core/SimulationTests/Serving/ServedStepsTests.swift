import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Simulation

/// Steps of `control`: what they are, and what they are not (how-to/serve.md, "Let time pass").
@Suite struct ServedStepsTests {
    private typealias Served = ServedBackendTests

    private static func kinds(_ backend: ServedBackend) -> [HoldingKind] {
        var backend = backend
        return backend.expirations(at: Served.wall).map(\.kind)
    }

    @Test("One thing expires at the service: the clock, its Date and all else stay")
    func expire() throws {
        var backend = Served.simulated()
        let (token, _) = try Served.accessToken(&backend)
        #expect(Served.configuration(token, &backend) == 200)
        #expect(try Served.perform("expire access-token", in: &backend) == Served.wall)
        #expect(Served.configuration(token, &backend) == 401)
        #expect(!Self.kinds(backend).contains(.accessToken))
        let (new, _) = try Served.accessToken(&backend)
        #expect(Served.configuration(new, &backend) == 200)
        #expect(Served.register(&backend).response?.headers[first: "Date"] == "Fri, 15 Jan 2027 08:00:00 GMT")
    }

    @Test("What has not been issued cannot expire, and what expires is named")
    func nothingExpires() throws {
        var backend = Served.simulated()
        _ = try Served.accessToken(&backend)
        let error = #expect(throws: ScenarioError.self) { try Served.perform("expire authz-token KITE1", in: &backend) }
        #expect(error?.problem == "there is no authz-token KITE1" && error?.hint == "what expires is access-token")
        #expect(throws: Problem.self) { try Served.perform("expire saml-assertion", in: &backend) }
        #expect(throws: Problem.self) { try Served.perform("expire", in: &backend) }
    }

    @Test("An expectation looks at the requests since the one before, and at what the service knows")
    func expectations() throws {
        var backend = Served.simulated()
        let (token, _) = try Served.accessToken(&backend)
        try Served.perform("expect requests: dcr.register, dcr.token", in: &backend)
        try Served.perform("expect no requests", in: &backend)
        _ = Served.configuration(token, &backend)
        var error = #expect(throws: ScenarioError.self) { try Served.perform("expect no requests", in: &backend) }
        #expect(error?.failure?.finding == .names(["v1.config"]))
        // It was looked at.
        try Served.perform("expect no requests", in: &backend)
        try Served.perform("expect state: token, kind=access, isExpired=false", in: &backend)
        error = #expect(throws: ScenarioError.self) {
            try Served.perform("expect state: token, kind=authn", in: &backend)
        }
        guard case .states(let found)? = error?.failure?.finding else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.map(\.kind) == [.token])
    }

    @Test("Where requests have been forgotten since the expectation before, none is met")
    func forgotten() throws {
        var backend = Served.simulated()
        for _ in 0...ServedLog.capacity { _ = Served.register(&backend) }
        let error = #expect(throws: ScenarioError.self) {
            try Served.perform("expect no requests: v1.authorize", in: &backend)
        }
        #expect(error?.hint == "expect more often")
        try Served.perform("expect state: clock", in: &backend)
        try Served.perform("expect no requests", in: &backend)
    }

    @Test(
        "What only an app knows is not expected in vain: it is refused",
        arguments: ["playing KITE1", "not playing", "signed in", "step S4", "no callback setToken"]
    )
    func unknown(expectation: String) throws {
        var backend = Served.simulated()
        let error = #expect(throws: ScenarioError.self) { try Served.perform("expect " + expectation, in: &backend) }
        #expect(error?.failure == nil && error?.hint == "expect requests, no requests, state or no state")
    }

    @Test(
        "What is suggested is a step of control",
        arguments: [
            ("pley KITE1", nil), ("advanc 3d", "did you mean \"advance\"?"), ("ag 31d", "did you mean \"age\"?"),
            ("revok wren", "did you mean \"revoke\"?"), ("xyz", "write for example advance 31d or revoke wren"),
        ] as [(String, String?)]
    )
    func suggestions(text: String, hint: String?) throws {
        let error = #expect(throws: Problem.self) { try Served.steps(text, Served.simulated()) }
        if let hint { #expect(error?.hint == hint) }
        let suggested = try #require(error).hint ?? ""
        #expect(!suggested.contains("play"))
    }

    @Test("An app's step is refused as such, with a value or without", arguments: ["play", "play KITE1", "launch"])
    func appSteps(text: String) {
        var backend = Served.simulated()
        do {
            try Served.perform(text, in: &backend)
            Issue.record("\(text) is performed")
        } catch let problem as Problem {
            #expect(problem.text.contains("is about an app"))
        } catch let error as ScenarioError {
            #expect(error.problem.contains("the app that is served is not Kinescope's"))
        } catch {
            Issue.record(error)
        }
    }

    @Test("A signed Authorization header is refused with the name of the option that is for it")
    func signed() throws {
        func reply(_ configuration: ServiceConfiguration, isSigned: Bool = true) -> ServedBackend.Reply {
            var backend = Served.simulated(configuration)
            let signed =
                "GET requestor_id=KITETV, nonce=1e5a0b48, signature_method=HMAC-SHA1, request_time=1800000000000, "
                + "request_uri=/api/v1/config/KITETV, public_key=pk, signature=c2ln"
            let request = HTTPRequest(
                method: "GET",
                url: "https://api.auth.adobe.com/api/v1/config/KITETV",
                headers: isSigned ? [HeaderField("Authorization", signed)] : []
            )
            return backend.respond(to: request, from: Served.client, at: Served.wall)
        }
        let refused = reply(.example)
        #expect(refused.response?.status == 401)
        #expect(refused.response?.headers[first: "X-Kinescope-Hint"]?.contains("accepts-signed-authorization") == true)
        #expect(refused.entry.hint?.contains("accepts-signed-authorization") == true)
        // The body is Adobe's.
        let body = String(decoding: refused.response?.body ?? [], as: UTF8.self)
        #expect(body.contains("Unauthorized") && !body.contains("signed"))
        var configuration = ServiceConfiguration.example
        configuration.quirks.acceptsSignedAuthorization = true
        #expect(reply(configuration).response?.status == 200)
        // Nobody else is told of it.
        let plain = reply(.example, isSigned: false)
        #expect(plain.response?.status == 401 && plain.entry.hint == nil)
    }
}
