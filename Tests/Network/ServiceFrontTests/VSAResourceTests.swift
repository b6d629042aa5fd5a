import Documents
import Exchanges
import NIOCore
import NIOHTTP1
import Proxy
import Simulation
import SubscriberAccount
import Testing

@testable import ServiceFront

/// Source: issue "Serve", parts 4 and 6.
@Suite struct VSAResourceTests {
    private static let check = #"{"call":"checkAccessStatus","request":{"prompt":true}}"#

    private func perform(_ steps: String, _ front: TestFront) async throws -> LocalReply {
        let headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Authorization": "Bearer secret-token"]
        return try await front.reply(.POST, "/_kinescope/steps", headers: headers, body: steps)
    }

    @Test("A question is a line of a VSA log without result; the response is that line with one, and is recorded")
    func answers() async throws {
        let front = try TestFront()
        let reply = try await front.reply(.POST, "/vsa-requests", body: Self.check)
        #expect(reply.answer.status == .ok && reply.answer.headers["Content-Type"] == ["application/json"])
        #expect(
            String(buffer: reply.answer.body)
                == #"{"at":"2027-01-15T08:00:00Z","call":"checkAccessStatus","request":{"prompt":true},"accessStatus":"granted"}"#
                + "\n"
        )
        guard case .vsaCalls(let calls)? = reply.events.first else {
            Issue.record("nothing is recorded")
            return
        }
        #expect(calls.map(\.answer) == [.accessStatus(.granted, nil)] && reply.exchange == nil)
        let line = try JSONValue(parsing: Array(VSALog.line(for: calls[0]).utf8))
        #expect(line["_served"]?["source"]?.string == "simulated")
        let enqueue = #"{"call":"enqueue","request":{"isInterruptionAllowed":false}}"#
        let refused = try await front.reply(.POST, "/vsa-requests", body: enqueue).object
        #expect(refused?["error"]?["code"]?.number?.text == "4" && refused?["metadata"] == .null)
        #expect(refused?["error"]?["domain"]?.string == "VSErrorDomain")
    }

    @Test(
        "Garbage is refused with its place, and asks nothing",
        arguments: [
            ("", "the body is empty"), ("garbage", "line 1"), ("[]", "expected an object"),
            (#"{"call":"enqueue"}"#, "request"),
            ("{}", "call"),
            (#"{"call":"signOut","request":{}}"#, "call"),
            (#"{"call":"enqueue","request":{"attributeNames":"uid"}}"#, "attributeNames"),
            (Self.check + Self.check, "more text follows"),
        ]
    )
    func garbage(body: String, part: String) async throws {
        let front = try TestFront()
        let reply = try await front.reply(.POST, "/vsa-requests", body: body)
        #expect(reply.answer.status == .badRequest && reply.events.isEmpty)
        #expect(String(buffer: reply.answer.body).contains(part))
        #expect(front.backend.withBackend { $0.log.count } == 0)
        let deep = String(repeating: "[", count: 100_000)
        #expect(try await front.reply(.POST, "/vsa-requests", body: deep).answer.status == .badRequest)
    }

    @Test("No page asks, whatever its origin; no other method, and no other name for this machine")
    func strangers() async throws {
        let front = try TestFront()
        for origin in ["https://evil.example", "null", "https://player.example", "http://127.0.0.1:8080"] {
            let headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Origin": origin]
            let reply = try await front.reply(.POST, "/vsa-requests", headers: headers, body: Self.check)
            #expect(reply.answer.status == .forbidden)
            #expect(!reply.answer.headers.contains(name: "Access-Control-Allow-Origin"))
        }
        for method in [HTTPMethod.GET, .HEAD, .PUT, .OPTIONS] {
            let reply = try await front.reply(method, "/vsa-requests", body: Self.check)
            #expect(reply.answer.status == .methodNotAllowed && reply.answer.headers["Allow"] == ["POST"])
        }
        #expect(front.backend.withBackend { $0.log.count } == 0)
        let led = try await front.reply(.POST, "/vsa-requests", at: "http://evil.example", body: Self.check)
        #expect(led.answer.status.code == 502 && led.events.isEmpty)
        var named: HTTPHeaders = ["Host": "127.0.0.1:8080"]
        named.add(name: "X-Kinescope-Client", value: String(repeating: "a", count: 201))
        #expect(
            try await front.reply(.POST, "/vsa-requests", headers: named, body: Self.check).answer.status == .badRequest
        )
        // It is an entrance of what is served: a device in the network may ask, without a token.
        let device = try await front.reply(.POST, "/vsa-requests", body: Self.check, from: "192.168.1.20")
        #expect(device.answer.status == .ok)
    }

    @Test("Steps say what Settings hold; the next call has it, timeline, state and verdict show it")
    func settings() async throws {
        let front = try TestFront()
        let steps = try await perform("vsa permission granted; vsa sign in Meadowlark wren; rate 0", front).object
        let items = try #require(steps?["items"]?.array)
        let settings = items[1]["settings"]
        #expect(settings?["permission"]?.string == "granted" && settings?["user"]?.string == "wren")
        #expect(settings?["provider"]?.string == "com.example.meadowlark")
        // 30 days after 2027-01-15T08:00:00Z.
        #expect(settings?["expiresAt"]?.string == "2027-02-14T08:00:00Z")
        #expect(items[1]["message"]?.string?.contains("signed in with com.example.meadowlark as wren") == true)
        #expect(items[2]["settings"] == nil)
        let body = #"{"call":"enqueue","request":{"includeAccountProviderIdentifier":true}}"#
        let line = try await front.reply(.POST, "/vsa-requests", body: body).object
        #expect(line?["metadata"]?["accountProviderIdentifier"]?.string == "com.example.meadowlark")
        let timeline = try await front.reply(.GET, "/_kinescope/timeline").object?["items"]?.array
        let vsa = timeline?.first?["vsa"]
        #expect(vsa?["call"]?.string == "enqueue" && vsa?["provider"]?.string == "com.example.meadowlark")
        #expect(timeline?.first?["url"]?.string == "http://kinescope.local/vsa-requests")
        let state = try await front.reply(.GET, "/_kinescope/state").object?["items"]?.array
        #expect(state?.contains { $0["type"]?.string == "account" && $0["user"]?.string == "wren" } == true)
        let verdict = try await front.reply(.GET, "/_kinescope/verdict").object
        #expect(verdict?["vsaCallCount"]?.number?.text == "1" && verdict?["requestCount"]?.number?.text == "1")
        #expect(try await perform("vsa sign in Nowhere", front).answer.status == .conflict)
        #expect(try await perform("vsa sing in Meadowlark", front).answer.status == .badRequest)
        let description = try await front.reply(.GET, "/_kinescope/openapi.json").object
        let text = description?["paths"]?["/_kinescope/steps"]?["post"]?["requestBody"]?["description"]?.string
        for word in ["vsa permission", "vsa sign in", "vsa sign out", "vsa prompt", "vsa picker", "vsa recorded"] {
            #expect(text?.contains(word) == true)
        }
    }
}
