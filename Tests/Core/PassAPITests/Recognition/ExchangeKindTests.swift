import Exchanges
import Testing
import VirtualTime

@testable import PassAPI

struct ExchangeKindTests {
    @Test(
        "Requests outside Adobe are known by their shape",
        arguments: [
            (request("GET", "https://login.mvpd.example/"), ExchangeKind.providerPage),
            (request("GET", "https://mvpd.example/saml/start?x=1"), .providerPage),
            (request("GET", "https://mvpd.example/start?SAMLRequest=abc"), .providerPage),
            (
                request(
                    "POST",
                    "https://mvpd.example/start",
                    [("content-type", "application/x-www-form-urlencoded; charset=UTF-8")],
                    body: "user=a&UserPassword=b"
                ), .providerPage
            ),
            (
                request("GET", "https://play.kite.example/", [("authorization", "bearer t0")]),
                .other("play.kite.example")
            ),
            (
                request("POST", "https://play.kite.example/", body: "{\"t\":\"PHNpZ25hdHVyZUluZm8+YQ==\"}"),
                .programmerService
            ),
            (request("GET", "https://play.kite.example/?t=%3CshortAuthorizationToken%3E"), .programmerService),
            (request("GET", "https://kite.example/news"), .other("kite.example")),
            (request("OPTIONS", "https://api.auth.adobe.com/api/v1/config/KITETV"), .preflight),
        ]
    )
    func shapes(call: HTTPRequest, kind: ExchangeKind) {
        #expect(ExchangeKind(of: call) == kind)
        #expect(!kind.label.isEmpty)
    }

