import Documents
import Foundation
import Testing
import VirtualTime

@Suite struct SweepCommandTests {
    let folder = TemporaryFolder()

    private func sweep(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.kinescope(["sweep"] + arguments, in: folder)
    }

    private func objects(_ arguments: String...) throws -> [JSONObject] {
        let run = try CommandLineRun.kinescope(["sweep", "--json"] + arguments, in: folder)
        #expect(run.status == 0, "\(run)")
        return try run.content()
    }

    @Test("Every expiration of a capture is listed once, with how it is known", arguments: Capture.all)
    func listed(name: String) throws {
        try folder.copyCapture(name)
        let all = try objects(name + ".har")
        let rows = all.filter { $0["type"]?.string == "boundary" }
        #expect(!rows.isEmpty)
        #expect(all.filter { $0["type"]?.string == "expiration" } == rows.compactMap { $0["expiration"]?.object })
        for row in rows {
            let expiration = try #require(row["expiration"]?.object)
            let instant = try #require(Instant(iso8601: expiration["expiresAt"]?.string ?? ""))
            #expect(["shown", "assumed"].contains(expiration["knowledge"]?["how"]?.string ?? ""))
            for (key, nanoseconds, isValid) in [("before", -1, true), ("at", 0, false), ("after", 1, false)] {
                let sample = try #require(row[key]?.object)
                #expect(sample["at"]?.string == "\(instant + .nanoseconds(nanoseconds))")
                #expect(sample["isValid"]?.bool == isValid)
            }
        }
    }

