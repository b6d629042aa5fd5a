import PassAPI
import Services
import Testing
import Tokens
import VirtualTime

/// Dynamic Client Registration, from rest-api-v1.md §3.
@Suite struct SimulatedServiceRegistrationTests {
    @Test("A software statement gets credentials with 201")
    func register() throws {
        let desk = Desk(registers: false)
        let answer = desk.answer(.register(softwareStatement: "statement", redirectURI: "adbe.kite://example.org"))
        #expect(answer.status == 201)
        guard case .clientRegistration(let client) = answer.content else { return #expect(Bool(false), "\(answer)") }
        #expect(client.issuedAt == desk.now.secondsSince1970)
        #expect(client.redirectURIs == ["adbe.kite://example.org"])
        #expect(client.grantTypes == ["client_credentials"])
        #expect(client.scopes == ["api:client:v1"])
        let again = desk.answer(.register(softwareStatement: "statement"))
        guard case .clientRegistration(let other) = again.content else { return #expect(Bool(false), "\(again)") }
        #expect(other.clientID != client.clientID)
        #expect(other.clientSecret != client.clientSecret)
    }

    @Test(
        "A registration without a statement, with a wrong address, or with a statement that is not approved, is refused"
    )
    func refusals() {
        let desk = Desk.with { $0.approvedSoftwareStatements = [Self.statement] }
        func code(_ statement: String, _ redirect: String? = nil) -> String? {
            let answer = desk.answer(.register(softwareStatement: statement, redirectURI: redirect))
            #expect(answer.status == 400)
            return answer.error?.code
        }
        #expect(code("") == "invalid_request")
        #expect(code("no token at all") == "unapproved_software_statement")
        #expect(code(Self.otherStatement) == "unapproved_software_statement")
        #expect(code(Self.statement, "kite.example") == "invalid_redirect_uri")
        #expect(desk.answer(.register(softwareStatement: Self.statement)).status == 201)
    }

    static let statement = "eyJhbGciOiJSUzI1NiJ9.eyJzb2Z0d2FyZV9pZCI6ImtpdGUifQ.c2ln"
    static let otherStatement = "eyJhbGciOiJSUzI1NiJ9.eyJzb2Z0d2FyZV9pZCI6ImhhcmJvciJ9.c2ln"

    @Test("Credentials get an access token that says how long it lives")
    func token() throws {
        let desk = Desk(registers: false)
        desk.now = Instant(secondsSince1970: 1_767_225_600, nanosecond: 123_456_789)
        guard case .clientRegistration(let client) = desk.register().content else {
            return #expect(Bool(false))
        }
        let request = PassRequest.accessToken(clientID: client.clientID, clientSecret: client.clientSecret)
        let answer = desk.answer(request)
        #expect(answer.status == 201)
        guard case .accessToken(let access) = answer.content else { return #expect(Bool(false), "\(answer)") }
        #expect(access.createdAt == 1_767_225_600_123)
        #expect(access.expiresIn == 21_600)
        #expect(access.tokenType == "bearer")
        let token = try JSONWebToken(parsing: access.token)
        #expect(token.algorithm == "RS256")
        #expect(token.unverifiedClaims["sub"]?.string == client.clientID)
        #expect(token.unverifiedClaims["iss"]?.string == "auth.adobe.com")
        #expect(token.signature.count == 256)
        guard case .accessToken(let other) = desk.answer(request).content else { return #expect(Bool(false)) }
        #expect(other.token != access.token)
    }

    @Test("A token for the wrong secret, the wrong grant or nothing at all is refused with the documented codes")
    func tokenRefusals() {
        let desk = Desk()
        var request = PassRequest.accessToken(clientID: "nobody", clientSecret: "nothing")
        #expect(desk.answer(request) == .init(status: 400, .error(PassError(code: "invalid_client"))))
        request["grant_type"] = "password"
        #expect(desk.answer(request).error?.code == "unsupported_grant_type")
        request["grant_type"] = nil
        #expect(desk.answer(request).error?.code == "invalid_request")
        #expect(desk.body(desk.answer(request), request) == #"{"error":"invalid_request"}"#)
    }
}
