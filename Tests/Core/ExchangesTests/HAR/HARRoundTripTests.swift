import Documents
import Exchanges
import Testing
import VirtualTime

/// A HAR that goes in comes out the same, but for the order of members and the spelling of numbers.
@Suite struct HARRoundTripTests {
    @Test("Every capture comes out as it went in", arguments: Captures.archives)
    func captures(name: String) throws {
        let bytes = try Captures.archive(name)
        let recording = try HAR.recording(parsing: bytes)
        let written = HAR.serialized(recording)
        let difference = structuralDifference(try JSONValue(parsing: bytes), try JSONValue(parsing: written))
        #expect(difference == nil)
        #expect(try HAR.serialized(HAR.recording(parsing: written)) == written)
    }

    @Test("What each tool writes comes out as it went in", arguments: ToolHARs.all.map(\.0))
    func tools(name: String) throws {
        let text = try #require(ToolHARs.all.first { $0.0 == name }).1
        let bytes = Array(text.utf8)
        let recording = try HAR.recording(parsing: bytes)
        let written = HAR.serialized(recording)
        #expect(structuralDifference(try JSONValue(parsing: bytes), try JSONValue(parsing: written)) == nil)
        #expect(try HAR.serialized(HAR.recording(parsing: written)) == written)
    }

    @Test(
        "What holds no body comes out as it went in, whatever its members are called",
        arguments: [
            "null", "{}", #"{"":null}"#, #"{"":"x","mimeType":"a/b"}"#, #"{"":"x","":"y"}"#, #"{"":{"":1},"a":2}"#,
            #"{"text":null}"#, #"{"-":["text"],"--":1,"mimeType":""}"#,
            #"{"":"x","mimeType":"a/b","text":"y","params":[]}"#,
        ]
    )
    func postData(_ text: String) throws {
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"GET","url":"u","postData":\#(text)}}]}}"#
        let entry = HAR.entry(for: try Self.exchanges(har)[0])
        let found = try #require(entry["request"]?["postData"])
        #expect(structuralDifference(found, try JSONValue(parsing: Array(text.utf8))) == nil)
    }

