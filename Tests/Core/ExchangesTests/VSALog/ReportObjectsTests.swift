import Documents
import Exchanges
import SubscriberAccount
import Testing
import VirtualTime

/// Reports of an app may be laid out in any of the ways that its JSON encoder knows.
@Suite struct ReportObjectsTests {
    static let clock = ReportClock(arrivedAt: Instant(secondsSince1970: 1_763_675_952))

    static func parse(_ text: String, limits: LogLimits = .default) throws(UserActionLogError) -> [UserAction] {
        try UserActionLog.parse(report: Array(text.utf8), clock: clock, limits: limits)
    }

    @Test(
        "Lines, an array and objects over several lines say the same",
        arguments: [
            "{\"action\":\"launch\"}\n{\"action\":\"play\",\"resource\":\"a}\\\"{\"}",
            "\u{FEFF}\r\n{\"action\":\"launch\"}\r\n\r\n{\"action\":\"play\",\"resource\":\"a}\\\"{\"}\r\n",
            "[{\"action\":\"launch\"},{\"action\":\"play\",\"resource\":\"a}\\\"{\"}]",
            " [\n  {\n \"action\" : \"launch\"\n }\n ,\n {\"action\":\"play\",\n\"resource\":\"a}\\\"{\"} ] \n",
            "{\n  \"action\": \"launch\"\n}{\n  \"action\": \"play\",\n  \"resource\": \"a}\\\"{\"\n}\n",
        ]
    )
    func layouts(text: String) throws {
        let userActions = try Self.parse(text)
        #expect(userActions.map(\.action) == [.launch, .play(resource: "a}\"{")])
        #expect(userActions.map(\.ordinal) == [1, 2])
        #expect(userActions.allSatisfy { $0.occurredAt == Self.clock.arrivedAt })
    }

    @Test("Nothing holds no object", arguments: ["", " \n", "[]", " [ ]\n"])
    func empty(text: String) throws {
        #expect(try Self.parse(text).isEmpty)
    }

    @Test("A VSA call over several lines is the same as on one")
    func vsaCalls() throws {
        let line = VSALogTests.enqueue(request: #"{"attributeNames":["uid"],"new":[1]}"#)
        let spread = line.replacing(",", with: ",\n  ")
        let single = try VSALog.parse(report: Array(line.utf8), clock: Self.clock)
        #expect(try VSALog.parse(report: Array(spread.utf8), clock: Self.clock) == single)
        #expect(try VSALog.parse(report: Array("[\(spread),\(line)]".utf8), clock: Self.clock).count == 2)
        #expect(try VSALog.parse(Array(line.utf8)) == single)
    }

    static let broken: [(String, Int, Int)] = [
        ("{\"action\":\"launch\"}\n{\"action\":", 2, 30),
        ("[{\"action\":\"launch\"}", 1, 20),
        ("[{\"action\":\"launch\"},", 1, 21),
        ("[{\"action\":\"launch\"} {\"action\":\"launch\"}]", 1, 21),
        ("[{\"action\":\"launch\"},\n]", 2, 22),
        ("[{\"action\":\"launch\"}]\n{}", 2, 22),
        ("launch", 1, 0),
        ("{\n\"action\":\"launch\"\n]", 3, 20),
        ("{\"action\":\"launch\"}\n,{\"action\":\"launch\"}", 2, 20),
        ("action=launch&at=now", 1, 0),
        ("\"launch\"", 1, 0),
    ]

    @Test("What is no report is said with its line and byte, in every layout", arguments: broken)
    func errors(text: String, line: Int, byte: Int) {
        let error = #expect(throws: UserActionLogError.self) { try Self.parse(text) }
        #expect(error?.line == line, "\(error.map(String.init(describing:)) ?? "")")
        #expect(error?.byteOffset == byte, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test("The key of an object over several lines is named with the line it stands on")
    func place() {
        let error = #expect(throws: UserActionLogError.self) {
            try Self.parse("{\"action\":\"launch\"}\n{\n  \"at\": \"now\",\n  \"action\": \"launch\"\n}")
        }
        #expect(error?.key == "at")
        #expect(error?.line == 3)
        let syntax = #expect(throws: UserActionLogError.self) {
            try Self.parse("[{\"action\":\"launch\"},\n {\"a\" 1}]")
        }
        #expect(syntax?.description.contains("at line 2, column 7 (byte 28)") == true)
    }

    @Test("A report is cut off at any byte without harm")
    func truncated() {
        let text = Array("[{\"action\":\"play\",\"resource\":\"a\\u00e9\"},{\"action\":\"launch\"}]".utf8)
        for end in 1..<text.count {
            #expect(throws: UserActionLogError.self, "cut at \(end)") {
                try UserActionLog.parse(report: Array(text[..<end]), clock: Self.clock)
            }
        }
    }

    @Test("Limits are kept to the object and to the byte")
    func limits() throws {
        let object = #"{"action":"launch"}"#
        var limits = LogLimits()
        (limits.lines, limits.lineBytes) = (2, object.utf8.count)
        #expect(try Self.parse("[\(object),\(object)]", limits: limits).count == 2)
        limits.lines = 1
        #expect(throws: UserActionLogError(.limit(name: "lines", value: 1), line: 1, byteOffset: 21)) {
            try Self.parse("[\(object),\(object)]", limits: limits)
        }
        limits.lineBytes = object.utf8.count - 1
        #expect(throws: UserActionLogError(.limit(name: "lineBytes", value: 18), line: 1, byteOffset: 0)) {
            try Self.parse(object, limits: limits)
        }
    }
}
