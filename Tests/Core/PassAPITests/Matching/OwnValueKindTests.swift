import Exchanges
import PassAPI
import Testing

@Suite("Values that are a client's own") struct OwnValueKindTests {
    private static let authorize = PassRequest(
        .authorize,
        [
            .init("requestor", "KITETV"), .init("deviceId", "box-0001"), .init("resource", "KITE1"),
            .init("appVersion", "4.2"), .init("Authorization", "bearer t-1"), .init("Cookie", "a=1"),
        ]
    )

    @Test("A device and a token are, a requestor, a resource and a cookie are not")
    func ownValues() {
        #expect(
            Self.authorize.ownValues == [
                OwnValue("deviceId", .device, "box-0001", isIdentity: true),
                OwnValue("Authorization", .accessToken, "t-1"),
            ]
        )
    }

    @Test("Of the signed header the public key is, since the rest is another one in each call")
    func signed() {
        var request = Self.authorize
        request["Authorization"] =
            "GET requestor_id=KITETV, nonce=n-1, signature_method=HMAC-SHA1, request_time=1, request_uri=/authorize, "
            + "public_key=k-1, signature=s="
        #expect(request.ownValues.last == OwnValue("Authorization", .accessToken, "k-1"))
    }

    @Test("Requests of two clients for the same thing share a key")
    func sharedKey() {
        var other = Self.authorize
        other["deviceId"] = "tv-42"
        #expect(Self.authorize.matchKey != other.matchKey)
        #expect(Self.authorize.sharedMatchKey == "v1.authorize|requestor=KITETV|resource=KITE1")
        #expect(other.sharedMatchKey == Self.authorize.sharedMatchKey)
    }

    @Test(
        "A few are known by their names, in any case",
        arguments: [
            ("client_id", OwnValueKind.clientID), ("redirectUrl", .redirectURL), ("redirect_url", .redirectURL),
            ("relayState", .loginState), ("SAMLResponse", .secret), ("AP-Device-Identifier", .device),
        ]
    )
    func names(name: String, kind: OwnValueKind) {
        #expect(OwnValueKind(named: name) == kind)
    }

    @Test("A resource says nothing of a client, nor does the session at the provider, which has no text")
    func others() {
        #expect(OwnValueKind(named: "resource") == nil)
        #expect(OwnValueKind(.providerSession) == nil)
        #expect(OwnValueKind(.mediaToken) == .mediaToken)
    }

    @Test("Fields of a body are read in forms and in JSON, whatever the request is for")
    func bodyFields() {
        func fields(_ type: String, _ body: String) -> [String] {
            let headers = [HeaderField("Content-Type", type)]
            let request = HTTPRequest(
                method: "POST",
                url: "https://kite.example/",
                headers: headers,
                body: Array(body.utf8)
            )
            return PassRequest.bodyFields(of: request).map { "\($0.name)=\($0.value)" }
        }
        #expect(fields("application/x-www-form-urlencoded", "a=1&b=%2B") == ["a=1", "b=+"])
        #expect(fields("application/json", #"{"a": 1, "b": "+", "c": {"d": 2}}"#) == ["a=1", "b=+"])
        #expect(fields("text/xml", "<a/>") == [])
    }
}
