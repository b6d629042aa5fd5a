import Documents
import Exchanges
import Testing

/// Errors of a log state the line, the key and the byte.
@Suite struct LogLineErrorTests {
    struct Case: CustomTestStringConvertible {
        var line: String
        var problem: ImportProblem
        var key: String
        var testDescription: String { line }
    }

    /// An object with so many members that nobody knows.
    static func members(_ count: Int) -> String {
        "{" + (1...count).map { "\"m\($0)\":1" }.joined(separator: ",") + "}"
    }

    @Test("An object of a log may have a thousand members")
    func manyMembers() throws {
        let line = VSALogTests.enqueue(request: Self.members(1_000))
        let responses = try VSALog.parse(Array(line.utf8))
        #expect(responses.count == 1)
    }

    static let cases = [
        Case(
            line: #"{"call":"enqueue","request":{}}"#,
            problem: .missing("at"),
            key: ""
        ),
        Case(
            line: #"{"at":1,"call":"enqueue","request":{}}"#,
            problem: .wrongType(expected: "a string", found: "a number"),
            key: "at"
        ),
        Case(line: #"{"at":"2026-11-20","call":"enqueue","request":{}}"#, problem: .notAnInstant, key: "at"),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","call":"dequeue","request":{}}"#,
            problem: .unknownWord(expected: ["checkAccessStatus", "enqueue"], nearest: "enqueue"),
            key: "call"
        ),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus","accessStatus":"yes"}"#,
            problem: .unknownWord(expected: ["notDetermined", "restricted", "denied", "granted"]),
            key: "accessStatus"
        ),
        Case(
            line: #"{"at":"2026-11-20T21:59:12Z","call":"checkAccessStatus"}"#,
            problem: .missing("accessStatus"),
            key: ""
        ),
        Case(line: #"{"at":"2026-11-20T21:59:12Z","call":"enqueue"}"#, problem: .missing("request"), key: ""),
        Case(
            line: VSALogTests.enqueue(request: #"{"attributeNames":["uid",2]}"#),
            problem: .wrongType(expected: "a string", found: "a number"),
            key: "request.attributeNames[1]"
        ),
        Case(
            line: VSALogTests.enqueue(metadata: #"{"verificationData":"A*=="}"#),
            problem: .notBase64(Base64Error(.notInAlphabet(42), byteOffset: 1)),
            key: "metadata.verificationData"
        ),
        Case(
            line: VSALogTests.enqueue(request: members(1_001)),
            problem: .outOfRange("an object of a log has at most 1000 members"),
            key: "request.m1001"
        ),
        Case(line: VSALogTests.enqueue(error: "{}"), problem: .missing("code"), key: "error"),
        Case(
            line: VSALogTests.enqueue(error: #"{"code":1.5}"#),
            problem: .wrongType(expected: "an integer", found: "another number"),
            key: "error.code"
        ),
        Case(
            line: VSALogTests.enqueue(request: #"{"attributeNames":[],"attributeNames":[]}"#),
            problem: .duplicate("attributeNames"),
            key: "request.attributeNames"
        ),
        Case(line: "[]", problem: .wrongType(expected: "an object", found: "an array"), key: ""),
    ]

    @Test("Bad lines", arguments: cases)
    func bad(_ bad: Case) throws {
        let good = VSALogTests.enqueue() + "\n\n"
        let error = #expect(throws: VSALogError.self) { try VSALogTests.parse(good + bad.line + "\n" + good) }
        #expect(error?.problem == bad.problem)
        #expect(error?.line == 3)
        #expect(error?.key == bad.key)
        #expect((error?.byteOffset ?? 0) >= good.utf8.count)
    }

    @Test("The error quotes no value, names the place and says what to do")
    func description() {
        let line = VSALogTests.enqueue(request: #"{"verificationToken":["canary"]}"#)
        let error = #expect(throws: VSALogError.self) { try VSALogTests.parse(line) }
        let offset = line.utf8.count - #"["canary"]},"metadata":null,"error":null}"#.utf8.count
        #expect(
            error?.description
                == "line 1, request.verificationToken (byte \(offset)): expected a string, found an array. "
                + "Correct the value"
        )
    }

    @Test("A key in an error stays on its line, and is cut where it is long")
    func keys() throws {
        func error(_ key: String) -> String {
            let line = VSALogTests.enqueue(request: "{\"\(key)\":1,\"\(key)\":2}")
            let error = #expect(throws: VSALogError.self) { try VSALogTests.parse(line) }
            return error?.description ?? ""
        }
        #expect(error(#"a\r\nb"#).hasSuffix(#": "a\r\nb" is here twice. Remove the one that is wrong"#))
        #expect(error("a\u{202E}b").contains(#""a\u{202e}b" is here twice"#))
        let (longest, tooLong) = (String(repeating: "k", count: 256), String(repeating: "k", count: 100_000))
        #expect(error(longest).contains("\"\(longest)\" is here twice"))
        #expect(error(tooLong).contains("kk…\" is here twice"))
        #expect(error(tooLong).utf8.count < 1_000)
    }

    @Test("Keys of equivalent characters are two keys, and come out as they went in")
    func equivalentKeys() throws {
        let line = VSALogTests.enqueue(request: "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}")
        let response = try #require(try VSALogTests.parse(line).first)
        #expect(response.logNotes.filter { $0.key.hasPrefix("caf") }.count == 2)
        let written = VSALog.line(for: response)
        #expect(written.unicodeScalars.contains("\u{E9}") && written.unicodeScalars.contains("\u{301}"))
    }

    @Test("A line that was cut short is told from a broken file")
    func truncated() {
        let error = #expect(throws: VSALogError.self) { try VSALogTests.parse("{\n  \"at\": 1\n}") }
        #expect(error?.line == 1)
        #expect(error?.description.contains("Each object is one line") == true)
    }

    @Test("Limits are kept to the line and to the byte")
    func limits() throws {
        let line = VSALogTests.enqueue()
        let bytes = Array((line + "\n" + line + "\n").utf8)
        var limits = LogLimits()
        (limits.lines, limits.lineBytes) = (2, line.utf8.count)
        #expect(try VSALog.parse(bytes, limits: limits).count == 2)
        limits.lines = 1
        #expect(throws: VSALogError(.limit(name: "lines", value: 1), line: 2, byteOffset: line.utf8.count + 1)) {
            try VSALog.parse(bytes, limits: limits)
        }
        (limits.lines, limits.lineBytes) = (2, line.utf8.count - 1)
        let error = #expect(throws: VSALogError.self) { try VSALog.parse(bytes, limits: limits) }
        #expect(error?.problem == .limit(name: "lineBytes", value: line.utf8.count - 1))
    }
}
