import Checkout
import Exchanges
import Foundation
import PassAPI
import Replay
import Testing
import VirtualTime

@Suite("A recording of REST API V2 is replayed by the documents' client")
struct RESTAPIV2Tests {
    static func recording(_ name: String) throws -> Recording {
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

    /// The numbers of the exchanges of `v2-second-screen`, by its README.
    private enum Place {
        static let (token, profiles, configuration, session, preauthorize) = (2, 3, 4, 5, 12)
        static let polls = [6, 7, 11]
    }

    /// What other apps do where the documents leave it to them, each as a change of the capture.
    private static let others: [(name: String, change: @Sendable (inout [Exchange]) -> Void)] = [
        ("no look for a profile at the start", { $0.removeAll { $0.ordinal == Place.profiles } }),
        (
            "a list of its own, and no look for a profile",
            { $0.removeAll { [Place.profiles, Place.configuration].contains($0.ordinal) } }
        ),
        ("no preauthorization", { $0.removeAll { $0.ordinal == Place.preauthorize } }),
        ("polls of the MVPD's profile", { exchanges in poll(&exchanges, "profiles/Meadowlark") }),
        ("polls of all profiles", { exchanges in poll(&exchanges, "profiles") }),
        (
            "another look at the profile after the login",
            { exchanges in
                guard let place = exchanges.firstIndex(where: { $0.ordinal == Place.polls.last }),
                    let start = exchanges.first(where: { $0.ordinal == Place.profiles })
                else { return }
                var again = exchanges[place]
                again.request = start.request
                again.startedAt = exchanges[place].endedAt + .milliseconds(1)
                again.durationMicroseconds = 1_000
                exchanges.insert(again, at: place + 1)
            }
        ),
        ("a recording that begins with the session", { $0.removeAll { $0.ordinal < Place.session } }),
        ("a recording that begins amid polling", { $0.removeAll { $0.ordinal <= Place.session } }),
        ("a recording that begins with a playback", { $0.removeAll { $0.ordinal <= Place.preauthorize } }),
    ]

    private static func poll(_ exchanges: inout [Exchange], _ path: String) {
        let header = exchanges.first { $0.ordinal == Place.profiles }?.request.headers[
            first: "AP-Partner-Framework-Status"
        ]
        for index in exchanges.indices where Place.polls.contains(exchanges[index].ordinal) {
            let url = exchanges[index].request.url
            guard let tail = url.range(of: "profiles/code/") else { continue }
            exchanges[index].request.url = url[..<tail.lowerBound] + path
            if let header {
                exchanges[index].request.headers.append(HeaderField("AP-Partner-Framework-Status", header))
            }
        }
    }

    @Test(
        "An app that does otherwise where the documents leave it open is replayed to its end without an error",
        arguments: others.indices
    )
    func otherApps(index: Int) throws {
        let (name, change) = Self.others[index]
        for isLogged in [true, false] {
            var recording = try Self.recording("v2-second-screen")
            if !isLogged { recording.vsaCalls = [] }
            change(&recording.exchanges)
            // A log that begins with the recording.
            let start = recording.exchanges[0].startedAt
            if recording.exchanges[0].ordinal > Place.session { recording.vsaCalls.removeAll { $0.answeredAt < start } }
            for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
            let result = try Replayer.replay(recording)
            #expect(result.divergences.isEmpty, "\(name): \(result.divergences)")
            #expect(result.warnings.filter { $0.level != .note }.isEmpty, "\(name)")
            #expect(
                result.fates.last { $0.fate == .replayed }?.exchange == recording.exchanges.last?.ordinal,
                "\(name)"
            )
        }
    }

    /// An authorization that the MVPD could not be asked for, as rest-api-v2.md §4 has it.
    private static let failed = #"""
        {"decisions":[{"resource":"KITE1","serviceProvider":"KITETV","mvpd":"Meadowlark","source":"mvpd","authorized":false,\#
        "error":{"action":"retry","status":403,"code":"network_received_error","message":"Failed."}}]}
        """#.replacing("\\#\n", with: "")

    @Test(
        "An authorization that failed is repeated as often as the app did, once or not at all (§9.3)",
        arguments: [0, 1]
    )
    func repetitions(count: Int) throws {
        var recording = try Self.recording("v2-second-screen")
        let play = recording.exchanges[12]
        var failed = play
        failed.outcome = .response(
            HTTPResponse(
                status: 200,
                headers: [HeaderField("Content-Type", "application/json;charset=UTF-8")],
                body: Array(Self.failed.utf8)
            )
        )
        failed.durationMicroseconds = 1_000
        var repeated = play
        repeated.startedAt = play.startedAt + .seconds(1)
        for index in 13..<recording.exchanges.count {
            recording.exchanges[index].startedAt = recording.exchanges[index].startedAt + .seconds(10)
        }
        // Without a permit there is no token to be verified.
        recording.exchanges.replaceSubrange(12..<(14 - count), with: count == 1 ? [failed, repeated] : [failed])
        for index in recording.exchanges.indices { recording.exchanges[index].ordinal = index + 1 }
        let result = try Replayer.replay(recording)
        #expect(result.divergences.isEmpty, "\(result.divergences)")
        let plays = result.timeline.events.filter { $0.kind == "play" && $0.actor == .user }
        // The user asked for it once, and for another playback later.
        #expect(plays.count == 2)
    }
}
