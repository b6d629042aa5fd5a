import Documents
import Exchanges
import Testing
import VirtualTime

@testable import Report

@Suite("What the page says of REST API V2") struct PageOfV2Tests {
    /// A recording of calls of V2 as rest-api-v2.md has them: method and path, request, status and body.
    private static func recording(
        _ calls: [(call: String, request: String, status: Int, body: String)],
        host: String = "sp.auth.adobe.com"
    ) -> Recording {
        var recording = Recording()
        let start = Instant(secondsSince1970: 1_795_000_000)
        recording.exchanges = calls.enumerated().map { index, call in
            let words = call.call.split(separator: " ")
            return Exchange(
                ordinal: index + 1,
                startedAt: start + .seconds(index),
                durationMicroseconds: 1_000,
                request: HTTPRequest(
                    method: String(words[0]),
                    url: "https://\(host)/api/v2" + words[1],
                    headers: [HeaderField("AP-Device-Identifier", "fingerprint a2l0ZS1ib3gtMDAwMQ==")],
                    body: call.request.isEmpty ? nil : Array(call.request.utf8)
                ),
                outcome: .response(HTTPResponse(status: call.status, body: Array(call.body.utf8)))
            )
        }
        return recording
    }

    private static func page(_ recording: Recording) throws -> JSONValue {
        let page = PageContent([PageSource(recording, name: "v2")], version: "test").json
        return try #require(page["recordings"]?.array?.first)
    }

    private static func verdict(_ page: JSONValue, _ name: String) -> String? { page["verdict"]?[name]?.string }

    private static let readProfiles = "GET /KITETV/profiles"
    private static let profile =
        #"{"profiles":{"Meadowlark":{"notBefore":1795000000000,"notAfter":1799000000000,"type":"regular"}}}"#
    private static let authorize = "POST /KITETV/decisions/authorize/Meadowlark"
    private static let one = #"{"resources":["KITE1"]}"#
    private static let permit =
        #"{"decisions":[{"resource":"KITE1","source":"mvpd","authorized":true,"token":{"notBefore":1795000001000,"notAfter":1795000421000,"serializedToken":"PHNpZ25hdHVyZUluZm8+"}}]}"#
    private static let denial =
        #"{"decisions":[{"resource":"KITE1","source":"mvpd","authorized":false,"error":{"status":403,"code":"authorization_denied_by_mvpd","details":"Not in your package."}}]}"#

    @Test(
        "The bundled recordings: what their README says that happened",
        arguments: [
            ("v2-second-screen", "The user signed in with Meadowlark by code, played KITE1 and was logged out.", "ok"),
            ("v2-choose-there", "The user signed in with Plover by code, played KITE1 and was logged out.", "ok"),
            (
                "v2-denied",
                "The user signed in with Meadowlark by code, played KITE1, was denied KITE9 by the TV provider (Not in your package: "
                    + "call Meadowlark at 555-0100.) and was logged out.", "error"
            ),
            ("v2-preview", "The user got a Temp Pass and played KITE1.", "ok"),
            ("v2-degraded", "The user played KITE1.", "ok"),
        ]
    )
    func bundled(name: String, message: String, level: String) throws {
        let page = try Self.page(try BundledRecordings.recording("Recordings/v2/\(name).har"))
        #expect(Self.verdict(page, "message") == message)
        #expect(Self.verdict(page, "level") == level)
    }

