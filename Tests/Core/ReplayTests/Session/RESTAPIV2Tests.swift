import Checkout
import Exchanges
import Foundation
import PassAPI
import Replay
import Testing
import VirtualTime

@Suite("A recording of REST API V2 is replayed by the documents' client")
struct RESTAPIV2Tests {
    private static func recording(_ name: String) throws -> Recording {
        let folder = Checkout.top.appending(path: "Recordings/v2")
        var recording = try HAR.recording(parsing: Array(Data(contentsOf: folder.appending(path: name + ".har"))))
        let log = try Data(contentsOf: folder.appending(path: name + ".accounts.jsonl"))
        recording.vsaCalls = try VSALog.parse(Array(log))
        return recording
    }

    /// The client's exchanges of each capture, by its README: all with Adobe but the user agent's and the second screen's.
    private static let bundled: [(name: String, calls: [Int], steps: [String])] = [
        (
            "v2-second-screen", [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 15, 17],
            ["R0", "B1", "P0", "A0", "A1", "A4", "D", "L"]
        ),
        (
            "v2-choose-there", [1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 18, 20],
            ["R0", "B1", "P0", "A0", "A1", "A4", "D", "L"]
        ),
        (
            "v2-sso", [1, 2, 3, 4, 5, 6, 7, 8, 10, 12],
            ["R0", "B1", "P0", "A0", "C2", "C3", "C4", "C5", "D", "L", "B1"]
        ),
        ("v2-preview", [1, 2, 4, 5, 7, 9, 10], ["R0", "B1", "P0", "A0", "D", "B1", "P0", "D"]),
        ("v2-denied", [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 15, 16], ["R0", "B1", "P0", "A0", "A1", "A4", "D", "L"]),
        (
            "v2-returning", [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 15, 17, 18],
            ["R0", "B1", "P0", "A0", "A1", "A4", "D", "B1", "P0", "D"]
        ),
        ("v2-degraded", [1, 2, 3, 4, 5, 6, 7, 9, 11], ["R0", "B1", "P0", "A0", "A1", "D", "L"]),
    ]

    @Test(
        "The bundled captures: every call of the app's, in the steps of rest-api-v2.md §6, without an error",
        arguments: bundled
    )
    func replays(name: String, calls: [Int], steps: [String]) throws {
        let result = try Replayer.replay(Self.recording(name))
        #expect(result.divergences.isEmpty)
        let replayed = result.fates.filter { $0.fate == .replayed }.map(\.exchange)
        #expect(replayed == calls)
        let entered = result.timeline.events.filter { $0.actor == .client && $0.kind.count <= 2 }.map(\.kind)
        #expect(entered == steps)
        // conformance-rules.md §F: the app offers one provider, the configuration two.
        #expect(
            result.warnings.filter { $0.level == .warning }.map { $0.rule?.id } == (name == "v2-sso" ? ["VSA-011"] : [])
        )
    }

    @Test("Without its VSA log the platform's answers are those that the partner framework status tells")
    func withoutLog() throws {
        for name in ["v2-second-screen", "v2-denied", "v2-returning"] {
            var recording = try Self.recording(name)
            recording.vsaCalls = []
            let result = try Replayer.replay(recording)
            #expect(result.divergences.isEmpty, "\(name): \(result.divergences)")
            #expect(result.notes.contains(.platformInferred))
        }
    }

    @Test("An app that uses both versions is replayed with what it has of V1")
    func both() throws {
        let old = try Captures.recording("second-screen-tvos")
        var recording = old
        recording.exchanges += try Self.recording("v2-second-screen").exchanges.map { exchange in
            var exchange = exchange
            exchange.ordinal += old.exchanges.count
            return exchange
        }
        #expect(try Replayer.replay(recording).replayedCount > 5)
        #expect(try Replayer.replay(old).replayedCount > 5)
    }

    @Test("The browser of a second screen is replayed by itself, whatever else is on the way")
    func secondScreen() throws {
        let name = "clients/secondscreen-sign-on"
        var recording = try Captures.recording(name)
        let count = try Replayer.replay(recording).replayedCount
        let v2 = try Self.recording("v2-second-screen").exchanges.first { $0.request.url.contains("/api/v2/") }
        var call = try #require(v2)
        call.ordinal = recording.exchanges.count + 1
        recording.exchanges.append(call)
        #expect(try Replayer.replay(recording).replayedCount == count && count > 0)
    }

    @Test("Without a call of either there is no sign-on in it")
    func neither() throws {
        var recording = try Self.recording("v2-second-screen")
        recording.exchanges.removeAll { $0.request.url.contains("adobe.com") }
        #expect(throws: ReplayError.noSignOn) { try Replayer.replay(recording) }
    }

    @Test(
        "A response that is not about what was asked is a difference at its exchange",
        arguments: [
            (5, #""mvpd":"Meadowlark","code""#, #""mvpd":"Plover","code""#, "mvpd"),
            (11, #""notAfter":1798070012967"#, #""notAfter":1795478012968"#, "profiles.Meadowlark.notAfter"),
            (13, #""resource":"KITE1""#, #""resource":"KITE2""#, "decisions.KITE2.resource"),
            (13, #""mvpd":"Meadowlark""#, #""mvpd":"Plover""#, "decisions.KITE1.mvpd"),
        ]
    )
    func disagreements(ordinal: Int, old: String, new: String, field: String) throws {
        var recording = try Self.recording("v2-second-screen")
        var response = try #require(recording.exchanges[ordinal - 1].response)
        let body = String(decoding: response.body ?? [], as: UTF8.self)
        #expect(body.contains(old))
        response.body = Array(body.replacing(old, with: new).utf8)
        recording.exchanges[ordinal - 1].outcome = .response(response)
        let result = try Replayer.replay(recording)
        let found = try #require(result.divergences.first { $0.exchange == ordinal })
        #expect(found.fields.map(\.name).contains(field))
    }

    @Test("After a 401 the token is fetched with the stored credentials, and the call made once more (§2.3)")
    func unauthorized() throws {
        var recording = try Self.recording("v2-second-screen")
        // Exchange 13, an authorization, is refused; the app fetches a token and repeats it.
        let refused = recording.exchanges[12]
        var first = refused
        first.outcome = .response(
            HTTPResponse(
                status: 401,
                body: Array(
                    #"{"status":401,"code":"invalid_access_token_client_application","action":"application-registration"}"#
                        .utf8
                )
            )
        )
        first.durationMicroseconds = 1_000
        var token = recording.exchanges[1]
        token.startedAt = first.startedAt + .milliseconds(2)
        token.durationMicroseconds = 1_000
        var repeated = refused
        repeated.startedAt = first.startedAt + .milliseconds(5)
        recording.exchanges.replaceSubrange(12..<13, with: [first, token, repeated])
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        let result = try Replayer.replay(recording)
        #expect(result.divergences.isEmpty, "\(result.divergences)")
        let replayed = result.fates.filter { $0.fate == .replayed }.map(\.exchange)
        #expect(replayed.contains(13) && replayed.contains(14) && replayed.contains(15))
    }
}