    @Test("Where login redirected to is login, the way back to Adobe is not")
    func redirects() {
        func exchange(_ url: String, to location: String?) -> Exchange {
            Exchange(
                ordinal: 1,
                startedAt: Instant(secondsSince1970: 0),
                durationMicroseconds: 1,
                request: request("GET", url),
                outcome: .response(response(302, nil, location.map { [("location", $0)] } ?? []))
            )
        }
        var classifier = ExchangeClassifier()
        let way = [
            exchange("https://meadowlark.example/a", to: nil),
            exchange(
                "https://api.auth.adobe.com/api/v1/authenticate?reg_code=K7TQ2MX",
                to: "https://meadowlark.example/a"
            ),
            exchange("https://meadowlark.example/a", to: "https://b.example/b"),
            exchange("https://b.example/b", to: "https://sp.auth.adobe.com/back"),
            exchange("https://sp.auth.adobe.com/back", to: nil),
        ]
        var kinds: [ExchangeKind] = []
        for exchange in way { kinds.append(classifier.kind(of: exchange)) }
        #expect(
            kinds == [
                .other("meadowlark.example"), .operation(.initiateAuthentication), .providerPage, .providerPage,
                .unrecognizedAdobe("GET /back"),
            ]
        )
    }

    @Test("A host that was sent a media token is the Programmer's, whatever words are in its paths; a login stays one")
    func programmer() {
        var classifier = ExchangeClassifier()
        func kind(_ url: String) -> ExchangeKind {
            classifier.kind(
                of: Exchange(
                    ordinal: 1,
                    startedAt: Instant(secondsSince1970: 0),
                    durationMicroseconds: 1,
                    request: request("GET", url),
                    outcome: .failure("")
                )
            )
        }
        let start = "https://play.kite.example/auth/startSession"
        #expect(kind(start + "?token=device-1") == .providerPage)
        classifier = ExchangeClassifier()
        #expect(kind(start + "?token=PHNpZ25hdHVyZUluZm8+YQ==") == .programmerService)
        #expect(kind(start + "?token=device-1") == .programmerService)
        #expect(kind("https://play.kite.example/auth?SAMLRequest=abc") == .providerPage)
        #expect(kind("https://login.kite.example/auth") == .providerPage)
    }

    @Test("A bearer token makes a host the Programmer's only where Adobe was sent it, or issued it")
    func accessTokens() {
        func exchange(_ request: HTTPRequest, _ answer: HTTPResponse = response(200, nil, [])) -> Exchange {
            Exchange(
                ordinal: 1,
                startedAt: Instant(secondsSince1970: 0),
                durationMicroseconds: 1,
                request: request,
                outcome: .response(answer)
            )
        }
        func call(_ url: String, _ token: String?) -> Exchange {
            exchange(request("GET", url, token.map { [("Authorization", "Bearer " + $0)] } ?? []))
        }
        var classifier = ExchangeClassifier()
        func kind(_ exchange: Exchange) -> ExchangeKind { classifier.kind(of: exchange) }
        let analytics = "https://metrics.example/v1/batch"
        let play = "https://play.kite.example/verify"
        #expect(kind(call(play, "token-1")) == .other("play.kite.example"), "nothing shows whose the token is")
        _ = kind(call("https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV&deviceId=a", "token-1"))
        #expect(kind(call(play, "token-1")) == .programmerService)
        #expect(kind(call(play, "another")) == .programmerService, "the host is known by now")
        #expect(kind(call(analytics, "another")) == .other("metrics.example"))
        #expect(kind(call(analytics, nil)).label == "Third-party host: metrics.example")
        let token = #"{"access_token":"token-2","token_type":"bearer","expires_in":"21600"}"#
        let fetch = request(
            "POST",
            "https://api.auth.adobe.com/o/client/token?grant_type=client_credentials&client_id=a&client_secret=b"
        )
        _ = kind(exchange(fetch, response(201, token, [("Content-Type", "application/json")])))
        #expect(kind(call(analytics, "token-2")) == .programmerService)
    }

    @Test("Of a plain site only the pages that are called like a login are taken for one")
    func plainSite() {
        var classifier = ExchangeClassifier()
        func kind(_ url: String, type: String) -> ExchangeKind {
            classifier.kind(
                of: Exchange(
                    ordinal: 1,
                    startedAt: Instant(secondsSince1970: 0),
                    durationMicroseconds: 1,
                    request: request("GET", url),
                    outcome: .response(response(200, nil, [("Content-Type", type)]))
                )
            )
        }
        let site = "https://plain.example"
        #expect(kind(site + "/login", type: "text/html; charset=utf-8") == .providerPage)
        for (path, type) in [("/", "text/html"), ("/auth/app.js", "text/javascript"), ("/a.png", "image/png")] {
            #expect(kind(site + path, type: type) == .other("plain.example"), "\(path)")
        }
        // The provider of a login keeps its pages, without what they are made of.
        #expect(kind("https://idp.example/x?SAMLRequest=a", type: "text/html") == .providerPage)
        #expect(kind("https://idp.example/y", type: "text/html") == .providerPage)
        #expect(kind("https://idp.example/y.css", type: "text/css") == .other("idp.example"))
    }

    @Test("Only so many hosts are remembered")
    func rememberedHosts() {
        var classifier = ExchangeClassifier()
        func kind(_ url: String) -> ExchangeKind {
            classifier.kind(
                of: Exchange(
                    ordinal: 1,
                    startedAt: Instant(secondsSince1970: 0),
                    durationMicroseconds: 1,
                    request: request("GET", url),
                    outcome: .failure("")
                )
            )
        }
        for index in 0...ExchangeClassifier.rememberedHosts {
            #expect(kind("https://h\(index).example/login?SAMLRequest=a") == .providerPage)
        }
        #expect(kind("https://h\(ExchangeClassifier.rememberedHosts - 1).example/x") == .providerPage)
        let last = "h\(ExchangeClassifier.rememberedHosts).example"
        #expect(kind("https://\(last)/x") == .other(last))
    }

    @Test("Its code and its request say again what it is, and its name")
    func codes() {
        let url = "https://api.auth.adobe.com/api/v9/new?a=b"
        var kinds: [(ExchangeKind, code: String)] = [
            (.unrecognizedAdobe("POST /api/v9/new"), "unrecognized"), (.preflight, "preflight"),
            (.providerPage, "providerPage"), (.programmerService, "programmerService"),
            (.other("api.auth.adobe.com"), "other"),
        ]
        kinds += Operation.allCases.map { (.operation($0), $0.rawValue) }
        for (kind, code) in kinds {
            #expect(kind.code == code)
            #expect(ExchangeKind(code: code, method: "post", url: url) == kind)
        }
        for code in ["", "Other", "check authentication token", "v1.nothing"] {
            #expect(ExchangeKind(code: code, method: "GET", url: url) == nil)
        }
    }
}
