import Documents
import Foundation
import Report
import Testing

@testable import kinescope

@Suite struct SimulateCommandTests {
    let folder = TemporaryFolder()

    private func simulate(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.kinescope(["simulate"] + arguments, in: folder)
    }

    @Test("A scenario that holds is one line, and exit 0")
    func good() throws {
        try folder.write(ScenarioText.good, to: "good.yaml")
        let run = try simulate("good.yaml")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.hasPrefix("ok    An example ("))
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.error.isEmpty)
    }

    @Test("An expectation that is not met is exit 1, with file and line, what was expected and what was found")
    func failing() throws {
        try folder.write(ScenarioText.failing, to: "failing.yaml")
        let run = try simulate("failing.yaml")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("FAIL  A failing one ("))
        #expect(run.output.contains("\n      failing.yaml:11: at 2026-11-20T"))
        #expect(run.output.contains("\n          expected playing KITE1\n"))
        #expect(run.error.isEmpty)
    }

    @Test(
        "A scenario that cannot be run is one line with file and line, and exit 3",
        arguments: [
            (["launch", "playy: KITE1"], "bad.yaml:11:", "Did you mean \"play\"?"),
            (["play: KITE1", "expect: playin KITE1"], "bad.yaml:11:", "playing"),
            (["sleep", "launch"], "bad.yaml:11:", "sleeps"),
            (["launch", "background", "foreground: com.kite.radio"], "bad.yaml:12:", "com.kite.radio"),
            (["advance: -5m"], "bad.yaml:10:", "-5m"),
            (["advance: 9000y"], "bad.yaml:10:", "9000y"),
            (["advance: 2950000d"], "bad.yaml:10:", "9999"),
            (["advance: just before authz-token KITE1"], "bad.yaml:10:", "authz-token KITE1"),
            (["launch: ["], "bad.yaml:11:", "YAML"),
        ] as [([String], String, String)]
    )
    func refused(steps: [String], place: String, word: String) throws {
        try folder.write(ScenarioText.scenario(steps), to: "bad.yaml")
        let run = try simulate("bad.yaml")
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains(place), "\(run.error)")
        #expect(run.error.contains(word), "\(run.error)")
    }

    @Test(
        "A fork that cannot be made is one line that names the scenario, and exit 3",
        arguments: [
            ("apple-sso-tvos.har", "exchange 99"), ("apple-sso-tvos.har", "S10"), ("missing.kinescope", "end"),
            ("apple-sso-tvos.har", "2020-01-01T00:00:00Z"), ("apple-sso-tvos.har", "2030-01-01T00:00:00Z"),
            ("fork.yaml", "end"), (".", "end"),
        ]
    )
    func badForks(recording: String, point: String) throws {
        try folder.copyCapture("apple-sso-tvos")
        try folder.write(ScenarioText.fork(recording, at: point, "advance: 1d"), to: "fork.yaml")
        let run = try simulate("fork.yaml")
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains("fork.yaml: "))
    }

    @Test("A recording is looked for where the scenario lies, as HAR with its VSA log too")
    func recordings() throws {
        try folder.copyCapture("apple-sso-tvos")
        try FileManager.default.createDirectory(at: folder.url(of: "below"), withIntermediateDirectories: true)
        try folder.write(ScenarioText.fork("../apple-sso-tvos.har", at: "S11", "launch"), to: "below/fork.yaml")
        let run = try simulate("below/fork.yaml", "--timeline")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("\n── from here on the simulated service responds ──\n"))
        #expect(run.output.contains("enqueue, prompts  com.example.meadowlark, expires 2026-12-20 "))
    }

    @Test("A folder stands for the scenarios below it, sorted; results come in the order given")
    func folders() throws {
        for name in ["all/b", "all/.drafts"] {
            try FileManager.default.createDirectory(at: folder.url(of: name), withIntermediateDirectories: true)
        }
        let names = [
            "all/c.yaml", "all/b/z.yml", "all/a.yaml", "all/.hidden.yaml", "all/note.txt", "all/.drafts/d.yaml",
        ]
        for (index, name) in names.enumerated() {
            try folder.write(ScenarioText.scenario("launch", title: "number \(index)"), to: name)
        }
        try folder.write(ScenarioText.scenario("launch", title: "first"), to: "x.yaml")
        let lines = try simulate("x.yaml", "all").output.split(separator: "\n")
        let titles = lines.map { $0.dropFirst(6).prefix { $0 != "(" } }
        #expect(titles == ["first ", "number 2 ", "number 1 ", "number 0 ", "arios: 4 ok"])
    }

    @Test("Whatever one scenario comes to, the others run, and the worst of them is the exit code")
    func several() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        try folder.write(ScenarioText.failing, to: "b.yaml")
        try folder.write(ScenarioText.good, to: "d.yaml")
        let failed = try simulate(".")
        #expect(failed.status == 1)
        #expect(failed.output.hasSuffix("3 scenarios: 2 ok, 1 failed\n"))
        try folder.write(ScenarioText.bad, to: "c.yaml")
        let run = try simulate(".")
        #expect(run.status == 3)
        #expect(run.errorLines.count == 1)
        #expect(run.output.hasSuffix("4 scenarios: 2 ok, 1 failed, 1 could not be run\n"))
    }

    @Test(
        "The worst of three scenarios is the exit code, wherever it stands, and each is told in its place",
        arguments: [
            [0, 1, 3], [0, 3, 1], [1, 0, 3], [1, 3, 0], [3, 0, 1], [3, 1, 0], [0, 1, 0], [0, 3, 0], [1, 3, 1],
            [0, 0, 0],
        ] as [[Int32]]
    )
    func worst(statuses: [Int32]) throws {
        let texts: [Int32: String] = [0: ScenarioText.good, 1: ScenarioText.failing, 3: ScenarioText.bad]
        let verdicts: [Int32: String] = [0: "ok", 1: "failed", 3: "refused"]
        let names = statuses.indices.map { "\($0).yaml" }
        for (name, status) in zip(names, statuses) { try folder.write(texts[status] ?? "", to: name) }
        let run = try CommandLineRun.kinescope(["simulate", "--json"] + names, in: folder)
        #expect(run.status == statuses.max())
        #expect(run.errorLines.count == statuses.count { $0 == 3 })
        let objects = try run.content().filter { $0["type"]?.string == "scenario" }
        #expect(objects.map { $0["file"]?.string } == names)
        #expect(objects.map { $0["verdict"]?.string } == statuses.map { verdicts[$0] })
    }

    @Test("With --fail-fast nothing is told after the first that does not hold")
    func failFast() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        try folder.write(ScenarioText.failing, to: "b.yaml")
        for name in ["c", "d", "e"] { try folder.write(ScenarioText.good, to: name + ".yaml") }
        let run = try simulate(".", "--fail-fast")
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("2 scenarios: 1 ok, 1 failed\n"))
    }

    @Test("What cannot be a scenario is refused in one line", arguments: ["missing.yaml", "empty", "text.bin"])
    func unreadable(name: String) throws {
        try FileManager.default.createDirectory(at: folder.url(of: "empty"), withIntermediateDirectories: true)
        try folder.write([0xFF, 0xFE, 0x00], to: "text.bin")
        let run = try simulate(name)
        #expect(run.isOneLineFailure(3), "\(run)")
        #expect(run.error.contains(name))
    }

    @Test(
        "A command line that makes no sense is usage",
        arguments: [
            [], ["a.yaml", "--random", "3"], ["--random", "0"], ["--random", "1000001"], ["--random", "x"],
            ["a.yaml", "--seed", "3"], ["--random", "1", "--seed", "-1"], ["a.yaml", "--digest", "--json"],
            ["a.yaml", "--digest", "--timeline"], ["a.yaml", "--junit", "-", "--json"], ["a.yaml", "--yaml"],
            ["--random", "1", "--yaml", "--verify"], ["a.yaml", "--junit"], ["a.yaml", "--nope"],
        ]
    )
    func usage(arguments: [String]) throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        let run = try CommandLineRun.kinescope(["simulate"] + arguments, in: folder)
        #expect(run.isOneLineFailure(2), "\(run)")
        #expect(run.error.contains("kinescope simulate --help"))
    }

    // MARK: Reports

    @Test("The JUnit report is well-formed, and has a test case for each scenario")
    func junit() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        try folder.write(ScenarioText.failing, to: "b.yaml")
        try folder.write(ScenarioText.bad, to: "c.yaml")
        let run = try simulate("a.yaml", "b.yaml", "c.yaml", "--junit", "report.xml")
        #expect(run.status == 3)
        let suite = try XMLDocument(parsing: folder.bytes(of: "report.xml")).root.elements[0]
        #expect(["tests", "failures", "errors"].map { suite.attribute($0) } == ["3", "1", "1"])
        let cases = suite.elements("testcase", in: nil)
        #expect(cases.map { $0.attribute("file") } == ["a.yaml", "b.yaml", "c.yaml"])
        #expect(cases[0].elements[0].elements.map { $0.attribute("value") }.starts(with: ["K-1", "K-2"]))
        #expect(cases[1].elements("failure", in: nil).first?.text.contains("b.yaml:11:") == true)
        #expect(cases[2].elements("error", in: nil).first?.text.contains("c.yaml:11:") == true)
        // Another run takes its place.
        #expect(try simulate("a.yaml", "--junit", "report.xml").status == 0)
        #expect(try XMLDocument(parsing: folder.bytes(of: "report.xml")).root.attribute("tests") == "1")
    }

    @Test("A report on standard output stands there alone")
    func junitOnOutput() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        let run = try simulate("a.yaml", "--junit", "-")
        #expect(try XMLDocument(parsing: Array(run.output.utf8)).root.attribute("tests") == "1")
    }

    @Test("A report does not replace a scenario, and cannot be written into nothing")
    func junitPlaces() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        #expect(try simulate("a.yaml", "--junit", "a.yaml").isOneLineFailure(3))
        #expect(try simulate("a.yaml", "--junit", "no/folder/report.xml").isOneLineFailure(3))
        #expect(try folder.bytes(of: "a.yaml") == Array(ScenarioText.good.utf8))
    }

    @Test("Every line of --json is an object; with --timeline the events stand before their scenario")
    func json() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        try folder.write(ScenarioText.failing, to: "b.yaml")
        let run = try simulate("a.yaml", "b.yaml", "--json")
        #expect(try run.content().map { $0["type"]?.string } == ["scenario", "finding", "scenario"])
        #expect(try run.content().map { $0["verdict"]?.string } == ["ok", nil, "failed"])
        let finding = try run.content()[1]
        #expect(finding["code"]?.string == "expectationNotMet")
        #expect(finding["source"]?["name"]?.string == "b.yaml" && finding["source"]?["line"]?.number != nil)
        #expect(try run.objects().last?["scenarioCount"]?.number?.int64 == 2)
        let events = try simulate("a.yaml", "--json", "--timeline").content()
        #expect(events.count > 3)
        #expect(events[0]["kind"]?.string == "launch")
        #expect(events.last?["type"]?.string == "scenario" && events.last?["file"]?.string == "a.yaml")
    }

    @Test("The timeline has the steps that the client takes, in color only on a terminal or if that is said")
    func timeline() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        let output = try simulate("a.yaml", "--timeline").output
        #expect(output.contains("\nS1 valid AuthN token? no\n"))
        #expect(!output.contains("\u{1B}"))
        #expect(
            try simulate("a.yaml", "--timeline", "--color", "always").output.contains("\u{1B}[1mS1 valid AuthN token?")
        )
        #expect(try !simulate("a.yaml", "--timeline", "--color=never").output.contains("\u{1B}"))
        #expect(try simulate("a.yaml", "--details").output.contains("requestor: KITETV"))
    }

    // MARK: Digests

    @Test("Two processes with different hash seeds give the same digests, for files and for what is made up")
    func digests() throws {
        try folder.write(ScenarioText.good, to: "a.yaml")
        let first = try simulate("a.yaml", "--digest")
        #expect(first.output.hasSuffix("  a.yaml\n"))
        #expect(first.output == (try simulate("a.yaml", "--digest").output))
        let random = try simulate("--random", "25", "--seed", "40", "--digest")
        #expect(random.status == 0, "\(random.error)")
        #expect(random.output.split(separator: "\n").count == 25)
        #expect(random.output == (try simulate("--random", "25", "--seed", "40", "--digest").output))
        #expect(Set(random.output.split(separator: "\n").map { $0.prefix(16) }).count == 25)
    }

    @Test("--verify starts the second process itself, and says how many digests it compared")
    func verify() throws {
        try folder.write(ScenarioText.good, to: "-odd name.yaml")
        let run = try simulate("--verify", "--", "-odd name.yaml")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("verified: a second process gave the same digests, 0 differences in 1\n"))
        let random = try simulate("--random", "5", "--verify")
        #expect(random.output.contains("0 differences in 5"), "\(random)")
    }

    @Test(
        "Digests that differ are exit 1, and exit 3 where a scenario was refused: the worst counts",
        arguments: [
            (kinescope.ExitStatus.good, kinescope.ExitStatus.difference), (.difference, .difference),
            (.refused, .refused),
        ]
    )
    func differingDigests(status: kinescope.ExitStatus, expected: kinescope.ExitStatus) {
        let failure = SimulateCommand.failure(ofDigests: "1  a\n2  b\n3  c\n", "1  a\n5  b\n4  c\n", after: status)
        #expect(failure?.status == expected)
        #expect(failure?.message.contains("2  b here, 5  b in a second process, 2 differences") == true)
        #expect(SimulateCommand.failure(ofDigests: "1  a\n", "1  a\n", after: status) == nil)
        #expect(SimulateCommand.failure(ofDigests: "1  a\n", "", after: status)?.status == expected)
    }

    @Test("A made-up scenario is told with its digest, and is the same when it is written to a file and read again")
    func yaml() throws {
        let made = try simulate("--random", "1", "--seed", "7", "--yaml")
        #expect(made.status == 0)
        try folder.write(made.output, to: "made.yaml")
        let digest = try simulate("made.yaml", "--digest").output.prefix(16)
        #expect(digest.count == 16)
        #expect(try simulate("--random", "1", "--seed", "7").output.contains("digest \(digest)"))
    }

    @Test("Made-up scenarios follow from the seed that is given and the numbers after it, however many there are")
    func seeds() throws {
        func objects(_ count: Int, _ seed: UInt64) throws -> [JSONObject] {
            let run = try simulate("--random", "\(count)", "--seed", "\(seed)", "--json")
            return try run.content().filter { $0["type"]?.string == "scenario" }
        }
        for (count, seed) in [(1, 7), (3, 7), (2, 0)] as [(Int, UInt64)] {
            let seeds = (0..<UInt64(count)).map { seed + $0 }
            let made = try objects(count, seed)
            #expect(made.map { $0["file"]?.string } == seeds.map { "--random 1 --seed \($0)" })
            // Each is the one that its seed makes, told by its digest.
            let results = seeds.map { ScenarioRunner.result(ofSeed: $0).digestText }
            #expect(made.map { $0["digest"]?.string } == results)
            let files = try simulate("--random", "\(count)", "--seed", "\(seed)", "--yaml").output
            #expect(files.matches(of: /(?m)^title: generated from seed (\d+)$/).map { UInt64($0.1) } == seeds)
        }
        // There is no number after the last.
        #expect(try simulate("--random", "2", "--seed", "\(UInt64.max)", "--digest").status == 0)
    }

    @Test("No made-up scenario has a step that cannot happen")
    func possible() throws {
        let run = try simulate("--random", "200", "--seed", "1000", "--digest")
        #expect(run.status == 0, "\(run.error.prefix(1_000))")
    }
}

extension ScenarioResult {
    /// The digest of a scenario that ran.
    fileprivate var digestText: String? {
        if case .ran(let run) = outcome { "\(run.digest)" } else { nil }
    }
}
