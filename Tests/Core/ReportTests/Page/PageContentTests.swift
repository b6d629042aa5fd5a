import Documents
import Exchanges
import History
import Replay
import Simulation
import Testing
import VirtualTime

@testable import Report

@Suite("What a page shows") struct PageContentTests {
    static func source(_ name: String) throws -> PageSource {
        let recording = try BundledRecordings.recording("Recordings/captures/\(name).har")
        var source = PageSource(recording, name: name + ".har")
        source.replay = try Replayer.replay(recording, options: ReplayOptions())
        return source
    }

    static func recording(_ name: String, outlook: Bool = false) throws -> JSONValue {
        var source = try source(name)
        if outlook { source.outlook = try PageOutlook(of: source.recording, isThorough: false) }
        let page = PageContent([source], version: "test").json
        return try #require(page["recordings"]?.array?.first)
    }

    @Test(
        "The verdict is what happened to the user, and where app and service part",
        arguments: [
            (
                "apple-sso-tvos", "warning",
                "The user signed in with Meadowlark through Apple's TV provider account, played KITE1 and was logged out.",
                "App and service agree: 12 of 14 exchanges replayed without an error; the app breaks 3 rules of the documents."
            ),
            (
                "clients/kodi-espn3-denied", "error",
                "The user signed in 2 times with Plover by registration code, was denied KITE1 by the TV provider "
                    + "(Not in your package) and was logged out.",
                "At exchange 3: v1.authorize → 403 Not in your package (denied by the MVPD)."
            ),
            (
                "clients/eplus-espn-authz-expired-second-play", "error",
                "The user signed in with Plover by registration code, played KITE1 and was refused it after that: "
                    + "v1.media → 403, User not authorized.",
                "At exchange 7: v1.media → 403 User not authorized."
            ),
            (
                "clients/kodi-native-authn-expired-second-play", "error",
                "The user signed in with Plover on its login page, played KITE1 and was refused it after that: ae.authorizeDevice → 200, "
                    + "pending logout.",
                "At exchange 8: ae.authorizeDevice → 200 pending logout."
            ),
            // The user closed a page of the app's own: yt-dlp has a registration code, and nobody enters it.
            (
                "ytdlp-sign-on", "ok", "The user signed in with Rogers on its login page and played show-1.",
                "App and service agree: 7 of 10 exchanges replayed without an error."
            ),
            (
                "access-denied-tvos", "warning",
                "The user denied the app access to the TV provider account, signed in with Plover by registration code, "
                    + "played KITE1 and was logged out.",
                "App and service agree: 12 of 15 exchanges replayed without an error; the app breaks 2 rules of the documents."
            ),
            (
                "unsupported-provider-tvos", "warning",
                "The user chose a TV provider that Apple's accounts do not support, signed in with Plover by "
                    + "registration code, played KITE1 and was logged out.",
                "App and service agree: 13 of 15 exchanges replayed without an error; the app breaks 5 rules of the documents."
            ),
            (
                "clients/secondscreen-both", "ok",
                "The user signed in with Plover by registration code and played KITE1.",
                "App and service agree: 4 of 10 exchanges replayed without an error."
            ),
        ]
    )
    func verdict(name: String, level: String, message: String, parting: String) throws {
        let verdict = try #require(try Self.recording(name)["verdict"])
        #expect(verdict["message"]?.string == message)
        #expect(verdict["parting"]?.string == parting)
        #expect(verdict["level"]?.string == level)
    }

    @Test(
        "In 31 days the user plays at the simulated service",
        arguments: [
            (
                "apple-sso-tvos",
                "The user has to sign in again and sees the system's list of TV providers; KITE1 plays after that."
            ),
            (
                "second-screen-tvos",
                "The user has to sign in again and sees the system's list of TV providers, then a registration code to enter "
                    + "on a second device; KITE1 plays after that."
            ),
            ("clients/secondscreen-sign-on", "The app starts and shows nothing."),
            (
                "clients/eplus-espn-authz-expired-second-play",
                "KITE1 does not play. The user sees the message "
                    + "\"“KITE1” cannot be played: status 403, User not authenticated\"."
            ),
        ]
    )
    func outlook(name: String, sentence: String) throws {
        let recording = try Self.recording(name, outlook: true)
        #expect(recording["outlook"]?["message"]?.string == sentence)
        #expect(recording["outlook"]?["lines"]?.array?.isEmpty == false)
    }

