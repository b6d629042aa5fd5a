import NIOHTTP1
import Report
import Testing

@testable import ServiceFront

/// Source: issue "A page to look at", part 2.
@Suite("The page at the root of the control interface") struct ControlPageTests {
    @Test("It is HTML with a policy of its own, for nobody's frame and nobody's store", arguments: ["", "?a=b"])
    func headers(query: String) async throws {
        let front = try TestFront()
        for (path, uri) in [
            ("/_kinescope/", nil), ("/_kinescope", nil), ("/_kinescope/", "http://kinescope.local/_kinescope/"),
        ] {
            let host = uri == nil ? "127.0.0.1:8080" : "kinescope.local"
            let reply = try await front.reply(.GET, path + query, headers: ["Host": host], uri: uri)
            #expect(reply.answer.status == .ok)
            let headers = reply.answer.headers
            #expect(headers["Content-Type"] == ["text/html; charset=utf-8"])
            #expect(headers["Content-Security-Policy"] == [Page.liveSecurityPolicy])
            #expect(headers["X-Frame-Options"] == ["DENY"] && headers["Referrer-Policy"] == ["no-referrer"])
            #expect(headers["Cache-Control"] == ["no-store"] && headers["X-Content-Type-Options"] == ["nosniff"])
            #expect(!headers.contains(name: "Access-Control-Allow-Origin"))
            #expect(Array(reply.answer.body.readableBytesView) == Page.liveHTML(version: "1"))
        }
    }

    @Test("The token is not in it, whether the request brought it or not")
    func token() async throws {
        let front = try TestFront()
        let headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Authorization": "Bearer secret-token"]
        for path in ["/_kinescope/", "/_kinescope/?token=secret-token"] {
            let reply = try await front.reply(.GET, path, headers: headers)
            #expect(!String(buffer: reply.answer.body).contains("secret-token"))
            #expect(!reply.answer.headers.contains { $0.value.contains("secret-token") })
        }
    }

    @Test("It takes GET and HEAD alone", arguments: [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS])
    func methods(method: HTTPMethod) async throws {
        let front = try TestFront()
        let reply = try await front.reply(method, "/_kinescope/")
        #expect(reply.answer.status == .methodNotAllowed && reply.answer.headers["Allow"] == ["GET, HEAD"])
        #expect(try await front.reply(.HEAD, "/_kinescope/").answer.status == .ok)
    }

    @Test(
        "Pages of others, names that were led here and other machines do not get it",
        arguments: [
            ("127.0.0.1:8080", "https://evil.example", "127.0.0.1"), ("127.0.0.1:8080", "null", "127.0.0.1"),
            ("evil.example:8080", nil, "127.0.0.1"), ("kinescope.local", nil, "127.0.0.1"),
            ("127.0.0.1:8080", nil, "192.168.1.20"),
        ] as [(String, String?, String)]
    )
    func strangers(host: String, origin: String?, client: String) async throws {
        let front = try TestFront()
        var headers: HTTPHeaders = ["Host": host]
        if let origin { headers.add(name: "Origin", value: origin) }
        let reply = try await front.reply(.GET, "/_kinescope/", headers: headers, from: client)
        #expect(reply.answer.status == .forbidden)
        #expect(!String(buffer: reply.answer.body).contains("<html"))
    }
}
