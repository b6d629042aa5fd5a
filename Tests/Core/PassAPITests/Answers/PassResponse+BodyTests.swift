import PassAPI
import Testing

@Suite struct PassResponseBodyTests {
    static let request = PassRequest(.checkAuthentication, [.init("format", "json")])

    @Test("An answer's body read back is the answer")
    func roundTrip() throws {
        let answer = PassResponse(status: 403, .error(PassError(status: 403, message: "Forbidden")))
        let body = try #require(answer.body(for: Self.request))
        #expect(String(decoding: body, as: UTF8.self) == #"{"status":403,"message":"Forbidden"}"#)
        #expect(PassResponse(status: 403, body: body, for: .checkAuthentication) == answer)
    }

    @Test("An answer that says nothing has no body")
    func none() {
        #expect(PassResponse(status: 204, .empty).body(for: Self.request) == nil)
        #expect(PassResponse(status: 204, body: nil, for: .exchangeToken) == PassResponse(status: 204, .empty))
    }
}
