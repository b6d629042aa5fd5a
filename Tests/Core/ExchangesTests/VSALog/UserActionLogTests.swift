import Documents
import Exchanges
import Testing
import VirtualTime

@Suite struct UserActionLogTests {
    static let actions: [UserAction.Action] = [
        .launch, .selectProvider("Kite_TV"), .closeWebView, .confirmLogin, .cancel, .play(resource: "kite \"news\"\n"),
        .preauthorize(resources: ["a", "b"]), .preauthorize(resources: []), .readUserMetadata, .logOut, .foreground,
        .background,
    ]

    static func parse(_ text: String) throws(UserActionLogError) -> [UserAction] {
        try UserActionLog.parse(Array(text.utf8))
    }

    @Test("What is written of a stimulus is read as the same stimulus", arguments: actions)
    func roundTrip(action: UserAction.Action) throws {
        let at = Instant(microsecondsSince1970: 1_763_675_952_741_349)
        let userAction = UserAction(ordinal: 1, occurredAt: at, action: action)
        let line = UserActionLog.line(for: userAction)
        #expect(!line.contains("\n"))
        #expect(try Self.parse(line) == [userAction])
    }

    @Test("Every action is spelled by a name, a key and arguments that make it again")
    func everyForm() {
        for action in Self.actions {
            #expect(UserAction.Action(name: action.name, arguments: action.arguments) == action)
            #expect(action.takesArguments || action.arguments.isEmpty)
        }
        #expect(Set(Self.actions.map(\.name)).count == 11)
        #expect(UserAction.Action(name: "play", arguments: []) == nil)
        #expect(UserAction.Action(name: "launch", arguments: ["now"]) == nil)
        #expect(UserAction.Action(name: "dance", arguments: []) == nil)
        #expect(UserAction.Action.preauthorize(resources: []).takesArguments)
    }

    @Test("The lines are numbered, their times kept to the microsecond, blank lines skipped")
    func lines() throws {
        let userActions = try Self.parse(
            #"""
            {"at":"2026-11-20T21:59:12.1234567Z","action":"launch"}

            {"at":"2026-11-20T22:59:13+01:00","action":"play","resource":"KITE1"}
            """#
        )
        #expect(userActions.map(\.ordinal) == [1, 2])
        #expect(userActions.map(\.occurredAt.description) == ["2026-11-20T21:59:12.123456Z", "2026-11-20T21:59:13Z"])
        #expect(userActions.map(\.action) == [.launch, .play(resource: "KITE1")])
    }

    struct Case: CustomTestStringConvertible {
        var line: String
        var problem: ImportProblem
        var key = ""
        var testDescription: String { line }
    }

    static let names = [
        "launch", "selectProvider", "closeWebView", "confirmLogin", "cancel", "play", "preauthorize",
        "readUserMetadata", "logOut",
        "foreground", "background",
    ]

    static let cases = [
        Case(line: #"{"action":"launch"}"#, problem: .missing("at")),
        Case(line: #"{"at":"2026-11-20T21:59:12Z"}"#, problem: .missing("action")),
        Case(line: #"{"at":"yesterday","action":"launch"}"#, problem: .notAnInstant, key: "at"),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","action":"playy","resource":"a"}"#,
            problem: .unknownWord(expected: names, nearest: "play"),
            key: "action"
        ),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","action":"earthquake"}"#,
            problem: .unknownWord(expected: names),
            key: "action"
        ),
        Case(line: #"{"at":"2026-11-20T21:59:12Z","action":"play"}"#, problem: .missing("resource")),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","action":"play","resorce":"a"}"#,
            problem: .unknownWord(expected: ["at", "action", "resource"], nearest: "resource"),
            key: "resorce"
        ),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","action":"launch","resource":"a"}"#,
            problem: .unknownWord(expected: ["at", "action"]),
            key: "resource"
        ),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","action":"preauthorize","resources":["a",1]}"#,
            problem: .wrongType(expected: "a string", found: "a number"),
            key: "resources[1]"
        ),
    ]

    @Test("A bad line is named with its key and its byte", arguments: cases)
    func bad(_ bad: Case) {
        let good = #"{"at":"2026-11-20T21:59:12Z","action":"launch"}"# + "\n"
        let error = #expect(throws: UserActionLogError.self) { try Self.parse(good + bad.line) }
        #expect(error?.problem == bad.problem)
        #expect(error?.line == 2)
        #expect(error?.key == bad.key)
        #expect((error?.byteOffset ?? 0) >= good.utf8.count)
    }

    @Test("The nearest word is told")
    func nearest() {
        let error = #expect(throws: UserActionLogError.self) {
            try Self.parse(#"{"at":"2026-11-20T21:59:12Z","action":"logout"}"#)
        }
        #expect(
            error?.description.contains(#"line 1, action (byte 38): did you mean "logOut"? expected one of"#) == true
        )
    }
}