    @Test(
        "A member that stands several times comes out as often",
        arguments: [
            #"{"send":0,"send":1,"wait":2,"receive":3}"#, #"{"send":0,"send":0,"wait":0,"receive":0}"#,
            #"{"send":{},"send":{"a":1},"send":{},"wait":0,"receive":0}"#, #"{"-":1,"-":2,"a":3,"a":3}"#,
        ]
    )
    func repeated(_ text: String) throws {
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"GET","url":"u"},"timings":\#(text)}]}}"#
        let entry = HAR.entry(for: try Self.exchanges(har)[0])
        #expect(entry["timings"]?.serialized == text)
    }

    @Test("Files that once came out otherwise", arguments: pastFaults)
    func regressions(name: String) throws {
        let bytes = try Regression.archive(name)
        let written = HAR.serialized(try HAR.recording(parsing: bytes))
        #expect(structuralDifference(try JSONValue(parsing: bytes), try JSONValue(parsing: written)) == nil)
        let marks = [bytes, written].map { $0.count { $0 == 0xCC } }
        #expect(marks[0] == marks[1])
        #expect(try HAR.serialized(HAR.recording(parsing: written)) == written)
    }

    @Test("White space in Base64 is not kept, its bytes are")
    func base64Lines() throws {
        let har = #"""
            {"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"GET","url":"u"},
            "response":{"status":200,"content":{"text":"/w\r\n A=\n","encoding":"base64"}}}]}}
            """#
        let exchange = try Self.exchanges(har)[0]
        #expect(exchange.response?.body == [0xFF, 0])
        #expect(HAR.entry(for: exchange)["response"]?["content"]?["text"] == .string("/wA="))
    }

    @Test("A form that is given by its fields alone gets a body, and keeps its form")
    func formWithoutText() throws {
        let exchange = try Self.exchanges(ToolHARs.charles)[0]
        #expect(exchange.request.body == Array("user=u+v&pass=p%26q".utf8))
        #expect(exchange.response?.body == Array("hello".utf8))
    }

    /// HAR 1.2, postData: "mimeType", "params"; a media type may have parameters (RFC 9110 section 8.3.1).
    @Test(
        "Fields alone are a body where the type is that of a form, in any case and with any parameters",
        arguments: [
            ("application/x-www-form-urlencoded", true), ("application/x-www-form-urlencoded; charset=UTF-8", true),
            ("application/x-www-form-urlencoded;charset=utf-8", true),
            ("application/x-www-form-urlencoded ; a=b; charset=UTF-8", true),
            ("Application/X-WWW-Form-URLEncoded", true), ("APPLICATION/X-WWW-FORM-URLENCODED;CHARSET=UTF-8", true),
            ("multipart/form-data; boundary=x", false), ("application/json; charset=UTF-8", false),
            ("text/plain", false), ("a/b; c=application/x-www-form-urlencoded", false),
            ("application/x-www-form", false), ("", false),
        ]
    )
    func formByType(type: String, isForm: Bool) throws {
        let postData =
            #"{"mimeType":"\#(type)","params":[{"name":"deviceId","value":"d é"},{"name":"format","value":"json"}]}"#
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"POST","url":"u","postData":\#(postData)}}]}}"#
        let exchange = try Self.exchanges(har)[0]
        #expect(exchange.request.body == (isForm ? Array("deviceId=d+%C3%A9&format=json".utf8) : nil))
        let found = try #require(HAR.entry(for: exchange)["request"]?["postData"])
        #expect(structuralDifference(found, try JSONValue(parsing: Array(postData.utf8))) == nil)
    }

    @Test("A body that is missing and a body that is empty are told apart")
    func emptyBodies() throws {
        #expect(try Self.exchanges(ToolHARs.firefox)[0].response?.body == [])
        #expect(try Self.exchanges(ToolHARs.firefox)[0].request.body == nil)
        #expect(try Self.exchanges(ToolHARs.proxyman)[0].response?.body == nil)
    }

    @Test("A request without a response is a failure, with the reason if the tool gives one")
    func failures() throws {
        #expect(try Self.exchanges(ToolHARs.chrome)[1].outcome == .failure("net::ERR_NAME_NOT_RESOLVED"))
        #expect(try Self.exchanges(ToolHARs.mitmproxy)[1].outcome == .failure(""))
        #expect(try Self.exchanges(ToolHARs.proxyman).dropFirst().map(\.outcome) == [.failure(""), .failure("")])
    }

    @Test(
        "Playwright writes -1 where nothing was answered, and why beside it; both come back",
        arguments: [(#","_failureText":"net::ERR_CONNECTION_REFUSED""#, "net::ERR_CONNECTION_REFUSED"), ("", "")]
    )
    func playwright(member: String, reason: String) throws {
        let har =
            #"{"log":{"version":"1.2","creator":{"name":"Playwright","version":"1.56.0"},"entries":[{"startedDateTime":"2026-11-20T21:59:12.599Z","#
            + #""time":12.5,"request":{"method":"GET","url":"https://down.example/","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"#
            + #""queryString":[],"headersSize":-1,"bodySize":0},"response":{"status":-1,"statusText":"","httpVersion":"HTTP/1.1","#
            + #""cookies":[],"headers":[],"content":{"size":-1,"mimeType":"x-unknown"},"headersSize":-1,"bodySize":-1,"redirectURL":"","#
            + #""_transferSize":-1\#(member)},"cache":{},"timings":{"send":-1,"wait":-1,"receive":-1}}]}}"#
        let recording = try HAR.recording(parsing: Array(har.utf8))
        #expect(recording.exchanges.map(\.outcome) == [.failure(reason)])
        let written = HAR.serialized(recording)
        #expect(structuralDifference(try JSONValue(parsing: Array(har.utf8)), try JSONValue(parsing: written)) == nil)
    }

    @Test("A WebSocket is an exchange whose messages are kept as notes")
    func webSocket() throws {
        let exchange = try Self.exchanges(ToolHARs.chrome)[2]
        #expect(exchange.response?.status == 101)
        #expect(exchange.harExtras?["_webSocketMessages"]?.array?.count == 2)
    }

    @Test(
        "A time is kept in whole microseconds, half of one rounded up",
        arguments: [
            ("94.91467475891113", 94_915), ("0", 0), ("0.0004", 0), ("0.0005", 1), ("1e2", 100_000), ("12", 12_000),
            ("9007199254740", 9_007_199_254_740_000), ("1.001", 1_001), ("1.0005", 1_001),
            ("1.00049999999999999999", 1_000),
            ("12345.5e-3", 12_346), ("5e-4", 1), ("4.9e-4", 0), ("0.000005e2", 1), ("-0", 0), ("-0.000e400", 0),
            ("1e-400", 0),
            ("0e99999999999999999999", 0), ("1e-99999999999999999999", 0),
            ("9007199254739.9995", 9_007_199_254_740_000),
        ]
    )
    func durations(text: String, microseconds: Int64) throws {
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","time":\#(text),"request":{"method":"GET","url":"u"}}]}}"#
        #expect(try Self.exchanges(har)[0].durationMicroseconds == microseconds)
    }

    @Test(
        "A time that is negative, or longer than any recording, is taken for none, with a warning",
        arguments: ["-1", "-1e-400", "9007199254740.0005", "9007199254741", "1e400", "1e99999999999999999999"]
    )
    func impossibleDurations(text: String) throws {
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","time":\#(text),"request":{"method":"GET","url":"u"}}]}}"#
        var reader = try HARReader(Array(har.utf8))
        #expect(try reader.nextExchange()?.durationMicroseconds == 0)
        #expect(reader.warnings.map(\.oddity) == [.impossibleTime])
    }

    @Test(
        "Fields alone are the body of a form, whatever parameters its type has, and of no other type",
        arguments: [
            ("application/x-www-form-urlencoded", true), ("Application/X-WWW-Form-URLEncoded ;charset=UTF-8", true),
            ("application/x-www-form-urlencoded;a=b;c", true), ("application/x-www-form-urlencoded+kite", false),
            ("application/x-www-form-urlencoded2", false), ("text/plain", false), ("", false), (" ;", false),
        ]
    )
    func formOfFieldsAlone(type: String, isForm: Bool) throws {
        let data = #"{"mimeType":"\#(type)","params":[{"name":"deviceId","value":"d"}]}"#
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"POST","url":"u","postData":\#(data)}}]}}"#
        #expect(try Self.exchanges(har)[0].request.body == (isForm ? Array("deviceId=d".utf8) : nil))
        let written = HAR.serialized(try HAR.recording(parsing: Array(har.utf8)))
        #expect(structuralDifference(try JSONValue(parsing: Array(har.utf8)), try JSONValue(parsing: written)) == nil)
    }

    @Test("What was changed since the import is written as it is now")
    func changes() throws {
        var exchange = try Self.exchanges(ToolHARs.mitmproxy)[0]
        exchange.startedAt += .seconds(1)
        exchange.durationMicroseconds = 1_250
        exchange.request.url = "https://kite.example/r?b=2"
        exchange.request.body = [0xFF]
        let entry = HAR.entry(for: exchange)
        #expect(entry["startedDateTime"] == .string("2026-11-20T21:59:13.599335Z"))
        #expect(entry["time"]?.number?.text == "1.25")
        #expect(entry["request"]?["url"] == .string("https://kite.example/r?b=2"))
        #expect(entry["request"]?["postData"]?["text"] == .string("/w=="))
        #expect(entry["request"]?["postData"]?["encoding"] == .string("base64"))
        #expect(entry["request"]?["bodySize"]?.number?.text == "1")
    }

    @Test("An exchange that came from no HAR is written with everything HAR asks for, and reads back")
    func fresh() throws {
        let request = HTTPRequest(
            method: "POST",
            url: "https://kite.example/a?b=c%20d",
            headers: [.init("Cookie", "a=b"), .init("content-type", "application/x-www-form-urlencoded")],
            body: Array("x=y".utf8)
        )
        let response = HTTPResponse(status: 200, reason: "OK", headers: [.init("Location", "/z")], body: [0, 0xFF])
        let recording = Recording(
            information: RecordingInformation(creator: "kinescope"),
            exchanges: [
                Exchange(
                    ordinal: 1,
                    startedAt: Instant(microsecondsSince1970: 1),
                    durationMicroseconds: 1_001,
                    request: request,
                    outcome: .response(response)
                ),
                Exchange(
                    ordinal: 2,
                    startedAt: Instant(microsecondsSince1970: 2),
                    durationMicroseconds: 0,
                    request: request,
                    outcome: .failure("reset")
                ),
            ]
        )
        let bytes = HAR.serialized(recording)
        let entry = try #require(try JSONValue(parsing: bytes)["log"]?["entries"]?.array?.first)
        for name in ["cookies", "headers", "queryString", "headersSize", "bodySize", "postData"] {
            #expect(entry["request"]?[name] != nil)
        }
        let again = try HAR.recording(parsing: bytes)
        #expect(again.exchanges.map(\.request) == [request, request])
        #expect(again.exchanges.map(\.outcome) == [.response(response), .failure("reset")])
        #expect(again.exchanges.map(\.harExtras) == [JSONObject(), JSONObject()])
        #expect(again.information.creator == "kinescope")
    }

    static let pastFaults = [
        "post-empty-key-first", "timing-twice", "query-of-equivalent-characters", "redirect-of-equivalent-characters",
        "form-without-a-mime-type",
    ]

    @Test("Cookies are cut where their bytes say, whatever marks follow")
    func cookies() throws {
        let entry = HAR.entry(
            for: Exchange(
                ordinal: 1,
                startedAt: Instant(microsecondsSince1970: 1),
                durationMicroseconds: 1,
                request: HTTPRequest(
                    method: "GET",
                    url: "u",
                    headers: [.init("cookie", "a=b; c;\u{301}d=\u{301}e;; =f")]
                ),
                outcome: .response(
                    HTTPResponse(status: 200, headers: [.init("Set-Cookie", "a=b=c; PATH=/x;\tsecure; domain")])
                )
            )
        )
        #expect(
            entry["request"]?["cookies"]?.serialized
                == #"[{"name":"a","value":"b"},{"name":"c","value":""},"#
                + "{\"name\":\"\u{301}d\",\"value\":\"\u{301}e\"},{\"name\":\"\",\"value\":\"f\"}]"
        )
        #expect(
            entry["response"]?["cookies"]?.serialized
                == #"[{"name":"a","value":"b=c","path":"/x","domain":"","httpOnly":false,"secure":true}]"#
        )
    }

    @Test(
        "A form without a type of its own goes by the header, on the way in as on the way out",
        arguments: [
            #"{"text":"a=b","params":[]}"#, #"{"mimeType":null,"text":"a=b","params":[]}"#,
            #"{"text":"a=b","params":[{"name":"a","value":"b"}]}"#, #"{"text":"a=b"}"#,
            #"{"mimeType":"text/plain","text":"a=b","params":[]}"#, #"{"mimeType":7,"text":"a=b","params":[]}"#,
        ]
    )
    func formsByHeader(_ text: String) throws {
        let har =
            #"{"log":{"entries":[{"startedDateTime":"2026-11-20T21:59:12Z","request":{"method":"POST","url":"u","headers":"#
            + #"[{"name":"content-type","value":"Application/X-www-form-urlencoded; charset=utf-8"}],"postData":\#(text)}}]}}"#
        let found = try #require(HAR.entry(for: try Self.exchanges(har)[0])["request"]?["postData"])
        #expect(structuralDifference(found, try JSONValue(parsing: Array(text.utf8))) == nil)
    }

    static func exchanges(_ text: String) throws -> [Exchange] {
        try HAR.recording(parsing: Array(text.utf8)).exchanges
    }
}
