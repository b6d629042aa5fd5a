import Testing
import VirtualTime

@testable import ScenarioFiles
@testable import Simulation

@Suite struct StepLineTests {
    @Test("Steps on one line are divided by semicolons")
    func line() throws {
        let steps = try ScenarioFile.steps(parsing: "advance 31d; play KITE1;\n expect playing KITE1 ;")
        #expect(steps.map(\.step) == [.advance(.seconds(31 * 86_400)), .play("KITE1"), .expect([.playing("KITE1")])])
        #expect(steps.map(\.line) == [1, 1, 2])
    }

    @Test("A colon behind the word may stand or not, and the longest word counts")
    func words() throws {
        let steps = try ScenarioFile.steps(
            parsing:
                "play: KITE1; sign in Meadowlark; sign in to Settings { provider: a, user: b }; expect: not playing"
        )
        #expect(
            steps.map(\.step) == [
                .play("KITE1"), .signIn(.init(provider: "Meadowlark")),
                .settingsSignIn(provider: "a", user: "b", lifetime: nil), .expect([.notPlaying(reason: nil)]),
            ]
        )
    }

    @Test("A semicolon in brackets or quotes divides nothing")
    func brackets() throws {
        let steps = try ScenarioFile.steps(
            parsing: "play \"a;b\"; expect { playing: 'a;b', message: \"resource=x; y\" }"
        )
        #expect(steps.map(\.step) == [.play("a;b"), .expect([.playing("a;b"), .message("resource=x; y")])])
        let question = try ScenarioFile.steps(parsing: "play a\u{37E} launch")
        #expect(question.map(\.step) == [.play("a\u{37E} launch")], "the Greek question mark is no semicolon")
    }

    @Test(
        "A quote inside a word is a letter of it; one inside a quoted value is the value's: only bare semicolons divide",
        arguments: [
            (
                "play KITE2; expect message resource=provider's package; advance 1d",
                [
                    ScenarioStep.play("KITE2"), .expect([.message("resource=provider's package")]),
                    .advance(.seconds(86_400)),
                ]
            ),
            (
                "expect message resource=wrens' or finches'; play KITE'1; launch",
                [.expect([.message("resource=wrens' or finches'")]), .play("KITE'1"), .launch]
            ),
            ("play 'a;b'; launch", [.play("a;b"), .launch]), ("play: 'a;b'; launch", [.play("a;b"), .launch]),
            ("play:'a;b'; launch", [.play("a;b"), .launch]),
            ("preauthorize ['a;b','c;d', 'e;f']; launch", [.preauthorize(["a;b", "c;d", "e;f"]), .launch]),
            ("play \"it's; hers\"; launch", [.play("it's; hers"), .launch]),
            ("play 'say \"a; b'; launch", [.play("say \"a; b"), .launch]),
            // YAML doubles an apostrophe in apostrophes, and puts a backslash before a quote in quotes.
            ("play 'it''s; hers'; launch", [.play("it's; hers"), .launch]),
            ("play ''''; launch", [.play("'"), .launch]),
            ("play \"a \\\"; b\"; launch", [.play("a \"; b"), .launch]),
            ("play \"a\\\\\"; launch", [.play("a\\"), .launch]),
        ]
    )
    func quotes(text: String, steps: [ScenarioStep]) throws {
        #expect(try ScenarioFile.steps(parsing: text).map(\.step) == steps)
    }

    @Test("\"on\" in front of a step chooses the app")
    func app() throws {
        let steps = try ScenarioFile.steps(parsing: "on phone/com.kite.tv: launch; play a")
        #expect(steps.map(\.app) == [AppName(device: "phone", bundleID: "com.kite.tv"), nil])
    }

    @Test("A second \"on\" is refused, however many follow it")
    func appTwice() throws {
        let text = try Regression.text("step-on-five-thousand-times.yaml")
        let error = #expect(throws: ScenarioFileError.self) { try ScenarioFile.parse(text, name: "a.yaml") }
        #expect(error?.line == 6)
        #expect(error?.description.contains("twice") == true)
        let most = String(repeating: "on a:", count: ScenarioFile.largestFile / 5)
        #expect(throws: ScenarioFileError.self) { try ScenarioFile.steps(parsing: most) }
        #expect(throws: ScenarioFileError.self) { try ScenarioFile.steps(parsing: "on a: on b: launch") }
        // "on" alone begins no second prefix: it is a step that there is not.
        let unknown = #expect(throws: ScenarioFileError.self) { try ScenarioFile.steps(parsing: "on a: on launch") }
        #expect(unknown?.description.contains("twice") == false)
    }

    @Test(
        "An error tells the column and the nearest word",
        arguments: [
            ("playy KITE1", 1, "Did you mean \"play\"?"), ("advance 1d; paly A", 13, "Did you mean \"play\"?"),
            ("advance 1d;  advance -2d", 22, "negative"), ("sing in Meadowlark", 1, "Did you mean \"sign in\"?"),
            ("", 1, "there is no step"), (" ; ;", 1, "there is no step"),
            ("launch; expect plaing KITE1", 16, "playing"),
            ("play", 1, "Write for example play: KITE1"), ("on phone: on tv: launch", 10, "twice"),
            ("sign in { provider: A, usr: b }", 24, "Did you mean \"user\"?"), ("play {", 6, ""),
        ]
    )
    func errors(text: String, column: Int, hint: String) {
        let error = #expect(throws: ScenarioFileError.self) { try ScenarioFile.steps(parsing: text) }
        #expect(error?.file == "--then" && error?.line == 1)
        #expect(error?.column == column, "\(String(describing: error))")
        #expect(hint.isEmpty || error?.description.contains(hint) == true, "\(String(describing: error))")
    }

    @Test("There are at most 10,000 steps")
    func limit() throws {
        let most = String(repeating: "launch;", count: ScenarioFile.mostSteps)
        #expect(try ScenarioFile.steps(parsing: most).count == ScenarioFile.mostSteps)
        #expect(throws: ScenarioFileError.self) { try ScenarioFile.steps(parsing: most + "launch") }
    }
}
