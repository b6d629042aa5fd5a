import Documents
import Exchanges
import Testing
import VirtualTime

@testable import Report

@Suite("What the page says of REST API V2") struct PageStoryOfV2Tests {
    /// A recording of calls of V2 as rest-api-v2.md has them: path, status and body.
    static func recording(_ calls: [(path: String, status: Int, body: String)], host: String = "sp.auth.adobe.com")
        -> Recording
    {
        var recording = Recording()
        let start = Instant(secondsSince1970: 1_795_000_000)
        recording.exchanges = calls.enumerated().map { index, call in
            Exchange(
                ordinal: index + 1,
                startedAt: start + .seconds(index),
                durationMicroseconds: 1_000,
                request: HTTPRequest(method: "GET", url: "https://\(host)/api/v2\(call.path)"),
                outcome: .response(HTTPResponse(status: call.status, body: Array(call.body.utf8)))
            )
        }
        return recording
    }

    static func page(_ recording: Recording) throws -> JSONValue {
        let page = PageContent([PageSource(recording, name: "v2")], version: "test").json
        return try #require(page["recordings"]?.array?.first)
    }

    static let profile =
        #"{"profiles":{"Meadowlark":{"notBefore":1795000000000,"notAfter":1799000000000,"type":"regular"}}}"#
    static let permit =
        #"{"decisions":[{"resource":"KITE1","authorized":true,"token":{"notBefore":1795000001000,"notAfter":1795000421000}}]}"#
    static let denial =
        #"{"decisions":[{"resource":"KITE9","authorized":false,"error":{"status":403,"code":"authorization_denied_by_mvpd","details":"Not in your package."}}]}"#

    @Test(
        "The bundled recordings: what their README says that happened",
        arguments: [
            (
                "v2-second-screen",
                "The app, on REST API V2, got a profile of Meadowlark (regular) by exchange 11, was permitted KITE1 and "
                    + "requested the logout by exchange 17.",
                "The profile of Meadowlark was logged out by exchange 17: the user has to sign in again."
            ),
            (
                "v2-choose-there",
                "The app, on REST API V2, got a profile of Plover (regular) by exchange 14, was permitted KITE1 and "
                    + "requested the logout by exchange 20.",
                "The profile of Plover was logged out by exchange 20: the user has to sign in again."
            ),
        ]
    )
    func bundled(name: String, message: String, later: String) throws {
        let page = try Self.page(try BundledRecordings.recording("Recordings/v2/\(name).har"))
        #expect(page["verdict"]?["message"]?.string == message)
        #expect(page["verdict"]?["later"]?.string == later)
        #expect(page["verdict"]?["level"]?.string == "ok")
        #expect(page["verdict"]?["parting"]?.string?.contains("not replayed") == true)
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
        #expect(names == ["POST decisions/authorize/Meadowlark"])
        let lives = try #require(page["lives"]?.array)
        let profile = try #require(lives.first { $0["kind"]?.string == "profile" })
        #expect(profile["expiresAt"]?.string == "2026-12-23T23:53:32.967Z" && profile["ending"]?.string == "loggedOut")
        let token = try #require(lives.first { $0["name"]?.string == "media-token KITE1" })
        let stops = try #require(page["stops"]?.array).filter { $0["entry"] == token["entry"] }
        #expect(stops.compactMap { $0["type"]?.string } == ["justBefore", "at"])
        #expect(stops.last?["at"]?.string == "2026-11-24T00:00:33.057Z")
    }

    @Test("A denial in a response of status 200 is the verdict, unless a permit for the same follows")
    func denial() throws {
        let path = "/KITETV/decisions/authorize/Meadowlark"
        let page = try Self.page(
            Self.recording([
                ("/KITETV/profiles", 200, Self.profile), (path, 200, Self.permit), (path, 200, Self.denial),
            ])
        )
        let verdict = try #require(page["verdict"])
        #expect(
            verdict["message"]?.string
                == "The app, on REST API V2, got a profile of Meadowlark (regular) by exchange 1, was permitted KITE1 and "
                + "was denied KITE9 (authorization_denied_by_mvpd)."
        )
        #expect(
            verdict["parting"]?.string
                == "At exchange 3: KITE9 not authorized, authorization_denied_by_mvpd: Not in your package."
        )
        #expect(verdict["level"]?.string == "error")
        // 1799000000 s are 46 d after the start: beyond 31 days.
        #expect(
            verdict["later"]?.string
                == "The profile of Meadowlark is still valid, until 2027-01-03T18:13:20Z: no new sign-in is needed."
        )
        #expect(page["events"]?.array?.last?["level"]?.string == "error")
        let permitted = Self.permit.replacing("KITE1", with: "KITE9")
        let later = try Self.page(Self.recording([(path, 200, Self.denial), (path, 200, permitted)]))
        #expect(later["verdict"]?["level"]?.string == "ok")
    }

    @Test("A permit that the MVPD did not give says whose it is")
    func source() throws {
        let permit = Self.permit.replacing(#""authorized":true"#, with: #""authorized":true,"source":"degradation""#)
        let page = try Self.page(Self.recording([("/KITETV/decisions/authorize/Meadowlark", 200, permit)]))
        #expect(
            page["verdict"]?["message"]?.string
                == "The app, on REST API V2, was permitted KITE1 (source degradation)."
        )
    }

    @Test("Without a profile the polls are told, and an error by its code")
    func failures() throws {
        let poll = ("/KITETV/profiles/code/K7TQ2MX", 200, #"{"profiles":{}}"#)
        let polls = try Self.page(Self.recording([poll, poll]))
        #expect(
            polls["verdict"]?["message"]?.string
                == "The app, on REST API V2, got no profile: 2 polls, the last by exchange 2."
        )
        #expect(polls["verdict"]?["level"]?.string == "error")
        let error = #"{"status":400,"code":"invalid_authentication_session","action":"none"}"#
        let refused = try Self.page(Self.recording([poll, ("/KITETV/profiles/code/K7TQ2MX", 400, error)]))
        #expect(
            refused["verdict"]?["parting"]?.string == "At exchange 2: status 400, invalid_authentication_session."
        )
    }

    @Test("Paths alike on other hosts, and bodies that are no JSON, are not read")
    func strangers() throws {
        let calls = [("/KITETV/profiles", 200, Self.profile)]
        let other = try Self.page(Self.recording(calls, host: "play.kite.example"))
        #expect(other["usesV2"] == .bool(false) && other["verdict"]?["level"]?.string == "unknown")
        for body in ["", "{", "[]", #"{"profiles":[1]}"#, #"{"decisions":{"a":1}}"#] {
            let page = try Self.page(Self.recording([("/KITETV/decisions/authorize/Meadowlark", 200, body)]))
            #expect(page["verdict"]?["level"]?.string == "unknown", "\(body)")
        }
    }
}
