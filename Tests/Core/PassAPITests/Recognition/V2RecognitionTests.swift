import Checkout
import Exchanges
import Foundation
import Testing

@testable import PassAPI

/// Source: rest-api-v2.md §3, §5.
@Suite("REST API V2: which operation a request is, and with what") struct V2RecognitionTests {
    private static let host = "https://sp.auth.adobe.com/api/v2"

    @Test(
        "Each operation of rest-api-v2.md §5 by its method and path, and by the slips that documents and clients make",
        arguments: [
            ("GET", "/KITETV/configuration", .serviceConfiguration),
            ("GET", "/KITETV/configuration/", .serviceConfiguration),
            ("POST", "/KITETV/sessions", .createSession), ("POST", "/KITETV/sessions/K7TQ2MX", .resumeSession),
            ("GET", "/KITETV/sessions/K7TQ2MX", .readSession), ("GET", "/sessions/KITETV/K7TQ2MX", .readSession),
            ("GET", "/authenticate/KITETV/K7TQ2MX", .authenticateInUserAgent), ("GET", "/KITETV/profiles", .profiles),
            ("GET", "/KITETV/profiles/Meadowlark", .profileForMVPD),
            ("GET", "/KITETV/profiles/code/K7TQ2MX", .profileForCode),
            ("POST", "/KITETV/decisions/preauthorize/Meadowlark", .decidePreauthorization),
            ("POST", "/KITETV/decisions/authorize/Meadowlark", .decideAuthorization),
            ("POST", "/KITETV/decision/authorize/Meadowlark", .decideAuthorization),
            ("GET", "/KITETV/logout/Meadowlark?redirectUrl=https%3A%2F%2Fkite.example%2Fbye", .endProfile),
            ("GET", "/logout/KITETV/Meadowlark", .endProfile), ("GET", "/KITETV/logout", .endProfile),
            ("POST", "/KITETV/sessions/sso/Apple", .partnerRequest),
            ("POST", "/KITETV/profiles/sso/Apple", .createPartnerProfile),
        ] as [(String, String, PassAPI.Operation)]
    )
    func routes(method: String, path: String, operation: PassAPI.Operation) throws {
        for host in [
            Self.host, "https://api.auth.adobe.com/api/v2", "https://sp-prequal.auth-staging.adobe.com/api/v2",
        ] {
            let recognized = try #require(PassRequest(recognizing: request(method, host + path)))
            #expect(recognized.operation == operation)
            #expect(recognized.requestor == "KITETV")
        }
    }

    @Test(
        "What is none of them stays what Adobe's host served",
        arguments: [
            ("POST", "/KITETV/profiles"), ("GET", "/KITETV/decisions/authorize/Meadowlark"),
            ("GET", "/KITETV/receipts"),
            ("DELETE", "/KITETV/logout/Meadowlark"), ("GET", "/KITETV/profiles/code/K7TQ2MX/more"),
        ]
    )
    func none(method: String, path: String) {
        let call = request(method, Self.host + path)
        #expect(PassRequest(recognizing: call) == nil)
        #expect(ExchangeKind(of: call).code == "unrecognized")
    }

    @Test("§3.2: the device's id is read out of its Base64, and what is no such value is kept as it came")
    func device() throws {
        // `printf 'kite-box-0001' | base64`
        for (header, id) in [
            ("fingerprint a2l0ZS1ib3gtMDAwMQ==", "kite-box-0001"), ("fingerprint a2l0ZS1ib3gtMDAwMQ", "kite-box-0001"),
            ("a2l0ZS1ib3gtMDAwMQ==", "a2l0ZS1ib3gtMDAwMQ=="), ("fingerprint %%%", "fingerprint %%%"),
            // Bytes of a hash, no text: `printf '\xff\xfe' | base64`.
            ("fingerprint //4=", "fingerprint //4="), ("fingerprint ", "fingerprint "),
        ] {
            let call = request("GET", Self.host + "/KITETV/profiles", [("AP-Device-Identifier", header)])
            let recognized = try #require(PassRequest(recognizing: call))
            #expect(recognized.deviceID == id)
            let built = try recognized.httpRequest()
            #expect(PassRequest(recognizing: built) == recognized)
            if id != header, header.hasSuffix("==") {
                #expect(built.headers[first: "AP-Device-Identifier"] == header)
            }
        }
    }

