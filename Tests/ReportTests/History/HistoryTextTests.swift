import Documents
import Exchanges
import Foundation
import History
import Report
import Testing
import VirtualTime

@Suite("The history in words") struct HistoryTextTests {
    static func history(_ name: String) throws -> History {
        let directory = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Recordings/captures/clients").standardizedFileURL
        let bytes = try Data(contentsOf: directory.appending(path: name + ".har"))
        return History(try HTTPArchive.recording(parsing: Array(bytes)))
    }

    @Test("The state names what is there, what ended and how, what was refused, and what expires when")
    func state() throws {
        let history = try Self.history("kodi-espn3-denied")
        let instant = try #require(history.span?.upperBound)
        let text = HistoryText().text(of: history, device: 0, at: instant)
        #expect(text.hasPrefix("state at \(instant)\nafter exchange 12\n\ndevices\n"))
        #expect(text.contains("\nended\n  authn-token KITETV  logged out by exchange 6 at 2026-11-24T06:43:52."))
        #expect(text.contains("exchange 3: v1.authorize → 403 Not in your package (denied by the MVPD)\n"))
        #expect(text.contains("registration-code 3EA0C10  2026-11-24T07:13:53.577Z, in 30 m, exchange 7 (expires)\n"))
        #expect(!text.contains("2026-12-24"), "no AuthN token is left that could expire then")
    }

    @Test("An assumed expiration is told by its rule")
    func assumption() throws {
        let history = try Self.history("secondscreen-sign-on")
        let instant = try #require(history.span?.upperBound)
        let text = HistoryText().text(of: history, device: 0, at: instant)
        #expect(text.contains("authn-token KITETV  2026-12-24T06:45:50Z, in 30 d, assumed (authn-token-30d)\n"))
        let table = ExpirationText().text(of: ExpirationTable(history, device: 0))
        #expect(table.contains("\n  assumed (authn-token-30d)  2026-12-24T06:45:50Z"))
        #expect(table.hasSuffix("\n1 expiration, 1 of them assumed\n"))
    }

    @Test("A table says what the next call meets: as the recording shows, else as the documents say")
    func effects() throws {
        let shown = ExpirationText().text(
            of: ExpirationTable(try Self.history("eplus-espn-authz-expired-second-play"), device: 0)
        )
        #expect(shown.contains("2026-11-24T06:40:45.463999999Z  valid    v1.media → 200\n"))
        // Exchange 7 was refused for want of an AuthZ token: the last call that its AuthN token carried was 5.
        #expect(shown.contains("2026-12-24T06:40:40.440999999Z  valid    v1.media → 200\n"))
        #expect(shown.contains("2026-11-24T06:40:45.464Z        expired  v1.media → 403 (as in exchange 7 (status))\n"))
        #expect(shown.contains("expired  verifier: TOKEN_EXPIRED\n"))
        let documented = ExpirationText().text(of: ExpirationTable(try Self.history("kodi-espn3-sign-on"), device: 0))
        #expect(documented.contains("expired  v1.media → 403\n"))
        #expect(documented.contains("\n5 expirations\n"))
    }

    @Test("What was logged out is listed apart, without an instant")
    func ended() throws {
        let table = ExpirationTable(try Self.history("kodi-espn3-logout"), device: 0)
        let text = ExpirationText().text(of: table)
        #expect(text.contains("\nended before they expired\n  authn-token KITETV: logged out by exchange 5\n"))
        #expect(!text.contains("2026-12-24") && !text.contains("2026-11-25"))
        let lines = ExpirationJSON.text(of: table).split(separator: "\n")
        let objects = try lines.map { try #require(try JSONValue(parsing: Array($0.utf8)).object) }
        #expect(
            objects.filter { $0["type"]?.string == "ended" }.map { $0["kind"]?.string } == [
                "authn-token", "authz-token",
            ]
        )
        #expect(
            objects.filter { $0["type"]?.string == "expiration" }.map { $0["kind"]?.string } == [
                "media-token", "registration-code",
            ]
        )
    }

    @Test("Every line of JSON is an object that says how its instants are known")
    func json() throws {
        let history = try Self.history("eplus-nesn-sign-on")
        let instant = try #require(history.span?.upperBound)
        let lines = HistoryJSON.text(of: history, device: nil, at: instant).split(separator: "\n")
        let objects = try lines.map { try #require(try JSONValue(parsing: Array($0.utf8)).object) }
        #expect(objects.first?["type"]?.string == "instant")
        let entries = objects.filter { $0["type"]?.string == "entry" }
        #expect(entries.count == 6)
        #expect(entries.map { $0["expiresKnowledge"]?.object?["how"]?.string } == Array(repeating: "shown", count: 6))
        #expect(entries.first?["expires"]?.string == "2026-11-24T12:38:02.111Z")
        #expect(objects.filter { $0["type"]?.string == "device" }.map { $0["calls"]?.number?.text } == ["6"])
    }

    @Test("Other devices are named with their calls")
    func others() throws {
        var recording = Recording()
        for (ordinal, device) in ["tv", "tv", "phone"].enumerated() {
            let url = "https://api.auth.adobe.com/api/v1/checkauthn?requestor=KITETV&deviceId=\(device)"
            recording.exchanges.append(
                Exchange(
                    ordinal: ordinal + 1,
                    startedAt: Instant(secondsSince1970: 1_795_507_200 + Int64(ordinal)),
                    durationMicroseconds: 1_000,
                    request: HTTPRequest(method: "GET", url: url),
                    outcome: .response(HTTPResponse(status: 200))
                )
            )
        }
        let history = History(recording)
        let text = HistoryText().text(of: history, device: history.mainDevice, at: .distantFuture)
        #expect(text.contains("  tv     2 calls\n  phone  1 call; not shown, --device names it\n"))
        let table = ExpirationText().text(of: ExpirationTable(history, device: history.mainDevice))
        #expect(table == "no expiration in the recording\n\n0 expirations of tv\nnot shown: device phone (1 call)\n")
    }
}
