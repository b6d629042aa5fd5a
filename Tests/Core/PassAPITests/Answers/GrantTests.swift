import Exchanges
import PassAPI
import Testing
import VirtualTime

@Suite struct GrantTests {
    /// Examples of rest-api-v1.md, with what stands there.
    static let examples: [(operation: Operation, status: Int, body: String, kind: HoldingKind, expires: String?)] = [
        (
            .accessToken, 201,
            #"{"id":"1","access_token":"at-1","token_type":"bearer","created_at":1767225600000,"expires_in":21600}"#,
            .accessToken, "2026-01-01T06:00:00Z"
        ),
        (
            .createRegistrationCode, 201,
            #"{"id":"r","code":"ABC","requestor":"KITETV","generated":1767225600000,"expires":1767227400000,"info":{}}"#,
            .registrationCode, "2026-01-01T00:30:00Z"
        ),
        (
            .readAuthenticationToken, 200,
            #"{"requestor":"KITETV","mvpd":"Meadowlark","userId":"u-81f0","expires":"1769817600000"}"#,
            .authenticationToken, "2026-01-31T00:00:00Z"
        ),
        (.exchangeToken, 204, "", .authenticationToken, nil),
        (
            .authorize, 200,
            #"{"mvpd":"Meadowlark","resource":"KITE1","requestor":"KITETV","expires":"1767312000000"}"#,
            .authorizationToken, "2026-01-02T00:00:00Z"
        ),
        (
            .mediaToken, 200,
            #"{"resource":"KITE1","requestor":"KITETV","expires":"1767226020000","serializedToken":"PHNp","mvpdId":"M"}"#,
            .mediaToken, "2026-01-01T00:07:00Z"
        ),
        (
            .deviceShortAuthorize, 200,
            "<signatureInfo>AAAA<signatureInfo><shortAuthorizationToken><sessionGUID>g</sessionGUID><requestorID>KITETV"
                + "</requestorID><resourceID>KITE1</resourceID><ttl>420000</ttl><issueTime>2026-01-01 00:00:00 -0000"
                + "</issueTime><mvpdId>M</mvpdId></shortAuthorizationToken>",
            .mediaToken, "2026-01-01T00:07:00Z"
        ),
    ]

    @Test("A response gives out what its operation's row says, until when its fields say", arguments: examples)
    func isRead(
        example: (operation: Operation, status: Int, body: String, kind: HoldingKind, expires: String?)
    ) throws {
        let response = HTTPResponse(status: example.status, body: example.body.isEmpty ? nil : Array(example.body.utf8))
        let grants = PassResponse(reading: response, for: example.operation).grants(of: example.operation)
        #expect(grants.map(\.issue.kind) == [example.kind])
        #expect(grants.map { $0.expires.map { "\($0)" } } == [example.expires])
    }

    @Test("A refusal gives out nothing")
    func refusal() {
        let body = Array(#"{"status":403,"message":"User not authorized"}"#.utf8)
        let response = PassResponse(reading: HTTPResponse(status: 403, body: body), for: .authorize)
        #expect(response.grants(of: .authorize).isEmpty)
    }

    @Test("A lifetime longer than all of time ends with it")
    func overflow() {
        let body = Array(
            #"{"access_token":"a","created_at":9223372036854775807,"expires_in":9223372036854775807}"#.utf8
        )
        let response = PassResponse(reading: HTTPResponse(status: 201, body: body), for: .accessToken)
        #expect(response.grants(of: .accessToken).map(\.expires) == [.distantFuture])
    }
}
