import PassAPI
import Testing
import Tokens
import VirtualTime

@testable import Services

@Suite struct ProviderMachineTests {
    static let now = Instant(secondsSince1970: 1_767_225_600)
    static let request = ProfileRequest(id: "_f1", requestor: "KITETV", mvpd: "Meadowlark", issued: now)

    static func machine(seed: UInt64 = 1) throws -> ProviderMachine {
        let provider = try #require(ServiceConfiguration.example.providers.first)
        return ProviderMachine(provider, source: SeededGenerator(seed: seed))
    }

    static func terms(_ layout: SAMLLayout) -> ProviderMachine.Terms {
        .init(session: .seconds(86_400), layout: layout)
    }

    static func saml(_ machine: inout ProviderMachine, _ layout: SAMLLayout = .oneLine, user: String = "wren") throws
        -> String
    {
        let result = machine.answerAttributeQuery(
            for: user,
            request,
            ["uid", "NameID", "zip", "shoeSize", "uid"],
            terms: terms(layout),
            at: now
        )
        guard case .saml(let text) = result else {
            Issue.record("no SAML: \(result)")
            return ""
        }
        return text
    }

    @Test("The right password opens the door, a wrong one or a stranger's does not")
    func login() throws {
        var machine = try Self.machine()
        guard case .signedIn("wren", let session) = machine.logIn("wren", isPasswordRight: true) else {
            Issue.record("wren is a subscriber")
            return
        }
        #expect(session.hasPrefix("idx-"))
        for (user, isRight) in [("wren", false), ("nobody", true)] {
            #expect(
                machine.logIn(user, isPasswordRight: isRight)
                    == .denied("The user name or the password is not right.")
            )
        }
        machine.isReachable = false
        #expect(machine.logIn("wren", isPasswordRight: true) == .denied("Meadowlark Cable cannot be reached."))
    }

    @Test("K-52, K-54: the SAML response to an attribute query says who the user is, to whom, for how long")
    func attributes() throws {
        var machine = try Self.machine()
        let response = try SAMLResponse(parsing: try Self.saml(&machine))
        #expect(response.status.isSuccess)
        #expect(response.inResponseTo == "_f1")
        #expect(response.issuer?.value == "https://idp.meadowlark.example")
        let assertion = try response.successfulAssertion()
        guard case .name(let name)? = assertion.subject?.identifier else {
            Issue.record("no name")
            return
        }
        #expect(name.value == "wren")
        #expect(assertion.conditions?.audienceRestrictions == [["https://saml.sp.auth.adobe.com"]])
        #expect(assertion.conditions?.validity.expiry == Self.now + .seconds(300))
        #expect(assertion.validity.isValid(at: Self.now))
        #expect(assertion.validity.isValid(at: Self.now + .seconds(300) - .nanoseconds(1)))
        #expect(!assertion.validity.isValid(at: Self.now + .seconds(300)))
        #expect(assertion.authenticationStatements.first?.sessionNotOnOrAfter == Self.now + .seconds(86_400))
        #expect(assertion.attributes.map(\.name) == ["uid", "NameID", "zip"])
        #expect(assertion.attributes.map(\.values) == [[.text("wren")], [.text("wren")], [.text("94107")]])
        #expect(response.diagnostics.filter { $0.weight == .suspicious } == [])
    }

    @Test(
        "K-56, K-57, K-58: what the client's pipeline leaves of a response means the same and is still signed",
        arguments: [SAMLLayout.oneLine, .indented, .attributesIndented]
    )
    func pipeline(layout: SAMLLayout) throws {
        var machine = try Self.machine()
        let text = try Self.saml(&machine, layout)
        #expect(text.utf8.contains(UInt8(ascii: "\n")) == (layout != .oneLine))
        let normalized = try SAMLResponse(parsing: SAMLNormalization.normalize(text))
        var plain = try Self.machine()
        let reference = try SAMLResponse(parsing: try Self.saml(&plain))
        #expect(normalized.assertions == reference.assertions)
        #expect(normalized.status == reference.status)
        #expect(machine.isSigned(normalized))
        #expect(machine.isSigned(try SAMLResponse(parsing: text)))
    }

    @Test("Where attributes begin their lines, the pipeline leaves no XML")
    func flush() throws {
        var machine = try Self.machine()
        let text = try Self.saml(&machine, .attributesFlush)
        #expect(machine.isSigned(try SAMLResponse(parsing: text)))
        #expect(throws: SAMLError.self) { try SAMLResponse(parsing: SAMLNormalization.normalize(text)) }
    }

    @Test("A response that was changed, or is another MVPD's, is not signed")
    func forged() throws {
        var machine = try Self.machine()
        let text = try Self.saml(&machine)
        let id = try SAMLResponse(parsing: text).successfulAssertion().id
        // Made at 2026-01-01T00:00:00Z for five minutes, of a session of a day.
        let changes = [
            ("wren", "finch"), ("94107", "10003"), ("_f1", "_f2"), ("Name=\"zip\"", "Name=\"zap\""),
            ("NotOnOrAfter=\"2026-01-01T00:05:00Z", "NotOnOrAfter=\"2026-01-01T01:05:00Z"),
            ("NotBefore=\"2025-12-31T23:59:00Z", "NotBefore=\"2025-12-31T00:00:00Z"),
            ("SessionIndex=\"idx-", "SessionIndex=\"idy-"), ("idp.meadowlark", "idp.northwind"), (id, id + "0"),
            ("SessionNotOnOrAfter=\"2026-01-02", "SessionNotOnOrAfter=\"2026-02-02"),
            ("AuthnInstant=\"2026", "AuthnInstant=\"2025"), ("PasswordProtectedTransport", "Kerberos"),
            ("<saml:Audience>https://saml.sp", "<saml:Audience>https://saml.other"),
            ("Recipient=\"https://saml.sp", "Recipient=\"https://saml.other"), ("cm:bearer", "cm:sender-vouches"),
        ]
        for (old, new) in changes {
            #expect(text.contains(old), "\(old)")
            #expect(!machine.isSigned(try SAMLResponse(parsing: text.replacing(old, with: new))), "\(old) → \(new)")
        }
        // Each of the places where a word stands, alone: the response around the assertion names the request too.
        for (old, new) in [("_f1", "_f2"), ("NotOnOrAfter=\"2026-01-01T00:05", "NotOnOrAfter=\"2026-01-01T00:06")] {
            let places = text.ranges(of: old)
            #expect(places.count == 2)
            for place in places {
                var changed = text
                changed.replaceSubrange(place, with: new)
                #expect(!machine.isSigned(try SAMLResponse(parsing: changed)), "\(old) → \(new)")
            }
        }
        let other = try Self.machine(seed: 2)
        #expect(!other.isSigned(try SAMLResponse(parsing: text)))
    }

    @Test("The verification token must be a request of Adobe's for this very MVPD")
    func verificationToken() throws {
        var machine = try Self.machine()
        var foreign = Self.request
        foreign.mvpd = "Northwind"
        for request in [nil, foreign] {
            let result = machine.answerAttributeQuery(
                for: "wren",
                request,
                [],
                terms: Self.terms(.oneLine),
                at: Self.now
            )
            #expect(result == .invalidVerificationToken)
        }
        #expect(machine.assertions.isEmpty)
    }

    @Test("A subscriber whom the MVPD dropped is refused, by a status that says so, until taken back")
    func revoked() throws {
        var machine = try Self.machine()
        machine.revoke("wren")
        let result = machine.answerAttributeQuery(
            for: "wren",
            Self.request,
            ["uid"],
            terms: Self.terms(.indented),
            at: Self.now
        )
        guard case .rejected(let saml?) = result else {
            Issue.record("\(result)")
            return
        }
        let response = try SAMLResponse(parsing: saml)
        #expect(response.status.codes.last == "urn:oasis:names:tc:SAML:2.0:status:UnknownPrincipal")
        #expect(response.status.message == "wren is not a customer of Meadowlark Cable.")
        #expect(throws: SAMLError.self) { try response.successfulAssertion() }
        machine.reinstate("wren")
        #expect(try !Self.saml(&machine).isEmpty)
    }

    @Test("An MVPD that cannot be reached says nothing, and is not counted as asked")
    func unreachable() throws {
        var machine = try Self.machine()
        machine.isReachable = false
        let result = machine.answerAttributeQuery(
            for: "wren",
            Self.request,
            [],
            terms: Self.terms(.oneLine),
            at: Self.now
        )
        #expect(result == .unavailable)
        #expect(machine.decide("wren", "KITE1") == .unreachable)
        #expect(machine.decisionCount == 0)
    }

    @Test("K-115: a package opens its channels and programmes, and nothing else")
    func packages() throws {
        var machine = try Self.machine()
        #expect(machine.decide("wren", "ANYTHING") == .permitted)
        #expect(machine.decide("finch", "KITE1") == .permitted)
        #expect(
            machine.decide("finch", "KITE2")
                == .denied("KITE2 is not part of your Meadowlark Cable package.")
        )
        #expect(machine.decide("nobody", "KITE1") == .unknownUser("nobody is not a customer of Meadowlark Cable."))
        #expect(machine.decisionCount == 4)
    }

    @Test("A seed gives the same ids and keys each time, another seed others")
    func seeds() throws {
        var first = try Self.machine()
        var second = try Self.machine()
        var other = try Self.machine(seed: 2)
        let text = try Self.saml(&first)
        #expect(try Self.saml(&second) == text)
        #expect(try Self.saml(&other) != text)
        #expect(first == second)
    }

    @Test("A provider's own id of a user stands in assertions, and finds the subscriber again")
    func userID() throws {
        var provider = try #require(ServiceConfiguration.example.providers.first)
        provider.subscribers[0].userID = "u-81f0"
        var machine = ProviderMachine(provider, source: SeededGenerator(seed: 1))
        let assertion = try SAMLResponse(parsing: try Self.saml(&machine)).successfulAssertion()
        guard case .name(let name)? = assertion.subject?.identifier else {
            Issue.record("no NameID")
            return
        }
        #expect(name.value == "u-81f0")
        #expect(assertion.attributes.first { $0.name == "uid" }?.values == [.text("u-81f0")])
        #expect(machine.subscriber("u-81f0")?.user == "wren")
        #expect(machine.userID(of: "finch") == "finch")
        #expect(machine.subscriber("nobody") == nil)
    }
}