    @Test("A playback in which a row decides that the recording does not show is marked, as text and as JSON")
    func assumed() throws {
        // When the app requests an authorization does not show: the capture ends with calls that are refused.
        let name = "clients/kodi-native-authn-expired-second-play"
        let har = Capture.folder.appending(path: name + ".har").path
        let run = try sweep("--replay", har)
        #expect(run.output.contains("(assumed: authorization)"), "\(run)")
        let samples = try objects("--replay", har).compactMap { $0["at"]?.object }
        #expect(samples.contains { JSONValue.object($0).serialized.contains(#""assumedRows":["authorization"]"#) })
        // An app that has shown all that decides is not.
        #expect(
            try !sweep("--replay", Capture.folder.appending(path: "access-denied-tvos.har").path).output.contains(
                "assumed:"
            )
        )
    }

    @Test(
        "With --replay every deadline of a capture stands there once: valid a nanosecond before, expired at it and after it",
        arguments: Capture.all
    )
    func captures(name: String) throws {
        try folder.copyCapture(name)
        let rows = try objects(name + ".har", "--replay").filter { $0["type"]?.string == "boundary" }
        #expect(!rows.isEmpty)
        var names: Set<String> = []
        for row in rows {
            let expiration = try #require(row["expiration"]?.object)
            let text = ["kind", "subject", "expiresAt"].map { expiration[$0]?.string ?? "" }.joined(separator: " ")
            #expect(names.insert(text).inserted, "\(text) stands there twice")
            let instant = try #require(Instant(iso8601: expiration["expiresAt"]?.string ?? ""))
            for (key, nanoseconds, isValid) in [("before", -1, true), ("at", 0, false), ("after", 1, false)] {
                let probe = try #require(row[key]?.object)
                #expect(probe["at"]?.string == "\(instant + .nanoseconds(nanoseconds))")
                #expect(probe["isValid"]?.bool == isValid, "\(text), \(key)")
            }
        }
    }

    @Test("A table has a line for each expiration, one for each side of it, and a line that counts")
    func table() throws {
        try folder.copyCapture("ytdlp-sign-on")
        let run = try sweep("ytdlp-sign-on.har")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.hasPrefix("media-token show-1, exchange 10 (ttl)\n  2026-11-20T"))
        #expect(run.output.contains("expired  verifier: TOKEN_EXPIRED\n"))
        let alone = "each is judged alone, as if everything else were still valid\n"
        #expect(run.output.hasSuffix("\n5 expirations\n" + alone), "access, AuthN, AuthZ and media token, and the code")
        #expect(try sweep("ytdlp-sign-on.har", "--details").output.contains("000000001Z  expired"))
        let replayed = try sweep("ytdlp-sign-on.har", "--replay")
        #expect(replayed.output.hasPrefix("media-token show-1, exchange 10 (ttl)\n  2026-11-20T"), "\(replayed)")
        #expect(replayed.output.contains(" expirations, "))
        let apart = "each is tried by itself: what expired before it has expired, and no act in between renewed it\n"
        #expect(replayed.output.hasSuffix(apart))
    }

    @Test("What a recorded logout ended does not expire")
    func loggedOut() throws {
        try folder.copyCapture("apple-sso-tvos")
        let run = try sweep("apple-sso-tvos.har")
        #expect(run.output.contains("\nno longer valid before they expired\n"), "\(run)")
        #expect(run.output.contains("authn-token KITETV: logged out by exchange 14, before its end at 2026-12-20T"))
        let kinds = try objects("apple-sso-tvos.har").filter { $0["type"]?.string == "expiration" }
            .compactMap { $0["kind"]?.string }
        #expect(!kinds.contains("authnToken"))
    }

    @Test("A recording that no replay can follow is listed all the same, and an unknown device refused")
    func otherClients() throws {
        let folder = Capture.folder.appending(path: "clients").path
        let run = try sweep(folder + "/kodi-native-authn-expired-second-play.har")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("2026-11-24T06:41:39Z"))
        #expect(run.output.contains("ae.authorizeDevice → pendingLogout (as in exchange 7 (pendingLogout))"))
        let unknown = try sweep(folder + "/kodi-espn3-sign-on.har", "--device", "radio")
        #expect(unknown.isOneLineFailure(3), "\(unknown)")
        #expect(unknown.error.contains("d7af20ba-e7d1-11f1-ac0c-02fc00000001"))
    }

    @Test("Of a scenario the deadlines are swept that become known on its way, the code's too")
    func scenario() throws {
        let steps = ["launch", "sign in: Juniper", "play: KITE1", "advance: 40d"]
        try folder.write(ScenarioText.scenario(steps), to: "a.yaml")
        let kinds = try objects("a.yaml").compactMap { $0["expiration"]?["kind"]?.string }
        for kind in ["registrationCode", "accessToken", "mediaToken", "authzToken", "authnToken"] {
            #expect(kinds.contains(kind), "\(kind) of \(kinds)")
        }
    }

    @Test("Where nothing expires, the table says so")
    func empty() throws {
        try folder.write(ScenarioText.scenario("advance: 1d"), to: "a.yaml")
        #expect(try sweep("a.yaml").output == "nothing expires\n")
        #expect(try sweep("a.yaml", "--json").content().isEmpty)
    }

    @Test("Two processes give the same table")
    func determinism() throws {
        try folder.copyCapture("second-screen-tvos")
        #expect(try sweep("second-screen-tvos.har").output == sweep("second-screen-tvos.har").output)
    }

    @Test(
        "What cannot be swept is refused in one line",
        arguments: ["missing.kinescope", "bad.yaml", "late.yaml", "a.har"]
    )
    func refused(name: String) throws {
        try folder.write(ScenarioText.bad, to: "bad.yaml")
        try folder.write(ScenarioText.scenario("advance: 2950000d"), to: "late.yaml")
        try folder.write(#"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[]}}"#, to: "a.har")
        let run = try sweep(name)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains(name))
    }

    @Test(
        "A wrong command line is usage",
        arguments: [[], ["a", "b"], ["a", "--at", "end"], ["a.yaml", "--replay"]]
    )
    func usage(arguments: [String]) throws {
        #expect(try CommandLineRun.kinescope(["sweep"] + arguments, in: folder).isOneLineFailure(2))
    }
}
