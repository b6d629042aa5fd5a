import Documents
import Report
import Testing
import VirtualTime

/// A state that nobody was in.
enum StateExamples {
    static let instant = ScenarioExamples.start
    static let entries = [
        StateEntry(.device("tv"), .system, [.text("system", "tvOS 15.1")]),
        StateEntry(.mvpd("Meadowlark"), .revocation, [.text("user", "wren\u{1B}")]),
        StateEntry(.device("tv"), .localTime, [.text("time", "now")]),
    ]
    static let expirations = [
        Expiration(.registrationCode, "ABC", at: instant - .seconds(1), source: "service"),
        Expiration(.authorizationToken, "KITE1", at: instant + .nanoseconds(90_000_000_001), source: "app com.kite.tv"),
        Expiration(.accessToken, at: instant, source: "service"),
    ]
}

@Suite struct StateTextTests {
    @Test("Lines are grouped by subject, in the order in which the subjects come, their values below one another")
    func groups() {
        let text = StateText().text(
            of: StateReport(of: StateExamples.entries, expirations: [], at: StateExamples.instant)
        )
        #expect(
            text == """
                state at 2027-01-15T08:00:00Z

                device tv
                  system      tvOS 15.1
                  local time  now

                MVPD Meadowlark
                  revoked  wren\\u{1b}

                """
        )
    }

    @Test("Expirations are exact to the nanosecond; one that is reached has expired")
    func expirations() {
        let text = StateText().text(
            of: StateReport(of: [], expirations: StateExamples.expirations, at: StateExamples.instant)
        )
        #expect(text.contains("  registration-code ABC  2027-01-15T07:59:59Z, expired, source service\n"))
        #expect(text.contains("2027-01-15T08:01:30.000000001Z, in 1 min 30 s, source app com.kite.tv\n"))
        #expect(text.contains("  access-token           2027-01-15T08:00:00Z, expired, source service\n"))
    }

    @Test("Headings alone are coloured")
    func color() {
        let text = StateText(showsColor: true)
            .text(of: StateReport(of: StateExamples.entries, expirations: [], at: StateExamples.instant))
        #expect(text.contains("\u{1B}[1mdevice tv\u{1B}[0m\n  system"))
    }
}

@Suite struct StateJSONTests {
    @Test("Each line is an object that says what it is: the instant first, then state by its kinds, then expirations")
    func types() throws {
        let (text, summary) = StateJSON.lines(
            of: StateReport(
                of: StateExamples.entries,
                expirations: StateExamples.expirations,
                at: StateExamples.instant
            )
        )
        let objects = try text.split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).object)
        }
        #expect(
            objects.map { $0["type"]?.string } == ["instant"] + StateExamples.entries.map(\.kind.rawValue)
                + Array(repeating: "expiration", count: 3)
        )
        #expect(summary["entryCount"]?.number?.text == "3" && summary["expirationCount"]?.number?.text == "3")
        #expect(objects[0]["at"]?.string == "2027-01-15T08:00:00Z")
        #expect(objects[2]["source"]?["name"]?.string == "Meadowlark")
        #expect(objects[2]["type"]?.string == "revocation")
        #expect(objects[2]["user"]?.string == "wren\u{1B}")
        #expect(objects[5]["kind"]?.string == "authzToken")
        #expect(objects[5]["expiresAt"]?.string == "2027-01-15T08:01:30.000000001Z")
        #expect(objects[6]["subject"] == .null)
    }

    @Test("A summary has the same members for a world and a recording; only a recording's entries have evidence")
    func oneShape() throws {
        let world = StateReport(of: StateExamples.entries, expirations: [], at: StateExamples.instant)
        let history = try HistoryTextTests.history("kodi-espn3-denied")
        let instant = try #require(history.span?.upperBound)
        let recorded = StateReport(history, device: 0, at: instant)
        #expect(
            StateJSON.lines(of: world).summary.members.map(\.key)
                == StateJSON.lines(of: recorded).summary.members.map(\.key)
        )
        #expect(world.entries.allSatisfy { $0.evidence == nil } && recorded.entries.allSatisfy { $0.evidence != nil })
        // kodi-espn3-denied, README: the AuthN token of 2 is logged out by 6, the AuthZ token is denied in 3.
        let over = recorded.entries.filter { $0.evidence?.isValid == false }
        #expect(over.first?.evidence?.name == "authn-token KITETV" && over.first?.kind == .token)
        #expect(over.first?["kind"] == .code("authn") && over.first?["requestor"] == .text("KITETV"))
        #expect(over.first?.evidence?.ending?.value.cause == .loggedOut(by: .exchange(6)))
    }
}