    @Test("Of what has no AuthN token left the recording says so itself")
    func later() throws {
        let logged = try Self.recording("apple-sso-tvos")["verdict"]?["later"]?.string
        #expect(logged == "authn-token KITETV was logged out by exchange 14: the user has to sign in again.")
        let expired = try Self.recording("clients/secondscreen-sign-on")["verdict"]?["later"]?.string
        #expect(
            expired == "authn-token KITETV expired 1 d before that, at 2026-12-24T06:45:50Z (assumed): "
                + "the user has to sign in again."
        )
    }

    @Test("The ribbon has the cookbook's steps with their exchanges, and phases for an app that has none")
    func steps() throws {
        let steps = try #require(try Self.recording("apple-sso-tvos")["steps"]?.array)
        #expect(
            steps.map { $0["name"]?.string ?? "" }
                == ["S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11", "L1", "L2", "L3"]
        )
        #expect(steps.filter { $0["state"]?.string == "skipped" }.map { $0["name"]?.string } == ["S10"])
        #expect(steps[1]["result"]?.string == "no" && steps[1]["exchanges"] == .ordinals([3]))
        #expect(steps[2]["vsaCalls"] == .ordinals([1, 2]))
        let phases = try #require(try Self.recording("clients/kodi-espn3-denied")["steps"]?.array)
        #expect(
            phases.map { "\($0["title"]?.string ?? "") \($0["state"]?.string ?? "")" } == [
                "Registration skipped", "Sign-in done", "Authorization failed", "Playback skipped", "Logout done",
            ]
        )
    }

    @Test("A refusal is told from a denial, and both from a poll")
    func levels() throws {
        let events = try #require(try Self.recording("clients/eplus-espn-authz-expired-second-play")["events"]?.array)
        let levels = events.filter { $0["type"]?.string == "exchange" }.map { $0["level"]?.string ?? "ok" }
        #expect(levels == ["ok", "poll", "ok", "ok", "ok", "ok", "refused", "ok"])
        let denied = try #require(try Self.recording("clients/kodi-espn3-denied")["events"]?.array)
        let third = denied.first { $0["type"]?.string == "exchange" && $0["ordinal"] == .count(3) }
        #expect(third?["level"]?.string == "error" && third?["status"]?.string == "403")
    }

    @Test("What the user does comes before the call that it makes the app send")
    func order() throws {
        let events = try #require(try Self.recording("apple-sso-tvos")["events"]?.array)
        let play = try #require(events.firstIndex { $0["name"]?.string == "play" })
        #expect(events[play + 1]["ordinal"] == .count(7), "v1.authorize is sent in the same instant")
    }

    @Test("Findings have their number on the lanes")
    func findings() throws {
        let recording = try Self.recording("apple-sso-tvos")
        let findings = try #require(recording["findings"]?.array)
        #expect(findings.compactMap { $0["level"]?.string } == ["warning", "warning", "warning", "note"])
        let marked = recording["events"]?.array?.filter { $0["marks"]?.array?.contains(.count(3)) == true }
        #expect(marked?.compactMap { $0["ordinal"]?.number?.int64 } == [9, 12])
    }

    @Test("An exchange is there with both sides and its tokens opened")
    func detail() throws {
        let page = PageContent([try Self.source("apple-sso-tvos")], version: "test").json
        let exchange = try #require(page["recordings"]?.array?.first?["details"]?["6"])
        let texts = try #require(page["texts"]?.array)
        func text(_ place: JSONValue?) -> String? { place?.number?.int64.flatMap { texts[Int($0)].string } }
        #expect(text(exchange["request"]?["line"]) == "POST https://api.auth.adobe.com/api/v1/tokens/authn HTTP/1.1")
        #expect(text(exchange["response"]?["line"]) == "HTTP/1.1 204 No Content")
        let opened = try #require(exchange["opened"]?.array?.first?.number?.int64)
        let opening = try #require(page["openings"]?.array?[Int(opened)])
        #expect(opening["title"]?.string == "SAML response" && opening["verdict"]?.string == "ok")
        #expect(opening["fields"]?.array?.contains(.texts(["attribute uid", "u-81f0"])) == true)
    }

    @Test("The same content has the same bytes")
    func sameBytes() throws {
        let pages = try (0..<2).map { _ in Page.html(of: PageContent([try Self.source("apple-sso-tvos")], version: "1"))
        }
        #expect(pages[0] == pages[1])
    }

    @Test("A page of 100 exchanges is below 600 kB; one of 500 below a twentieth of what 10,000 may have")
    func sizes() throws {
        for (count, limit) in [(100, 600_000), (500, 750_000)] {
            let recording = try BundledRecordings.long(
                "Recordings/captures/clients/secondscreen-both.har",
                count: count
            )
            #expect(recording.exchanges.count == count)
            let page = Page.html(of: PageContent([PageSource(recording, name: "long")], version: "1"))
            #expect(page.count < limit, "\(count): \(page.count)")
        }
    }

    @Test("Two recordings are above each other, with what differs")
    func difference() throws {
        let sources = [try Self.source("clients/kodi-espn3-sign-on"), try Self.source("clients/kodi-espn3-denied")]
        let steps = sources.map { source in source.recording.exchanges.map { ComparedStep($0, name: "a") } }
        let comparison = RecordingComparison(steps[0], steps[1])
        let page = PageContent(sources, comparison: comparison, version: "1").json
        #expect(page["recordings"]?.array?.count == 2)
        #expect(page["differences"]?.array?.count == comparison.differences.count && !comparison.differences.isEmpty)
    }
}