    @Test("Its calls have phases, polls are polls, and what expires is there with stops")
    func parts() throws {
        let page = try Self.page(try BundledRecordings.recording("Recordings/v2/v2-second-screen.har"))
        let steps = try #require(page["steps"]?.array)
        #expect(
            steps.map { "\($0["title"]?.string ?? "") \($0["state"]?.string ?? "")" }
                == ["Registration done", "Sign-in done", "Authorization done", "Logout done"]
        )
        #expect(steps[2]["exchanges"] == .ordinals([12, 13, 15]))
        let events = try #require(page["events"]?.array)
        #expect(events.filter { $0["level"]?.string == "poll" }.compactMap { $0["ordinal"]?.number?.int64 } == [6, 7])
        let names = events.filter { $0["ordinal"]?.number?.int64 == 13 }.compactMap { $0["name"]?.string }
        #expect(names == ["v2.decision.authorize"])
        let lives = try #require(page["lives"]?.array)
        let profile = try #require(lives.first { $0["kind"]?.string == "profile" })
        #expect(profile["expiresAt"]?.string == "2026-12-23T23:53:32.967Z" && profile["ending"]?.string == "loggedOut")
        let token = try #require(lives.first { $0["name"]?.string == "media-token KITE1" })
        let stops = try #require(page["stops"]?.array).filter { $0["entry"] == token["entry"] }
        #expect(stops.compactMap { $0["type"]?.string } == ["justBefore", "at"])
        #expect(stops.last?["at"]?.string == "2026-11-24T00:00:33.057Z")
    }

    @Test("A denial stands where it was, until the same was played")
    func denials() throws {
        let calls = [(Self.readProfiles, "", 200, Self.profile), (Self.authorize, Self.one, 200, Self.denial)]
        let page = try Self.page(Self.recording(calls))
        #expect(
            Self.verdict(page, "message")
                == "The user was signed in with Meadowlark already and was denied KITE1 by the TV provider (Not in your package.)."
        )
        #expect(
            Self.verdict(page, "parting")
                == "At exchange 2: v2.decision.authorize → 200 not authorized authorization_denied_by_mvpd, Not in your package. (denied by the MVPD)."
        )
        // 1799000000 s are 46 d after the start: beyond 31 days.
        #expect(
            Self.verdict(page, "later")
                == "profile Meadowlark is still valid, until 2027-01-03T18:13:20Z: no new sign-in is needed."
        )
        #expect(Self.verdict(page, "level") == "error")
        #expect(page["events"]?.array?.last?["level"]?.string == "error")
        let later = try Self.page(Self.recording(calls + [(Self.authorize, Self.one, 200, Self.permit)]))
        #expect(Self.verdict(later, "level") == "ok")
    }

    @Test("Without a profile the polls are told, and an error by its code")
    func failures() throws {
        let poll = ("GET /KITETV/profiles/code/K7TQ2MX", "", 200, #"{"profiles":{}}"#)
        let polls = try Self.page(Self.recording([poll, poll]))
        #expect(Self.verdict(polls, "message") == "The user did not sign in: 2 polls, the last by exchange 2.")
        #expect(Self.verdict(polls, "level") == "error")
        let error = #"{"status":400,"code":"invalid_authentication_session","action":"none"}"#
        let refused = try Self.page(Self.recording([poll, (poll.0, "", 400, error)]))
        #expect(
            Self.verdict(refused, "parting")
                == "At exchange 2: v2.profile.code → 400 invalid_authentication_session."
        )
    }

    @Test("200 without a decision is no playback")
    func undecided() throws {
        let calls = [(Self.readProfiles, "", 200, Self.profile), (Self.authorize, Self.one, 200, #"{"decisions":[]}"#)]
        let page = try Self.page(Self.recording(calls))
        #expect(
            Self.verdict(page, "message")
                == "The user was signed in with Meadowlark already and could not play KITE1: exchange 2 → 200 no decision."
        )
        #expect(Self.verdict(page, "level") == "error")
    }

    @Test("Paths alike on other hosts are not read, and bodies that are no JSON show nothing")
    func strangers() throws {
        let calls = [(Self.readProfiles, "", 200, Self.profile)]
        let other = try Self.page(Self.recording(calls, host: "play.kite.example"))
        #expect(Self.verdict(other, "level") == "unknown")
        for body in ["", "{", "[]", #"{"profiles":[1]}"#, #"{"decisions":{"a":1}}"#] {
            let page = try Self.page(Self.recording([(Self.authorize, Self.one, 200, body)]))
            #expect(Self.verdict(page, "level") == "error", "\(body)")
        }
    }
}