    @Test("§5.9: the resources are what is asked about, each by itself, in no order")
    func resources() throws {
        func call(_ body: String) throws -> PassRequest {
            let json = [("Content-Type", "application/json")]
            return try #require(
                PassRequest(
                    recognizing: request("POST", Self.host + "/KITETV/decisions/authorize/Meadowlark", json, body: body)
                )
            )
        }
        let two = try call(#"{"resources":["KITE1","KITE9"]}"#)
        #expect(two.parameters.filter { $0.name == "resources" }.map(\.value) == ["KITE1", "KITE9"])
        #expect(try call(#"{"resources":["KITE9","KITE1"]}"#).matchKey == two.matchKey)
        #expect(try call(#"{"resources":["KITE1"]}"#).matchKey != two.matchKey)
        #expect(try call(#"{"resources":["KITE9","KITE1"]}"#).differences(from: two).isEmpty)
        #expect(try call(#"{"resources":["KITE1"]}"#).resource == "KITE1")
        let document = try call(#"{"resources":["<rss version='2.0'><channel><title>KITE1</title></channel></rss>"]}"#)
        #expect(document.resource == "KITE1")
        let built = try two.httpRequest()
        #expect(String(decoding: built.body ?? [], as: UTF8.self) == #"{"resources":["KITE1","KITE9"]}"#)
        #expect(built.headers[first: "Content-Type"] == "application/json")
        let one = try call(#"{"resources":["KITE1"]}"#).httpRequest()
        #expect(String(decoding: one.body ?? [], as: UTF8.self) == #"{"resources":["KITE1"]}"#)
        for body in ["", "{", "{}", #"{"resources":[]}"#, #"{"resources":[{"id":"KITE1"}]}"#, #"{"resources":null}"#] {
            #expect(try call(body).resource == nil, "\(body)")
        }
    }

    @Test("§5.2: what a login needs is in the form, and another MVPD is another session; an empty form is legal")
    func sessions() throws {
        func call(_ form: String) throws -> PassRequest {
            try #require(PassRequest(recognizing: request("POST", Self.host + "/KITETV/sessions", body: form)))
        }
        let full = try call("mvpd=Meadowlark&domainName=kite.example&redirectUrl=https%3A%2F%2Fkite.example%2Fdone")
        #expect(full.mvpd == "Meadowlark" && full["redirectUrl"] == "https://kite.example/done")
        #expect(try call("mvpd=Plover").matchKey != call("mvpd=Meadowlark").matchKey)
        #expect(try call("").mvpd == nil)
        #expect(
            try String(decoding: full.httpRequest().body ?? [], as: UTF8.self)
                == "mvpd=Meadowlark&domainName=kite.example&redirectUrl=https%3A%2F%2Fkite.example%2Fdone"
        )
    }

    @Test("Every exchange of the bundled captures with Adobe is an operation, but for pages")
    func captures() throws {
        for file in Checkout.files(below: "Recordings/v2", suffix: ".har") {
            let recording = try HAR.recording(parsing: Array(Data(contentsOf: URL(filePath: file))))
            let adobe = recording.exchanges.filter { $0.request.url.contains("auth.adobe.com") }
            #expect(!adobe.isEmpty)
            for exchange in adobe {
                let call = try #require(PassRequest(recognizing: exchange.request), "\(exchange.request.url)")
                let response = try #require(PassResponse(of: exchange, for: call.operation))
                if case .unreadable(let reason) = response.content { Issue.record("\(exchange.ordinal): \(reason)") }
                #expect(PassRequest(recognizing: try call.httpRequest()) == call)
            }
        }
    }
}
