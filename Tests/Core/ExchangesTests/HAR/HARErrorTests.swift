import Documents
import Exchanges
import Foundation
import Testing

/// Errors of a HAR state the entry, the path and the byte.
@Suite struct HARErrorTests {
    /// A HAR whose second entry has these members beside a sound request.
    static func archive(request: String = "", response: String = #""status":200"#, entry: String = "") -> String {
        let good = #"{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"GET","url":"u"}}"#
        return #"{"log":{"entries":["# + good
            + #",{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"GET","url":"u""#
            + request + #"},"response":{"# + response + "}" + entry + "}]}}"
    }

    struct Case: CustomTestStringConvertible {
        var text: String
        var problem: ImportProblem
        var path: String
        var testDescription: String { path }

        init(_ text: String, _ problem: ImportProblem, _ path: String) {
            (self.text, self.problem, self.path) = (text, problem, path)
        }
    }

    static let inEntries = [
        Case(
            archive(request: #","headers":{}"#),
            .wrongType(expected: "an array", found: "an object"),
            "log.entries[1].request.headers"
        ),
        Case(
            archive(request: #","headers":[{"name":"a","value":"b"},{"name":"c","value":3}]"#),
            .wrongType(expected: "a string", found: "a number"),
            "log.entries[1].request.headers[1].value"
        ),
        Case(archive(request: #","headers":[{"name":"a"}]"#), .missing("value"), "log.entries[1].request.headers[0]"),
        Case(archive(request: #","url":"v""#), .duplicate("url"), "log.entries[1].request.url"),
        Case(
            archive(request: #","postData":{"encoding":"","encoding":"base64"}"#),
            .duplicate("encoding"),
            "log.entries[1].request.postData.encoding"
        ),
        Case(
            archive(response: #""status":200,"content":{"size":1,"size":2}"#),
            .duplicate("size"),
            "log.entries[1].response.content.size"
        ),
        Case(
            archive(response: #""status":200,"content":{"encoding":null,"encoding":"base64"}"#),
            .duplicate("encoding"),
            "log.entries[1].response.content.encoding"
        ),
        Case(
            archive(request: #","postData":{"text":"a","encoding":"rot13"}"#),
            .unknownWord(expected: ["base64"]),
            "log.entries[1].request.postData.encoding"
        ),
        Case(archive(response: ""), .missing("status"), "log.entries[1].response"),
        Case(
            archive(response: #""status":"200""#),
            .wrongType(expected: "a number", found: "a string"),
            "log.entries[1].response.status"
        ),
        Case(
            archive(response: #""status":200.5"#),
            .wrongType(expected: "an integer", found: "another number"),
            "log.entries[1].response.status"
        ),
        Case(
            archive(response: #""status":200,"content":{"text":"AB*=","encoding":"base64"}"#),
            .notBase64(Base64Error(.notInAlphabet(42), byteOffset: 2)),
            "log.entries[1].response.content.text"
        ),
        Case(
            archive(entry: #","time":-0.5"#),
            .outOfRange("a time is between 0 and 9,007,199,254,740 milliseconds"),
            "log.entries[1].time"
        ),
        Case(
            archive(entry: #","time":1e999"#),
            .outOfRange("a time is between 0 and 9,007,199,254,740 milliseconds"),
            "log.entries[1].time"
        ),
        Case(
            archive(entry: #","time":"1""#),
            .wrongType(expected: "a number", found: "a string"),
            "log.entries[1].time"
        ),
        Case(
            archive(entry: #","response":{"status":1}"#),
            .duplicate("response"),
            "log.entries[1].response"
        ),
    ]

    @Test("A size that stands twice is refused, and nothing of it is lost")
    func sizeTwice() throws {
        let error = #expect(throws: HARError.self) {
            try HAR.recording(parsing: Regression.archive("content-size-twice"))
        }
        #expect(error?.problem == .duplicate("size"))
    }

    @Test("Faults in an entry, odd values among them where those are refused", arguments: inEntries)
    func entries(bad: Case) throws {
        let error = #expect(throws: HARError.self) {
            try HAR.recording(parsing: Array(bad.text.utf8), isStrict: true)
        }
        #expect(error?.problem == bad.problem)
        #expect(error?.entry == 1)
        #expect(error?.path == bad.path)
    }

    @Test(
        "Missing fields of an entry",
        arguments: [
            (#"{"request":{"method":"GET","url":"u"}}"#, "startedDateTime", "log.entries[0]"),
            (#"{"startedDateTime":"2026-11-20T21:59:12Z"}"#, "request", "log.entries[0]"),
            (#"{"startedDateTime":"2026-11-20T21:59:12Z","request":{"url":"u"}}"#, "method", "log.entries[0].request"),
            (#"{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"u"}}"#, "url", "log.entries[0].request"),
        ]
    )
    func missing(entry: String, name: String, path: String) throws {
        let error = #expect(throws: HARError.self) {
            try HAR.recording(parsing: Array(#"{"log":{"entries":[\#(entry)]}}"#.utf8))
        }
        #expect(error?.problem == .missing(name))
        #expect(error?.path == path)
    }

    @Test(
        "What is no HAR is called so",
        arguments: [
            "{}", "[]", "1", #"{"log":{}}"#, #"{"log":{"version":"1.2"}}"#, #"{"exchanges":[]}"#,
        ]
    )
    func noHAR(text: String) {
        let error = #expect(throws: HARError.self) { try HAR.recording(parsing: Array(text.utf8)) }
        guard case .notThis? = error?.problem else { Issue.record("\(String(describing: error))"); return }
        #expect(error?.description.contains("HAR") == true)
    }

    @Test(
        "An empty file, and a file that is not JSON, say so",
        arguments: ["", "  \n", "SQLite format 3\0", "\u{FEFF}"]
    )
    func noJSON(text: String) {
        let error = #expect(throws: HARError.self) { try HAR.recording(parsing: Array(text.utf8)) }
        guard case .json? = error?.problem else { Issue.record("\(String(describing: error))"); return }
    }

    @Test("A HAR that was cut anywhere is refused, never a trap and never half a recording")
    func truncated() throws {
        let bytes = Array(ToolHARs.chrome.utf8)
        let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
        for length in stride(from: 0, through: end, by: 7) {
            #expect(throws: HARError.self) { try HAR.recording(parsing: Array(bytes[..<length])) }
        }
    }

    @Test("A byte order mark is tolerated")
    func byteOrderMark() throws {
        let recording = try HAR.recording(parsing: [0xEF, 0xBB, 0xBF] + Array(Self.archive().utf8))
        #expect(recording.exchanges.count == 2)
    }

    @Test("After an error the reader gives nothing more")
    func sticky() throws {
        var reader = try HARReader(Array(Self.archive(response: "").utf8))
        #expect(try reader.nextExchange()?.ordinal == 1)
        let first = #expect(throws: HARError.self) { try reader.nextExchange() }
        let second = #expect(throws: HARError.self) { try reader.nextExchange() }
        #expect(first == second)
    }

    @Test("A fault after the entries is found, a second list of entries too")
    func afterwards() throws {
        for text in [#"{"log":{"entries":[],"entries":[]}}"#, #"{"log":{"entries":[]},"log":{}}"#] {
            let error = #expect(throws: HARError.self) { try HAR.recording(parsing: Array(text.utf8)) }
            guard case .duplicate? = error?.problem else { Issue.record("\(String(describing: error))"); return }
        }
        #expect(throws: HARError.self) {
            try HAR.recording(parsing: Array(#"{"log":{"entries":[]}} 1"#.utf8))
        }
    }

    @Test("Limits are kept to the entry, the field and the byte")
    func limits() throws {
        let text = Self.archive(
            request: #","headers":[{"name":"a","value":"b"},{"name":"c","value":"d"}]"#,
            response: #""status":200,"content":{"text":"AAEC","encoding":"base64"}"#
        )
        let bytes = Array(text.utf8)
        var limits = HARLimits()
        (limits.entries, limits.headerFields, limits.bodyBytes) = (2, 2, 3)
        limits.totalBytes = bytes.count
        let second = try #require(text.range(of: #"},{"startedDateTime""#)).lowerBound
        limits.entryBytes = text.utf8.distance(from: second, to: text.utf8.endIndex) - 2 - 3
        #expect(try HAR.recording(parsing: bytes, limits: limits).exchanges.count == 2)

        func problem(_ change: (inout HARLimits) -> Void) -> ImportProblem? {
            var changed = limits
            change(&changed)
            do {
                _ = try HAR.recording(parsing: bytes, limits: changed)
                return nil
            } catch { return error.problem }
        }
        #expect(problem { $0.entries = 1 } == .limit(name: "entries", value: 1))
        #expect(problem { $0.headerFields = 1 } == .limit(name: "headerFields", value: 1))
        #expect(problem { $0.bodyBytes = 2 } == .limit(name: "bodyBytes", value: 2))
        #expect(problem { $0.entryBytes -= 1 } == .limit(name: "entryBytes", value: limits.entryBytes - 1))
        guard case .json(let error)? = problem({ $0.totalBytes -= 1 }) else { Issue.record("no error"); return }
        #expect(error.cause == .limit(name: "totalBytes", value: bytes.count - 1))
        guard case .json(let deep)? = problem({ $0.depth = 4 }) else { Issue.record("no error"); return }
        #expect(deep.cause == .limit(name: "depth", value: 4))
    }
}
