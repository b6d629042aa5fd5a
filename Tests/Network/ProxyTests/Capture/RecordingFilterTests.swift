import Testing

@testable import Proxy
@testable import ProxyProtocol

@Suite struct RecordingFilterTests {
    private let adobe = Origin(isSecure: true, host: "api.auth.adobe.com")
    private let cdn = Origin(isSecure: true, host: "cdn.kite.example", port: 8443)

    private func decides(
        _ expressions: [String],
        _ method: String = "GET",
        _ origin: Origin? = nil,
        _ path: String = "/"
    ) throws -> RecordingFilter.Decision {
        try RecordingFilter(expressions).decision(method: method, origin: origin ?? cdn, path: path)
    }

    @Test("By default the answer decides, except for Adobe Pass and for what asks for more than bytes")
    func defaults() throws {
        #expect(try decides([]) == .atResponse)
        #expect(try decides([], "HEAD") == .atResponse)
        #expect(try decides([], "POST", nil, "/licence.mp4") == .record)
        #expect(try decides([], "GET", adobe, "/logo.png") == .record)
        #expect(try decides([], "GET", Origin(isSecure: true, host: "fakeauth.adobe.com")) == .atResponse)
        #expect(RecordingFilter() == (try RecordingFilter([])))
    }

    @Test(
        "All terms of an expression must hold",
        arguments: [
            ("host=*.kite.example", true), ("host=kite.example", false), ("HOST=CDN.Kite.*", true),
            ("host=cdn.kite.example:8443", true), ("host=cdn.kite.example:443", false), ("host=*:8443", true),
            ("path=/api/v1/*", true), ("path=/api", false), ("path=*", true), ("path=/*/tokens/authn", true),
            ("path=/api/*authn?requestor=*", true), ("path=/api/*authn?other*", false), ("method=post", true),
            ("method=GET", false), ("host=*kite*,path=/api/*,method=POST", true), ("host=*kite*,method=PUT", false),
            ("host=!*.kite.example", false), ("host=!*.other.example", true), ("host=cdn*,path=!/static/*", true),
            ("host=cdn*,path=!/api/*", false), ("path=!!x", true),
        ]
    )
    func expressions(expression: String, holds: Bool) throws {
        let decision = try decides([expression], "POST", cdn, "/api/v1/tokens/authn?requestor=KITETV")
        #expect(decision == (holds ? .record : .leaveOut(.filter)))
    }

    @Test("Of several expressions one must hold, and none that takes out")
    func several() throws {
        let filter = ["host=*.adobe.com", "host=*.example", "!path=/ping", "!method=OPTIONS"]
        #expect(try decides(filter, "GET", adobe) == .record)
        #expect(try decides(filter, "GET", cdn, "/video.mp4") == .record)
        #expect(try decides(filter, "GET", Origin(isSecure: false, host: "kite.test")) == .leaveOut(.filter))
        #expect(try decides(filter, "GET", cdn, "/ping?x") == .leaveOut(.filter))
        #expect(try decides(filter, "OPTIONS", adobe) == .leaveOut(.filter))
    }

    @Test("Expressions that only take out take it from the default")
    func exclusions() throws {
        #expect(try decides(["!host=ads.*"]) == .atResponse)
        #expect(try decides(["!host=*.adobe.com"], "POST", adobe) == .leaveOut(.filter))
    }

    @Test("A pattern of many stars takes no longer for that")
    func stars() {
        let pattern = Array(String(repeating: "*a", count: 500).utf8) + [UInt8(ascii: "b")]
        let text = String(repeating: "a", count: 50_000)
        #expect(!Wildcard.matches(pattern, text.utf8))
        #expect(Wildcard.matches(Array("*".utf8), "".utf8))
        #expect(!Wildcard.matches([], "a".utf8))
        #expect(Wildcard.matches([], "".utf8))
    }

    @Test(
        "A wrong expression says where it is wrong, and what was meant",
        arguments: [
            ("hots=*", "--filter \"hots=*\", column 1: \"hots\" is none of host, path, method. Did you mean \"host\"?"),
            (
                "host=a,pth=b",
                "--filter \"host=a,pth=b\", column 8: \"pth\" is none of host, path, method. Did you mean \"path\"?"
            ),
            ("!url=b", "--filter \"!url=b\", column 2: \"url\" is none of host, path, method. Did you mean \"path\"?"),
            ("colour=b", "--filter \"colour=b\", column 1: \"colour\" is none of host, path, method"),
            (
                "*.adobe.com",
                "--filter \"*.adobe.com\", column 1: \"*.adobe.com\" has no pattern. Write a term such as host=*.adobe.com"
            ),
            ("path=", "--filter \"path=\", column 1: \"path\" has no pattern. Write a term such as host=*.adobe.com"),
            ("path=!", "--filter \"path=!\", column 1: \"path\" has no pattern. Write a term such as host=*.adobe.com"),
            (
                "host=a,,",
                "--filter \"host=a,,\", column 8: a term is missing. Write one such as host=*.adobe.com, or take the comma out"
            ),
            (
                "",
                "--filter \"\", column 1: a term is missing. Write one such as host=*.adobe.com, or take the comma out"
            ),
        ]
    )
    func errors(expression: String, message: String) {
        let error = #expect(throws: FilterExpressionError.self) { try RecordingFilter([expression]) }
        #expect(error?.description == message)
    }

    @Test("An expression has a length at most")
    func length() throws {
        let longest = "path=" + String(repeating: "x", count: FilterExpression.maximumLength - 5)
        #expect(try !FilterExpression(longest).isExclusion)
        let error = #expect(throws: FilterExpressionError.self) { try FilterExpression(longest + "x") }
        #expect(error?.problem == .tooLong)
    }
}
