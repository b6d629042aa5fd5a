import Documents
import Testing

@testable import PassAPI

/// Objects whose members nobody lists come back from JSON and from XML as they were written.
struct FreeObjectTests {
    private static func read(_ json: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: Array(json.utf8)).object)
    }

    private static func written(_ data: JSONObject, _ format: ResponseFormat) -> String {
        let response = PassResponse(status: 200, .userMetadata(UserMetadata(data: data)))
        return String(
            decoding: response.httpResponse(for: .userMetadata, format: format).body ?? [],
            as: UTF8.self
        )
    }

    private static func again(_ body: String) -> JSONObject? {
        let read = PassResponse(reading: response(200, body), for: .userMetadata)
        if case .userMetadata(let metadata) = read.content { return metadata.data } else { return nil }
    }

    @Test(
        "Whatever an object holds, it is read as it was written",
        arguments: [
            "{}", #"{"a":"b"}"#, #"{"a":""}"#, #"{"a":"  \n\t\r "}"#, #"{"a":null}"#, #"{"a":true,"b":false}"#,
            #"{"a":1,"b":-0.50,"c":1e400}"#, #"{"a":"1","b":"true","c":"null"}"#,
            #"{"a":[]}"#, #"{"a":["x"]}"#, #"{"a":[""]}"#, #"{"a":["x","y"]}"#, #"{"a":[1,"x",null,true,{},[]]}"#,
            #"{"a":[["x"]],"b":[[],[]],"c":[["x","y"],["z"]]}"#, #"{"a":{}}"#, #"{"a":{"b":{}}}"#, #"{"a":[{}]}"#,
            #"{"a":"x","a":"y"}"#, #"{"a":"x","b":"y","a":"z"}"#, #"{"a":["x","y"],"a":["z"],"a":[],"a":null}"#,
            #"{"zip":true,"":[false],"zip":""}"#, #"{"":""}"#, #"{"":"","":""}"#, #"{"":["x","y"]}"#,
            #"{" ":"x","a b":"y","\t\r\n":"z"}"#, #"{"\u0000":"x","a\u0001":"\u0000","\uffff":"\ufffe"}"#,
            #"{"\u00b5":"x","\u00aa":"y","\u24b6":"z","\u212b":"w"}"#,
            #"{"1":"x","-":"y",".":"z","_":"w","a-1.b_":"v"}"#,
            #"{"xml":"x","XMLns":"y","xmlns:a":"z","a:b":"w"}"#, #"{"<":"&","\"":"'>","]]>":"]]>"}"#,
            #"{"entry":"x","item":["y"],"name":"z","type":"list","list":"true","apart":["true"]}"#,
            #"{"pendingLogout":"true","notAuthorized":"x","details":"y","error":{"notAuthorized":{}}}"#,
            "{\"caf\u{E9}\":\"x\",\"cafe\u{301}\":\"y\"}", "{\"a\":\"caf\u{E9}\",\"b\":\"cafe\u{301}\"}",
        ],
        ResponseFormat.allCases
    )
    func identity(json: String, format: ResponseFormat) throws {
        let data = try Self.read(json)
        let found = try #require(Self.again(Self.written(data, format)))
        #expect(JSONValue.object(found).serializedBytes == JSONValue.object(data).serializedBytes)
        let record = PassResponse(
            status: 200,
            .registrationRecord(RegistrationRecord(id: "i", code: "c", requestor: "r", info: data))
        )
        let body = record.httpResponse(for: .readRegistrationRecord, format: format)
        #expect(PassResponse(reading: body, for: .readRegistrationRecord) == record)
    }

    @Test(
        "Texts and lists of several are plain elements; an element says more only where it must",
        arguments: [
            (
                #"{"userID":"u","channelID":["a","b"],"r":{"MPAA":"PG"}}"#,
                "<userID>u</userID><channelID>a</channelID><channelID>b</channelID><r><MPAA>PG</MPAA></r>"
            ),
            (
                #"{"a":1,"b":true,"c":null,"d":{}}"#,
                #"<a type="number">1</a><b type="boolean">true</b><c type="null"/><d type="object"/>"#
            ),
            (#"{"a":["x"],"b":[]}"#, #"<a list="true">x</a><b type="list"/>"#),
            (#"{"a":"x","a":["y"]}"#, #"<a apart="true">x</a><a type="list" apart="true"><item>y</item></a>"#),
            (#"{"\u00b5":"x","b c":"y"}"#, "<entry name=\"\u{B5}\">x</entry><entry name=\"b c\">y</entry>"),
            (#"{"\u0000":"\u0001"}"#, #"<entry encodedName="%00" type="encoded">%01</entry>"#),
        ]
    )
    func printed(json: String, elements: String) throws {
        #expect(Self.written(try Self.read(json), .xml).hasSuffix("<data>\(elements)</data></metadata>"))
    }

    @Test(
        "What others write is read as ever, also where it has attributes",
        arguments: [
            ("<a>1</a><a>2</a><b>3</b><a>4</a>", #"{"a":["1","2","4"],"b":"3"}"#),
            (
                #"<a type="number">ten</a><b type="boolean">yes</b><c type="xs:string">x</c>"#,
                #"{"a":"ten","b":"yes","c":"x"}"#
            ),
            (#"<a type="null">x</a><b type="object">y</b><c list="no">z</c>"#, #"{"a":"x","b":"y","c":"z"}"#),
            (#"<a><b type="null"/></a><e name="n">x</e>"#, #"{"a":{"b":null},"n":"x"}"#),
        ]
    )
    func foreign(elements: String, json: String) {
        let found = Self.again("<metadata><data>\(elements)</data></metadata>")
        #expect(found.map { JSONValue.object($0).serialized } == json)
    }

    @Test("A name stands not so often that the answer grows out of what is read")
    func longLists() throws {
        for (name, count) in [("n", 512), ("n", 513), (String(repeating: "n", count: 64), 9), ("", 9_000)] {
            let values = Array(repeating: JSONValue.number(JSONNumber(0)), count: count)
            let data = JSONObject([JSONMember(name, .array(values))])
            let body = Self.written(data, .xml)
            #expect(body.utf8.count < 64 * (2 * count + name.utf8.count + 8))
            #expect(Self.again(body) == data)
        }
        let name = String(repeating: "n", count: 60_000)
        let data = JSONObject([JSONMember(name, .array([.null, .null]))])
        #expect(Self.again(Self.written(data, .xml)) == data)
    }
}
