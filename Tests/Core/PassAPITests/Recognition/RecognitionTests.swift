import Exchanges
import Testing
import VirtualTime

@testable import PassAPI

struct RecognitionTests {
    @Test(
        "A value means the same in query, form and path, under its name or an alias",
        arguments: [
            request(
                "POST",
                "https://api.auth.adobe.com/reggie/v1/KITETV/regcode?deviceId=d%2B1",
                [("Authorization", "Bearer t0"), ("X-Device-Info", "e30=")]
            ),
            request(
                "POST",
                "https://sp.auth.adobe.com/reggie/v1/KITETV/regcode",
                body: "device_info=e30%3D&access_token=t0&device_id=d%2B1&requestor=KITETV"
            ),
            request(
                "POST",
                "https://api.auth.adobe.com//reggie/v1/regcode?requestor_id=KITETV&device_info=e30%3D",
                [("authorization", "Bearer t0")],
                body: "deviceId=d%2B1\r\n"
            ),
        ]
    )
    func mixedPlaces(call: HTTPRequest) throws {
        let recognized = try #require(PassRequest(recognizing: call))
        #expect(
            recognized
                == PassRequest(
                    .createRegistrationCode,
                    [
                        .init("requestor", "KITETV"), .init("deviceId", "d+1"), .init("X-Device-Info", "e30="),
                        .init("Authorization", "Bearer t0"),
                    ]
                )
        )
    }

    @Test(
        "The method decides, and a form can override it",
        arguments: [
            ("GET", "", PassAPI.Operation?.some(.readAuthenticationToken)), ("POST", "mvpd=M", .exchangeToken),
            ("POST", "_method=GET&deviceId=d", .readAuthenticationToken),
            ("post", "_method=get", .readAuthenticationToken),
            ("DELETE", "", nil), ("OPTIONS", "", nil),
        ]
    )
    func methods(method: String, body: String, operation: PassAPI.Operation?) {
        let call = request(method, "https://api.auth.adobe.com/api/v1/tokens/authn", body: body)
        #expect(PassRequest(recognizing: call)?.operation == operation)
        #expect(PassRequest(recognizing: call)?["_method"] == nil)
    }

    @Test(
        "Variants of a path are one operation",
        arguments: [
            ("https://sp.auth.adobe.com/adobe-services/1.0/sessionDevice", PassAPI.Operation.sessionDevice),
            ("https://sp.auth.adobe.com//adobe-services/1.0/sessionDevice", .sessionDevice),
            ("https://sp.auth.adobe.com/adobe-services/sessionDevice/", .sessionDevice),
            ("http://sp.auth.adobe.com:80/adobe-services/sessionDevice", .sessionDevice),
            ("https://api.auth.adobe.com/api/v1/mediatoken", .mediaToken),
            ("https://api.auth.adobe.com/api/v1/tokens/media.xml", .mediaToken),
            ("https://sp.auth.adobe.com/api/v1/checkauthn.json", .checkAuthentication),
            ("https://sp.auth.adobe.com/api/v1/checkauthn/K7TQ2MX", .checkAuthenticationByCode),
            ("https://sp.auth.adobe.com/api/v1/authenticate/K7TQ2MX", .readAuthenticationByCode),
            ("https://sp.auth.adobe.com/api/v1/preauthorize/K7TQ2MX.xml?requestor=KITETV", .preauthorizeByCode),
        ]
    )
    func variants(url: String, operation: PassAPI.Operation) {
        #expect(PassRequest(recognizing: request("GET", url))?.operation == operation)
    }

    @Test(
        "What Adobe's hosts serve besides is not taken for an operation",
        arguments: [
            "https://api.auth.adobe.com/api/v1/identities", "https://api.auth.adobe.com/o/client/scopes",
            "https://api.auth.adobe.com/api/v2/KITETV/receipts", "https://api.auth.adobe.com/",
            "https://api.auth.adobe.com/api/v2", "https://api.auth.adobe.com/x/api/v2/KITETV/configuration",
            "https://api.auth.adobe.com", "https://api.auth.adobe.com/api/v1/config/", "https://sp.auth.adobe.com/x",
        ]
    )
    func unrecognized(url: String) {
        let call = request("GET", url)
        #expect(PassRequest(recognizing: call) == nil)
        guard case .unrecognizedAdobe = ExchangeKind(of: call) else {
            Issue.record("\(ExchangeKind(of: call))")
            return
        }
        #expect(ExchangeKind(of: call).label.hasPrefix("Adobe Pass, no operation: GET "))
    }

    @Test("Odd bytes in URL and body are never a trap")
    func oddBytes() {
        for url in ["", "://", "https://", "api.auth.adobe.com", "https://api.auth.adobe.com/api/v1/config/%", "\u{0}"]
        {
            for body in ["", "{", "&&=&", "%%%", "{\"a\":", "\u{FFFD}=\u{0}"] {
                _ = ExchangeKind(of: request("POST", url, body: body))
            }
        }
        let raw = HTTPRequest(
            method: "POST",
            url: "https://api.auth.adobe.com/api/v1/tokens/authn",
            body: [0xFF, 0xFE, 0x3D, 0x26]
        )
        #expect(PassRequest(recognizing: raw)?.operation == .exchangeToken)
    }

    @Test(
        "A body that is neither form nor JSON gives no parameters",
        arguments: ["multipart/form-data; boundary=x", "application/octet-stream", "application/xml"]
    )
    func otherBodies(type: String) {
        let url = "https://api.auth.adobe.com/api/v1/tokens/authn"
        let call = request("POST", url, [("Content-Type", type)], body: "deviceId=d")
        #expect(PassRequest(recognizing: call)?.parameters == [])
        #expect(PassRequest(recognizing: request("POST", url, body: "<deviceId>d</deviceId>"))?.parameters == [])
    }

    @Test("A body at the limit is read, one byte more is not")
    func bodyLimit() {
        let field = "deviceId=d&x="
        let filler = String(repeating: "a", count: PassRequest.recognizedBodyBytes - field.utf8.count)
        let url = "https://api.auth.adobe.com/api/v1/tokens/authn"
        #expect(PassRequest(recognizing: request("POST", url, body: field + filler))?.deviceID == "d")
        #expect(PassRequest(recognizing: request("POST", url, body: field + filler + "a"))?.deviceID == nil)
    }

    @Test("Fields up to the limit become parameters, more do not")
    func fieldLimit() {
        let fields = (0...PassRequest.recognizedFields).map { "f\($0)=1" }.joined(separator: "&")
        let call = request("GET", "https://api.auth.adobe.com/api/v1/checkauthn?" + fields)
        let recognized = PassRequest(recognizing: call)
        #expect(recognized?.parameters.count == PassRequest.recognizedFields)
        #expect(recognized?["f\(PassRequest.recognizedFields - 1)"] == "1")
        #expect(recognized?["f\(PassRequest.recognizedFields)"] == nil)
    }

    @Test("Two values that disagree are both kept, the path's first")
    func disagreement() throws {
        let call = request("POST", "https://api.auth.adobe.com/reggie/v1/KITETV/regcode", body: "requestor=OTHER")
        let recognized = try #require(PassRequest(recognizing: call))
        #expect(recognized.parameters == [.init("requestor", "KITETV"), .init("requestor", "OTHER")])
        #expect(recognized.requestor == "KITETV")
    }

    @Test("A value that only looks the same as another is kept beside it, a value that is the same is not")
    func equivalentValues() throws {
        let call = request(
            "POST",
            "https://api.auth.adobe.com/reggie/v1/KITETV/regcode?deviceId=caf%C3%A9&deviceId=caf%C3%A9",
            body: "deviceId=cafe%CC%81"
        )
        let recognized = try #require(PassRequest(recognizing: call))
        let values = recognized.parameters.filter { $0.name == "deviceId" }.map { Array($0.value.utf8) }
        #expect(values == [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8)])
        #expect(try PassRequest(recognizing: recognized.httpRequest()) == recognized)
    }

    @Test("A value that stands twice is one parameter, among few as among many", arguments: [1, 31, 32, 33, 1_000])
    func twice(others: Int) {
        let fields = (0..<others).map { "f\($0)=1" } + ["a=1", "a=1", "a=2", "f0=1"]
        let call = request("GET", "https://api.auth.adobe.com/api/v1/checkauthn?" + fields.joined(separator: "&"))
        let recognized = PassRequest(recognizing: call)
        #expect(recognized?.parameters.count == others + 2)
    }

    @Test("Names, values and methods of any marks are recognized as fast as others", .timeLimit(.minutes(1)))
    func hostileTexts() {
        let marked = "a" + String(repeating: "\u{301}\u{316}", count: 100_000)
        let headers = ["Authorization", "Accept", "Content-Type", marked].map { ($0, marked) }
        let query = "?\(marked)=\(marked)&format=\(marked)&deviceId=\(marked)"
        let url = "https://api.auth.adobe.com/api/v1/checkauthn"
        let recognized = PassRequest(recognizing: request("GET", url + query, headers, body: "\(marked)=\(marked)"))
        #expect(recognized?.requestedFormat == nil)
        #expect(recognized?.deviceID == marked)
        #expect(recognized?.differences(from: PassRequest(.checkAuthentication)).isEmpty == false)
        #expect(PassRequest(recognizing: request(marked, url + "/\(marked)", headers)) == nil)
        var classifier = ExchangeClassifier()
        let page = request("GET", "https://login.\(marked).example/\(marked)?\(marked)=1", headers)
        for request in [page, page] {
            let exchange = Exchange(
                ordinal: 1,
                startedAt: .distantPast,
                durationMicroseconds: 0,
                request: request,
                outcome: .failure("")
            )
            #expect(classifier.kind(of: exchange) == .providerPage)
        }
    }

    @Test("Repeated resources of the SDK's preauthorization stay a list")
    func repeated() throws {
        let call = request(
            "POST",
            "https://sp.auth.adobe.com/adobe-services/1.0/preauthorize",
            body: "authentication_token=t&requestor_id=KITETV&resource_id=KITE1&resource_id=KITE2&resource_id=KITE1"
        )
        let recognized = try #require(PassRequest(recognizing: call))
        #expect(recognized.parameters.filter { $0.name == "resource_id" }.map(\.value) == ["KITE1", "KITE2", "KITE1"])
        #expect(recognized.matchKey == "ae.preauthorize|requestor=KITETV|resource=KITE1|resource=KITE2|resource=KITE1")
    }
}
