import Testing

@testable import ScenarioFiles
@testable import Simulation

@Suite struct ScenarioFileErrorTests {
    @Test("An error is one line: file, line, column, what is wrong, what to write")
    func description() {
        let error = ScenarioFileError(
            file: "a.yaml",
            line: 7,
            column: 5,
            problem: "unknown step \"playy\"",
            hint: "Did you mean \"play\"?"
        )
        #expect("\(error)" == "a.yaml:7:5: unknown step \"playy\". Did you mean \"play\"?")
        #expect("\(ScenarioFileError(file: "a", line: 1, problem: "empty", hint: nil))" == "a:1: empty")
    }

    @Test(
        "A name that is broken over lines does not break the error",
        arguments: ["\"~\\n~\"", "\"a\\u2028b\": 1", "\"a\\nb\": 1"]
    )
    func brokenName(text: String) {
        let error = #expect(throws: ScenarioFileError.self) { try ScenarioFile.parse(text, name: "a.yaml") }
        let description = "\(error.map { "\($0)" } ?? "")"
        #expect(!description.contains { $0.isNewline })
        #expect(description.contains("\\u{a}") || description.contains("\\u{2028}"))
    }

    static let wholes: [(text: String, line: Int, says: String)] = [
        ("", 1, "the file is empty"), ("# nothing\n", 1, "the file is empty"), ("---\n...\n", 1, "the file is empty"),
        ("a", 1, "has to be a mapping"), ("- launch", 1, "has to be a mapping"),
        ("title: a\nstart: 2013-09-01T08:00:00Z\ndevces: {}", 3, "Did you mean \"devices\"?"),
        ("start: 2013-09-01T08:00:00Z", 1, "needs the key \"title\""),
        ("title:\nfrom: a", 1, "needs the key \"title\""),
        ("title: [a]\nfrom: a", 1, "\"title\" has to be a text, not a list"),
        ("title: a\ndevices: {}", 1, "needs the key \"start\""),
        ("title: a\nstart: 2013-09-01T08:00:00Z\ndevices: {}", 3, "there is no device"),
        ("title: a\nstart: 2013-09-01", 2, "an instant like 2026-11-20T08:00:00Z, with its zone"),
        ("title: a\nstart: 2013-09-01T08:00:00", 2, "with its zone"),
        ("title: a\nstart: 10000-01-01T00:00:00Z", 2, "outside the years 1 to 9999"),
        ("title: a\nstart: -0001-01-01T00:00:00Z", 2, "outside the years 1 to 9999"),
        ("title: a\nstart: 9999-12-31T23:30:00-01:00", 2, "outside the years 1 to 9999"),
        ("title: a\nstart: 0001-01-01T00:30:00.5+0100", 2, "outside the years 1 to 9999"),
        ("title: a\nstart: 0000-12-31T23:30:00Z", 2, "outside the years 1 to 9999"),
        ("title: a\nstart: 9999-12-31T23:30:00-1:00", 2, "an instant like 2026-11-20T08:00:00Z, with its zone"),
        ("title: a\nstart: 9999-12-31T23:30:00", 2, "an instant like 2026-11-20T08:00:00Z, with its zone"),
        ("title: a\nstart: 2013-02-30T00:00:00Z", 2, "an instant"),
        ("title: a\nfrom: b\nstart: 2013-09-01T08:00:00Z", 3, "cannot be used with \"from\""),
        ("title: a\nfrom: b\nfork-at: exchange 0", 3, "whole number from 1"),
        ("title: a\nfrom: b\nfork-at: S99", 3, "Did you mean"), ("title: a\nfrom: b\nfork-at: nowhere", 3, "Write end"),
        ("title: a\nfork-at: end", 2, "needs \"from\""),
        ("title: a\nfrom: b\nrequirements: [P-1]", 3, "An id is written K-146"),
        ("title: a\nfrom: b\nrows: [K-1]\nrequirements: [K-1]", 3, "\"rows\" is \"requirements\", which is here too"),
        ("title: a\nfrom: b\nrequirements: [\u{212A}-1]", 3, #""\u{212a}-1" is not the id"#),
        ("title: a\nfrom: b\nsteps: [change time zone: +2h500ms]", 3, "a time zone is whole minutes"),
        ("title: a\nfrom: b\nseed: -1", 3, "\"seed\" has to be a whole number"),
        ("title: a\nfrom: b\nsteps: launch", 3, "has to be a list"), ("title: a\ntitle: b", 1, "is twice"),
        ("title: a\nfrom: b\n\tsteps: []", 3, "spaces instead of tabs"),
        ("title: *a\nfrom: b", 1, "quotes"), ("title: &a b\nfrom: b", 1, "anchors and aliases are not read"),
        ("title: a: b\nfrom: b", 1, "quotes"), ("title: \"a\nfrom: b", 2, "no YAML"),
        ("title: !!binary aGFsbG8=\nfrom: b", 1, "tags like"), ("title: a\n---\ntitle: b", 2, "no YAML"),
        ("? [a]\n: b", 1, "a key has to be a text"), ("title: a\u{1}\nfrom: b", 1, "no YAML"),
        ("title: a\nfrom: b\noptions: { pol-interval: 2s }", 3, "Did you mean \"poll-interval\"?"),
        ("title: a\nfrom: b\noptions: { poll-interval: soon }", 3, "Write a duration"),
        (
            "title: a\nfrom: b\noptions: { token-check: chek-authentication }", 3,
            "Did you mean \"check-authentication\"?"
        ),
        ("title: a\nfrom: b\nservice: { quirks: { unauthenticated-media-status: 33 } }", 3, "cannot be \"33\""),
        ("title: a\nfrom: b\nservice: { lifetimes: { authn: 1d } }", 3, "Did you mean \"authn-token\"?"),
        ("title: a\nfrom: b\nservice: { latency: -1s }", 3, "A duration cannot be negative"),
        ("title: a\nfrom: b\nservice: { clock: 5m }", 3, "with + or - in front"),
        ("title: a\nfrom: b\nservice: { providers: { A: { boarding-status: SUPORTED } } }", 3, "SUPPORTED"),
        ("title: a\nfrom: b\nservice: { providers: { A: [] } }", 3, "has to be a mapping with the keys"),
    ]

    @Test("A file that is wrong as a whole is told where and why", arguments: wholes)
    func readsWhole(text: String, line: Int, says: String) {
        let error = Sample.error(text)
        #expect(error?.line == line, "\(String(describing: error))")
        #expect(says.isEmpty || error?.description.contains(says) == true, "\(String(describing: error))")
    }

    static let devices: [(device: String, says: String)] = [
        ("{}", "needs the key \"system\""), ("{ system: iOS }", "a system and its version"),
        ("{ system: IOS 6 }", "Did you mean \"iOS\"?"), ("{ system: iOS six }", "a version like"),
        ("{ system: iOS 6, clock: fast }", "with + or - in front"), ("{ system: iOS 6, os: 7 }", "unknown key"),
        ("{ system: iOS 6, account: { provider: a } }", "needs the key \"user\""),
        ("{ system: iOS 6, apps: { a: { team: b } } }", "needs the key \"requestor\""),
        ("{ system: iOS 6, apps: { a b: { team: b, requestor: c } } }", "is not a bundle id"),
        (
            "{ system: iOS 6, apps: { a: { team: b, requestor: c, permision: allowed } } }",
            "Did you mean \"permission\"?"
        ),
        ("{ system: iOS 6, apps: { a: { team: b, requestor: c, permission: perhaps } } }", "cannot be \"perhaps\""),
        ("{ system: iOS 6, apps: { a: { team: b, requestor: c, browser: yes, sdk: 1.8 } } }", "not both"),
        ("{ system: iOS 6, apps: { a: { team: b, requestor: c, provider: d } } }", "for browser clients"),
        ("{ system: iOS 6, apps: { a: { team: b, requestor: c, browser: maybe } } }", "yes or no"),
        ("{ system: iOS 6, assumptions: { limit-ad-tracking: yes } }", "Did you mean \"limits-ad-tracking\"?"),
    ]

    @Test("A device that is wrong is told why", arguments: devices)
    func device(device: String, says: String) {
        let error = Sample.error("title: a\nstart: 2013-09-01T08:00:00Z\ndevices:\n  phone: \(device)")
        #expect(error?.line == 4)
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    }

    @Test("A device's name is a word", arguments: ["a b", "a/b", "a.b", "ü", "\"\""])
    func deviceName(name: String) {
        let error = Sample.error("title: a\nstart: 2013-09-01T08:00:00Z\ndevices:\n  \(name): { system: iOS 6 }")
        #expect(error?.line == 4, "\(String(describing: error))")
    }

    static let steps: [(step: String, says: String)] = [
        ("playy: KITE1", "Did you mean \"play\"?"), ("Launch", "Did you mean \"launch\"?"),
        ("logout", "Did you mean \"log out\"?"),
        ("sign-in: A", "Did you mean \"sign in\"?"), ("metadata", "Did you mean \"read user metadata\"?"),
        ("play: [A]", "\"play\" has to be a text, not a list"), ("play: { a: b }", "not a mapping"),
        ("play:", "needs a value"),
        ("{ play: A, launch: }", "a step does one thing"), ("on: tv", "needs more than \"on\""),
        ("[launch]", "a text or a mapping"),
        ("launch: []", "takes nothing, an app or a device"), ("{ launch: tv, on: tv }", "names its app twice"),
        ("{ play: A, on: [] }", "has to be a text"),
        ("advance: -5m", "A duration cannot be negative"), ("advance: 5", "5 of what?"),
        ("advance: 1.5h", "Write 1h30m"),
        ("advance: 5 parsecs", "of what?"), ("advance: 5x", "Unknown unit \"x\""),
        ("advance: tomorrow", "Write a duration"),
        ("advance: 99999999999999999999d", "longer than all of time"),
        ("advance: 9000w", "behind the year 9999".isEmpty ? "" : ""),
        ("advance: to 10000-01-01T00:00:00Z", "outside the years"),
        ("advance: to 2013-08-31T00:00:00Z", "does not run backwards"),
        ("advance: 3000000d", "behind the year 9999"), ("advance: just before authn", "Did you mean \"authn-token\"?"),
        ("advance: just about authn-token", "Write a duration"), ("change date: 1h", "Write +1h or -1h"),
        ("change time zone: +18h1m", "a time zone is whole minutes, at most 18 hours, from UTC"),
        ("change time zone: -18h1m", "a time zone is whole minutes, at most 18 hours, from UTC"),
        ("change time zone: +1d", "a time zone is whole minutes, at most 18 hours, from UTC"),
        ("change time zone: +5h45m30s", "a time zone is whole minutes, at most 18 hours, from UTC"),
        ("change time zone: 2h", "with + or -"),
        ("change date: noon", "an instant"), ("change date: -10000-01-01T00:00:00Z", "outside the years"),
        ("sign in: { user: a }", "needs the key \"provider\""),
        ("sign in: { provider: a, outcome: wrong }", "wrong-password"),
        ("update app: new", "a version like"), ("upgrade OS: 6.0", "only ever upgraded"),
        ("upgrade OS: 6.0", "only ever upgraded"),
        ("fault: offlin", "Did you mean \"offline\"?"), ("fault: timeout", "has to be a text"),
        ("fault: status 199", "200 to 599"),
        ("fault: { kind: offline, on: v1.auth }", "unknown request"),
        ("fault: { kind: offline, times: 0 }", "1 to 1000000"),
        ("fault: earthquake", "Known: offline"), ("throttle: maybe", "yes or no"),
        ("degrade: { requestor: a, provider: b, mode: all }", "cannot be \"all\""),
        ("change lifetimes: { requestor: a }", "changes nothing"), ("server clock: 2m", "with + or -"),
        ("install app: { team: a, requestor: b }", "needs the key \"id\""),
        ("install app: { id: com.kite.tv, team: a, requestor: b }", "is on phone already"),
        ("launch: com.kite.tw", "Known: com.kite.tv"), ("launch: fridge", "Known: phone, tv"),
        ("wake", "does not sleep here"),
        ("play: KITE1", "has not been launched"), ("launch: tv/com.kite.tv", "there is no app"),
    ].filter { !$0.1.isEmpty }

    @Test("A step that is wrong is told where and why", arguments: steps)
    func step(step: String, says: String) {
        let error = Sample.error(steps: "  - \(step)\n")
        #expect(error?.line == 14, "\(String(describing: error))")
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
    }

    @Test("A file is read up to its limits and no further")
    func limits() throws {
        let steps = Sample.setup + String(repeating: "  - launch\n", count: ScenarioFile.mostSteps)
        #expect(try ScenarioFile.parse(steps, name: "a").steps.count == ScenarioFile.mostSteps)
        #expect(Sample.error(steps + "  - launch\n")?.problem == "there are 10001 steps")
        let filler = "#" + String(repeating: "x", count: ScenarioFile.largestFile - steps.utf8.count - 1)
        #expect(Sample.error(steps + filler) == nil)
        #expect(Sample.error(steps + filler + "x")?.problem == "the file has 1048577 bytes")
    }

    @Test(
        "More than 16,000 items, keys and values are not read",
        arguments: ["a,", "a: b,", "[],", "? a,", "{b: c},", "\"d\":e,"]
    )
    func pieces(unit: String) {
        let many = Sample.error("title: a\nsteps: [" + String(repeating: unit, count: 20_000) + "]\n")
        #expect(many?.problem == "the file has more than 16000 items, keys and values")
        #expect(many?.line == 2)
        // The whole is one, the title two, "steps" and its list two, an item one; a comment is none, whatever stands in it.
        let head = "title: a\n#" + String(repeating: ",", count: 20_000) + "\nsteps:\n"
        let most = head + String(repeating: "- b\n", count: ScenarioFile.mostPieces - 5)
        #expect(Sample.error(most)?.problem.contains("items, keys") == false)
        let more = Sample.error(most + "- b\n")
        #expect(more?.problem == "the file has more than 16000 items, keys and values")
        #expect(more?.line == ScenarioFile.mostPieces - 5 + 4)
    }

    @Test("Deep nesting is refused, whether YAML or we refuse it", arguments: [33, 500, 5_000, 200_000])
    func depth(levels: Int) {
        for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", "")] {
            let text =
                "title: a\nfrom: b\nsteps:\n  " + String(repeating: open, count: levels)
                + String(repeating: close, count: levels)
            let error = Sample.error(text)
            #expect(error?.line == 4, "\(open) \(levels)")
            #expect(
                error?.problem == "lists and mappings lie too deep in each other" || levels > 1_000,
                "\(open) \(levels)"
            )
        }
    }

    @Test("A mapping names at most 2,000 things")
    func names() {
        func file(_ count: Int) -> String {
            let devices = (0..<count).map { "  d\($0): { system: iOS 6 }\n" }.joined()
            return "title: a\nstart: 2013-09-01T08:00:00Z\ndevices:\n" + devices
        }
        #expect(Sample.error(file(ScenarioFile.mostNames)) == nil)
        #expect(Sample.error(file(ScenarioFile.mostNames + 1))?.problem == "\"devices\" has 2001 entries")
    }

    @Test("A bomb of aliases is refused before it is read")
    func aliasBomb() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(Sample.error(text)?.problem == "anchors and aliases are not read in scenarios")
        #expect(Sample.error("? &a [x, x]\n: b")?.problem == "anchors and aliases are not read in scenarios")
    }

    @Test("Whatever stands in a file, reading it ends with a scenario or an error", arguments: 0..<60)
    func noise(seed: UInt64) {
        var text = Array(ScenarioFile.text(of: ArbitraryScenario.scenario(seed: seed)).utf8)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func draw(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<20 where !text.isEmpty {
            switch draw(3) {
            case 0: text[draw(text.count)] = UInt8(draw(128))
            case 1: text.remove(at: draw(text.count))
            default:
                text.insert(
                    contentsOf: Array("[]{}:,-&*!|>'\"%@`#\n\t ".utf8)[draw(20)...].prefix(1),
                    at: draw(text.count)
                )
            }
        }
        _ = Sample.error(String(decoding: text, as: UTF8.self))
    }
}
