import Documents
import Foundation
import Exchanges
import Testing
import Tokens

@testable import PassAPI

struct MatchingTests {
    private let device = DeviceContext(
        requestor: "KITETV",
        deviceID: "kite|box 1",
        deviceInformation: DeviceInformation([.init("model", "KiteBox"), .init("osName", "tvOS")]).headerValue,
        accessToken: "t0"
    )

    @Test("A match key holds what is asked about and nothing that authorises")
    func key() {
        #expect(
            PassRequest.authorize(device, resource: "KITE1").matchKey
                == "v1.authorize|requestor=KITETV|resource=KITE1|device=kite%7Cbox%201"
        )
        #expect(
            PassRequest.initiateAuthentication(
                requestor: "KITETV",
                mvpd: "Meadowlark",
                code: "K7TQ2MX",
                domainName: "kite.example",
                redirectURL: "https://kite.example/"
            ).matchKey == "v1.authenticate|requestor=KITETV|mvpd=Meadowlark|code=K7TQ2MX"
        )
        #expect(
            PassRequest.register(softwareStatement: "secret-statement").matchKey == "dcr.register"
        )
        #expect(PassRequest.accessToken(clientID: "id", clientSecret: "secret").matchKey == "dcr.token")
    }

    @Test("No secret of a full request is in its key", arguments: Operation.allCases)
    func noSecrets(operation: PassAPI.Operation) {
        let key = operation.fullRequest.matchKey
        for name in [
            "Authorization", "client_secret", "software_statement", "SAMLResponse", "authentication_token",
            "authz_token", "signed_requestor_id", "Cookie", "X-Device-Info",
        ] {
            guard let value = operation.fullRequest[name] else { continue }
            #expect(!key.contains(PercentEncoding.component(value)))
        }
    }

    @Test("An order to a token in another place, another format or another nonce is the same request")
    func sameRequest() throws {
        let old = try #require(
            PassRequest(
                recognizing: request(
                    "GET",
                    "https://sp.auth.adobe.com/api/v1/authorize.json?resource=KITE1&requestor=KITETV&deviceId=d",
                    [("Authorization", AuthorizationHeaderTests.signed), ("User-Agent", "a"), ("Cookie", "b")]
                )
            )
        )
        let new = try #require(
            PassRequest(
                recognizing: request(
                    "GET",
                    "https://api.auth.adobe.com/api/v1/authorize?deviceId=d&requestor=KITETV&resource=KITE1",
                    [
                        (
                            "authorization",
                            AuthorizationHeaderTests.signed
                                .replacingOccurrencesOfOnce("n-1", "n-2").replacingOccurrencesOfOnce("c2ln", "eHh4")
                        ),
                        ("accept", "application/xml"),
                    ]
                )
            )
        )
        #expect(new.differences(from: old).isEmpty)
        #expect(new.matchKey == old.matchKey)
        #expect(new.similarity(to: old) == 100)
    }

    @Test("A field that differs is named with both values")
    func differences() {
        let recorded = PassRequest.authorize(device, resource: "KITE1")
        var replayed = recorded
        replayed["Authorization"] = "Bearer t1"
        replayed["resource"] = "KITE2"
        replayed["generic_data"] = "{}"
        replayed["deviceId"] = nil
        #expect(
            replayed.differences(from: recorded) == [
                FieldDifference("deviceId", recorded: "kite|box 1", replayed: nil),
                FieldDifference("resource", recorded: "KITE1", replayed: "KITE2"),
                FieldDifference("generic_data", recorded: nil, replayed: "{}"),
                FieldDifference("Authorization", recorded: "Bearer t0", replayed: "Bearer t1"),
            ]
        )
        #expect(
            PassRequest.logout(device).differences(from: recorded) == [
                FieldDifference("operation", recorded: "v1.authorize", replayed: "v1.logout")
            ]
        )
    }

    @Test("Client information is compared field by field in any order")
    func deviceInformation() {
        var recorded = PassRequest.checkAuthentication(device)
        var replayed = recorded
        replayed["X-Device-Info"] = DeviceInformation([.init("osName", "tvOS"), .init("model", "KiteBox")]).headerValue
        #expect(replayed.differences(from: recorded).isEmpty)
        replayed["X-Device-Info"] = DeviceInformation([.init("osName", "iOS"), .init("version", "1")]).headerValue
        #expect(
            replayed.differences(from: recorded) == [
                FieldDifference("X-Device-Info.model", recorded: "KiteBox", replayed: nil),
                FieldDifference("X-Device-Info.osName", recorded: "tvOS", replayed: "iOS"),
                FieldDifference("X-Device-Info.version", recorded: nil, replayed: "1"),
            ]
        )
        recorded["X-Device-Info"] = nil
        #expect(replayed.differences(from: recorded).map(\.name) == ["X-Device-Info"])
    }

    @Test("What stands beyond the fields that are told apart is told as a whole")
    func furtherDeviceInformation() {
        func information(_ last: String) -> DeviceInformation {
            DeviceInformation((0..<256).map { .init("k\($0)", "v") } + [.init(last, "v")])
        }
        var recorded = PassRequest.checkAuthentication(device)
        var replayed = recorded
        recorded["X-Device-Info"] = information("a").headerValue
        replayed["X-Device-Info"] = information("b").headerValue
        #expect(
            replayed.differences(from: recorded) == [
                FieldDifference("X-Device-Info", recorded: #"{"a":"v"}"#, replayed: #"{"b":"v"}"#)
            ]
        )
        recorded["X-Device-Info"] = DeviceInformation((0..<256).map { .init("k\($0)", "v") }).headerValue
        #expect(
            replayed.differences(from: recorded) == [
                FieldDifference("X-Device-Info", recorded: nil, replayed: #"{"b":"v"}"#)
            ]
        )
    }

    @Test("Client information of many thousand fields is compared at once", .timeLimit(.minutes(1)))
    func longDeviceInformation() {
        func request(_ name: String) -> PassRequest {
            var request = PassRequest.checkAuthentication(device)
            let fields = (0..<50_000).map { DeviceInformation.Field("\(name)\($0)", "v") }
            request["X-Device-Info"] = DeviceInformation(fields).headerValue
            return request
        }
        #expect(request("a").differences(from: request("b")).count == 2 * DeviceInformation.listedFields + 1)
        #expect(request("a").differences(from: request("a")).isEmpty)
    }

    @Test("Values and names of equivalent characters differ")
    func equivalentCharacters() {
        let recorded = PassRequest(.authorize, [.init("resource", "caf\u{E9}"), .init("\u{212A}", "1")])
        let replayed = PassRequest(.authorize, [.init("resource", "cafe\u{301}"), .init("K", "1")])
        #expect(replayed.differences(from: recorded).map(\.name) == ["resource", "\u{212A}", "K"])
        #expect(replayed.similarity(to: recorded) < 100)
        #expect(recorded["K"] == nil)
    }

    @Test("K-63: two SAML responses that normalise to the same text are the same")
    func samlResponse() {
        func exchange(_ value: String) -> PassRequest {
            .exchangeToken(device, mvpd: "Meadowlark", deviceType: "tvOS", samlResponse: value)
        }
        let normalized = exchange(SAMLNormalization.base64("<r>x  y</r>\n"))
        let raw = exchange(Base64.encode(Array("<r>x\t y</r>\r\n".utf8)))
        #expect(normalized.differences(from: raw).isEmpty)
        let other = exchange(SAMLNormalization.base64("<r>z</r>"))
        #expect(other.differences(from: raw).map(\.name) == ["SAMLResponse"])
    }

    @Test(
        "A minimal MRSS document is its title",
        arguments: [
            "TNT", "<rss version=\"2.0\"><channel><title>TNT</title></channel></rss>",
            " <rss version=\"2.0\">\n <channel>\n  <title>TNT</title> </channel></rss>\n",
        ]
    )
    func minimalMRSS(text: String) {
        #expect(MRSSResource(text).canonical == "TNT")
        #expect(PassRequest.authorize(device, resource: text).matchKey.contains("|resource=TNT|"))
        #expect(
            PassRequest.authorize(device, resource: text)
                .differences(from: PassRequest.authorize(device, resource: "TNT")).isEmpty
        )
    }

    @Test("Entities in a title are resolved, a document that says more stays itself")
    func otherMRSS() {
        #expect(
            MRSSResource("<rss version=\"2.0\"><channel><title>A&amp;lt;B</title></channel></rss>").canonical
                == "A&lt;B"
        )
        for text in [
            "<rss version=\"2.0\"><channel><title>TNT</title><item/></channel></rss>", "<rss", "<rss><channel>",
            "<rss><channel><title>TNT", "", "<rss><channel><title>TNT</title></channel></rss>x",
        ] {
            #expect(MRSSResource(text).canonical == text)
        }
    }

    @Test("shortAuthorize is about the resource its AuthZ token is for")
    func resourceInToken() throws {
        let token = AuthZ.token(
            "&lt;rss version=&quot;2.0&quot;&gt;&lt;channel&gt;&lt;title&gt;TNT&lt;/title&gt;&lt;/channel&gt;&lt;/rss&gt;"
        )
        let asked = PassRequest(.shortAuthorize, [.init("authz_token", token), .init("requestor_id", "KITETV")])
        #expect(asked.resource == "TNT")
        #expect(asked.matchKey == "ae.shortAuthorize|requestor=KITETV|resource=TNT")
        #expect(PassRequest(.shortAuthorize, [.init("authz_token", "x")]).resource == nil)
    }

    @Test("The nearest miss is the request that shares most")
    func similarity() {
        let asked = PassRequest.authorize(device, resource: "KITE1")
        var token = asked
        token["Authorization"] = "Bearer t1"
        let candidates = [
            asked, token, PassRequest.authorize(device, resource: "KITE2"),
            PassRequest.mediaToken(device, resource: "KITE1"),
            PassRequest.register(softwareStatement: "s"),
        ]
        let scores = candidates.map { asked.similarity(to: $0) }
        #expect(scores == scores.sorted(by: >))
        #expect(Set(scores).count == scores.count)
        #expect(scores.first == 100)
        #expect(scores.last == 0)
        for candidate in candidates { #expect(candidate.similarity(to: asked) == asked.similarity(to: candidate)) }
    }
}

private enum AuthZ {
    static func token(_ resource: String) -> String {
        "<signatureInfo>c2ln<signatureInfo><simpleAuthorizationToken><simpleTokenResourceID>\(resource)"
            + "</simpleTokenResourceID></simpleAuthorizationToken>"
    }
}

extension String {
    fileprivate func replacingOccurrencesOfOnce(_ old: String, _ new: String) -> String {
        guard let range = range(of: old) else { return self }
        return replacingCharacters(in: range, with: new)
    }
}
