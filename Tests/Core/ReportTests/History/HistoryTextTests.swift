import Checkout
import Documents
import Exchanges
import Foundation
import History
import Report
import Simulation
import Testing
import VirtualTime

@Suite("The history in words") struct HistoryTextTests {
    static func recording(_ name: String) throws -> Recording {
        let directory = Checkout.top.appending(path: "Recordings/captures/clients")
        let bytes = try Data(contentsOf: directory.appending(path: name + ".har"))
        return try HAR.recording(parsing: Array(bytes))
    }

    static func history(_ name: String) throws -> History { History(try recording(name)) }

    /// The line that says how a table is to be read.
    private static let alone = "each is judged alone, as if everything else were still valid\n"

    @Test("The state names what is there, what ended and how, what was refused, and what expires when")
    func state() throws {
        let history = try Self.history("kodi-espn3-denied")
        let instant = try #require(history.span?.upperBound)
        let text = StateText().text(of: StateReport(history, device: 0, at: instant))
        #expect(text.hasPrefix("state at \(instant)\nafter exchange 12\n\ndevices\n"))
        #expect(
            text.contains("\nno longer valid\n  authn-token KITETV  logged out by exchange 6 at 2026-11-24T06:43:52.")
        )
        #expect(text.contains("exchange 3: v1.authorize → 403 Not in your package (denied by the MVPD)\n"))
        #expect(text.contains("registration-code 3EA0C10  2026-11-24T07:13:53.577Z, in 30 min, exchange 7 (expires)\n"))
        let expirations = try #require(text.firstRange(of: "\nexpirations\n"))
        #expect(
            !text[expirations.lowerBound...].contains("2026-12-24"),
            "no AuthN token is left that could expire then"
        )
        #expect(text.contains("before its end at 2026-12-24T06:43:52."))
    }

    @Test("An assumed expiration is told by its rule")
    func assumption() throws {
        let history = try Self.history("secondscreen-sign-on")
        let instant = try #require(history.span?.upperBound)
        let text = StateText().text(of: StateReport(history, device: 0, at: instant))
        #expect(text.contains("  2026-12-24T06:45:50Z, in 30 d, assumed (authn-token-30d)\n"))
        let table = SweepText().text(of: SweepTable(history, device: 0))
        #expect(
            table.contains("\nauthn-token KITETV, assumed (authn-token-30d)\n  2026-12-24T06:45:49.999999999Z  valid")
        )
        // The browser's cookie states its end.
        #expect(table.hasPrefix("cookie BIGipServerAdobe_Pass_Prod, exchange 1 (Set-Cookie)\n"))
        #expect(table.hasSuffix("\n2 expirations, 1 of them assumed\n\(Self.alone)"))
        #expect(text.contains("expires 2026-12-24T06:45:50Z (assumed)\n"))
    }

    @Test("A table says what the next call meets: as the recording shows, else as the documents say")
    func effects() throws {
        let shown = SweepText().text(
            of: SweepTable(try Self.history("eplus-espn-authz-expired-second-play"), device: 0)
        )
        #expect(shown.contains("2026-11-24T06:40:45.463999999Z  valid    v1.media → 200\n"))
        // Exchange 7 was refused for want of an AuthZ token: the last call that its AuthN token carried was 5.
        #expect(shown.contains("2026-12-24T06:40:40.440999999Z  valid    v1.media → 200\n"))
        #expect(shown.contains("2026-11-24T06:40:45.464Z        expired  v1.media → 403 (as in exchange 7 (status))\n"))
        #expect(shown.contains("expired  verifier: TOKEN_EXPIRED\n"))
        let documented = SweepText().text(of: SweepTable(try Self.history("kodi-espn3-sign-on"), device: 0))
        #expect(documented.contains("expired  v1.media → 403\n"))
        #expect(documented.contains("\n5 expirations\n\(Self.alone)"))
    }

    @Test("What was logged out is listed apart, with the end that a response stated")
    func ended() throws {
        let table = SweepTable(try Self.history("kodi-espn3-logout"), device: 0)
        let text = SweepText().text(of: table)
        #expect(
            text.contains(
                "\nno longer valid before they expired\n  authn-token KITETV: logged out by exchange 5, before its end at "
                    + "2026-12-24T06:44:42.552Z\n  authz-token KITE1: logged out by exchange 5, before its end at "
                    + "2026-11-25T06:44:42.600Z\n"
            )
        )
        #expect(table.rows.allSatisfy { $0.expiration.kind != .authenticationToken })
        let lines = SweepJSON.lines(of: table).text.split(separator: "\n")
        let objects = try lines.map { try #require(try JSONValue(parsing: Array($0.utf8)).object) }
        #expect(
            objects.filter { $0["type"]?.string == "ended" }.map { $0["expiration"]?["kind"]?.string } == [
                "authnToken", "authzToken",
            ]
        )
        #expect(
            objects.filter { $0["type"]?.string == "ended" }.map { $0["expiration"]?["subject"]?.string } == [
                "KITETV", "KITE1",
            ]
        )
        #expect(
            objects.filter { $0["type"]?.string == "expiration" }.map { $0["kind"]?.string } == [
                "mediaToken", "registrationCode",
            ]
        )
    }

    @Test("Every line of JSON is an object that says how its instants are known")
    func json() throws {
        let history = try Self.history("eplus-nesn-sign-on")
        let instant = try #require(history.span?.upperBound)
        let lines = StateJSON.lines(of: StateReport(history, device: nil, at: instant)).text.split(separator: "\n")
        let objects = try lines.map { try #require(try JSONValue(parsing: Array($0.utf8)).object) }
        #expect(objects.first?["type"]?.string == "instant")
        let all = objects.filter { $0["evidence"] != nil }
        // The service has each, and the app what it was given of that.
        let entries = all.filter { $0["source"]?["type"]?.string == "service" }
        #expect(entries.count == 7)
        let hows = entries.map { $0["evidence"]?["expires"]?["how"]?.string }
        #expect(hows == Array(repeating: "shown", count: 7))
        let own = all.filter { $0["source"]?["type"]?.string == "app" }
        #expect(!own.isEmpty && own.allSatisfy { $0["evidence"]?["isValid"] == .bool(true) })
        #expect(own.allSatisfy { $0["source"]?["name"] == objects[1]["name"] }, "the app is its device's")
        #expect(entries.first?["expiresAt"]?.string == "2026-11-24T12:38:02.111Z")
        #expect(objects.filter { $0["type"]?.string == "device" }.map { $0["callCount"]?.number?.text } == ["6"])
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
        let text = StateText().text(of: StateReport(history, device: history.mainDevice, at: .distantFuture))
        #expect(text.contains("  tv     2 calls\n  phone  1 call; not shown, --device names it\n"))
        let table = SweepText().text(of: SweepTable(history, device: history.mainDevice))
        #expect(table == "nothing expires\n\n0 expirations of tv\nnot shown: device phone (1 call)\n")
    }

    /// The capture, with another response to one of its exchanges.
    private static func history(_ name: String, exchange ordinal: Int, is outcome: Exchange.Outcome) throws -> History {
        var recording = try Self.recording(name)
        let index = try #require(recording.exchanges.firstIndex { $0.ordinal == ordinal })
        recording.exchanges[index].outcome = outcome
        return History(recording)
    }

    @Test("A call that failed is named with its resource, its exchange and what went wrong, and ends nothing")
    func failed() throws {
        let page = HTTPResponse(status: 429, body: Array("<html>429 Too Many Requests</html>".utf8))
        let throttled = try Self.history("kodi-espn3-sign-on", exchange: 5, is: .response(page))
        let instant = try #require(throttled.span?.upperBound)
        let text = StateText().text(of: StateReport(throttled, device: 0, at: instant))
        #expect(text.contains("\nfailed\n  v1.media KITE1  exchange 5 → 429 throttled\n"))
        #expect(!text.contains("\nrefused\n") && !text.contains("\nno longer valid\n"))
        let reset = try Self.history("kodi-espn3-sign-on", exchange: 3, is: .failure("connection reset"))
        let broken = StateText().text(of: StateReport(reset, device: 0, at: instant))
        #expect(broken.contains("  v1.authorize KITE1  exchange 3 → no response: connection reset\n"))
        let lines = StateJSON.lines(of: StateReport(throttled, device: nil, at: instant)).text.split(separator: "\n")
        let objects = try lines.map { try #require(try JSONValue(parsing: Array($0.utf8)).object) }
        let failure = try #require(objects.first { $0["type"]?.string == "failure" })
        #expect(failure["code"]?.string == "throttled" && failure["operation"]?.string == "v1.media")
        #expect(failure["status"]?.number?.text == "429" && failure["requestor"]?.string == "KITETV")
        #expect(failure["exchanges"] == .array([.number(JSONNumber(5))]))
    }

    /// A recording of calls by a box and by the browser of its second screen, a second apart, each of 100 ms.
    private static func recording(_ calls: [(method: String, path: String, status: Int, body: String)]) -> Recording {
        var recording = Recording()
        for (index, call) in calls.enumerated() {
            recording.exchanges.append(
                Exchange(
                    ordinal: index + 1,
                    startedAt: Instant(secondsSince1970: 1_795_507_200 + Int64(index)),
                    durationMicroseconds: 100_000,
                    request: HTTPRequest(method: call.method, url: "https://api.auth.adobe.com" + call.path),
                    outcome: .response(
                        HTTPResponse(
                            status: call.status,
                            headers: [HeaderField("Content-Type", "application/json")],
                            body: Array(call.body.utf8)
                        )
                    )
                )
            )
        }
        return recording
    }

    @Test("A failure's line has every key that is documented, each with what the call was about and what it met")
    func failureLines() {
        let user = "requestor=KITETV&deviceId=kite-box-1"
        let code =
            #"{"id":"r-1","code":"ABC1234","requestor":"KITETV","mvpd":null,"generated":1795507200000,"#
            + #""expires":1795509000000,"info":{}}"#
        let down = #"{"status":503,"message":"Service Unavailable","details":"try later"}"#
        let network = #"{"status":403,"code":"network_received_error","message":"Network error","action":"retry"}"#
        let history = History(
            Self.recording([
                ("POST", "/reggie/v1/KITETV/regcode?" + user, 201, code),
                ("GET", "/api/v1/authenticate/ABC1234?requestor=KITETV", 503, down),
                ("GET", "/api/v1/checkauthn/ABC1234?requestor=KITETV", 403, network),
                ("GET", "/api/v1/authorize?\(user)&resource=KITE1", 403, network),
                ("GET", "/api/v1/KITETV/profile-requests/Plover?deviceType=tvOS&deviceId=kite-box-1", 500, ""),
            ])
        )
        let lines = StateJSON.lines(of: StateReport(history, device: nil, at: .distantFuture)).text.split(
            separator: "\n"
        )
        #expect(
            lines.filter { $0.hasPrefix(#"{"type":"failure""#) } == [
                """
                {"type":"failure","code":"serverError","operation":"v1.authenticate.code",\
                "at":"2026-11-24T08:00:01.100Z","status":503,"requestor":"KITETV","mvpd":null,\
                "resource":null,"user":null,"device":"kite-box-1","registrationCode":"ABC1234",\
                "errorCode":null,"exchanges":[2],"vsaCalls":[],"userActions":[],"message":"try later"}
                """,
                """
                {"type":"failure","code":"rejected","operation":"v1.checkauthn.code",\
                "at":"2026-11-24T08:00:02.100Z","status":403,"requestor":"KITETV","mvpd":null,\
                "resource":null,"user":null,"device":"kite-box-1","registrationCode":"ABC1234",\
                "errorCode":"network_received_error","exchanges":[3],"vsaCalls":[],"userActions":[],"message":"Network error"}
                """,
                """
                {"type":"failure","code":"rejected","operation":"v1.authorize",\
                "at":"2026-11-24T08:00:03.100Z","status":403,"requestor":"KITETV","mvpd":null,\
                "resource":"KITE1","user":null,"device":"kite-box-1","registrationCode":null,\
                "errorCode":"network_received_error","exchanges":[4],"vsaCalls":[],"userActions":[],"message":"Network error"}
                """,
                """
                {"type":"failure","code":"serverError","operation":"v1.profileRequest",\
                "at":"2026-11-24T08:00:04.100Z","status":500,"requestor":"KITETV","mvpd":"Plover",\
                "resource":null,"user":null,"device":"kite-box-1","registrationCode":null,\
                "errorCode":null,"exchanges":[5],"vsaCalls":[],"userActions":[],"message":null}
                """,
            ]
        )
    }

    @Test("Each way to fail has words of its own")
    func waysToFail() throws {
        let outcomes: [(Exchange.Outcome, String)] = [
            (.response(HTTPResponse(status: 503)), "exchange 4 → 503 server error\n"),
            (
                .response(HTTPResponse(status: 400, body: Array(#"{"status":400,"message":"Bad"}"#.utf8))),
                "exchange 4 → 400 rejected: Bad\n"
            ),
            (
                .response(HTTPResponse(status: 200, body: Array("hello".utf8))),
                "exchange 4 → 200 unreadable: plain text\n"
            ),
        ]
        for (outcome, words) in outcomes {
            let history = try Self.history("kodi-espn3-sign-on", exchange: 4, is: outcome)
            let instant = try #require(history.span?.upperBound)
            let text = StateText().text(of: StateReport(history, device: 0, at: instant))
            #expect(text.contains("  v1.media KITE1  " + words), "\(text)")
        }
    }

    @Test("Where the documents say nothing of an expiration, the table says what the simulated service does")
    func simulated() throws {
        let table = SweepTable(try Self.history("kodi-native-sign-on"), device: 0)
        let text = SweepText().text(of: table)
        #expect(
            text.contains(
                "expired  ae.deviceShortAuthorize → notAuthorized (simulated service, not documented); "
                    + "the documented client requests ae.authorizeDevice first\n"
            )
        )
        let lines = SweepJSON.lines(of: table).text.split(separator: "\n")
        let objects = try lines.map { try #require(try JSONValue(parsing: Array($0.utf8)).object) }
        let authorization = try #require(objects.first { $0["expiration"]?["kind"]?.string == "authzToken" })
        let next = try #require(authorization["at"]?["reaction"])
        #expect(next["operation"]?.string == "ae.deviceShortAuthorize")
        #expect(next["renewalOperation"]?.string == "ae.authorizeDevice")
        #expect(next["refusal"]?["knowledge"]?["rule"]?.string == "simulatedService")
    }

    @Test("A code that nobody has used is missed by the login, and no capture has a line without an outcome")
    func codes() throws {
        let table = SweepTable(try Self.history("kodi-espn3-denied"), device: 0)
        // README: 7 makes the second code, 8 asks with it.
        #expect(
            SweepText().text(of: table).contains(
                "expired  v1.authenticate.code → 404 (simulated service, not documented)\n"
            )
        )
        for name in [
            "clientless-denied", "eplus-nesn-sign-on", "secondscreen-both", "secondscreen-sign-on",
            "kodi-native-sign-on",
        ] {
            let text = SweepText(showsDetails: true).text(of: SweepTable(try Self.history(name), device: nil))
            #expect(!text.contains("neither documented"), "\(text)")
        }
        var unused = try Self.recording("kodi-espn3-denied")
        unused.exchanges.removeAll { $0.ordinal > 1 }
        let text = SweepText().text(of: SweepTable(History(unused), device: nil))
        #expect(
            text.contains("valid    issued with v1.regcode.create → 201\n")
                && text.contains("expired  v1.authenticate → 400\n")
        )
    }
}
