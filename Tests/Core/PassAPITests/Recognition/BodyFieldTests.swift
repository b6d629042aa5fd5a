import Documents
import Exchanges
import Testing

@testable import PassAPI

@Suite struct BodyFieldTests {
    private static func fields(_ body: String, type: String = "application/json") -> [BodyField] {
        BodyField.fields(of: request("POST", "https://sp.auth.adobe.com/x", [("Content-Type", type)], body: body))
    }

    @Test("The members of a body come in order, those of objects by both names, each name once")
    func object() {
        #expect(
            Self.fields(#"{"b":["x",2,{"c":null}],"a":{"d":true,"e":{}},"b":"y"}"#) == [
                BodyField("b", ["x", "2", #"{"c":null}"#, "y"], isList: true),
                BodyField("a.d", ["true"], isList: false), BodyField("a.e", ["{}"], isList: false),
            ]
        )
    }

    @Test("A form's fields are decoded, and more of one name are a list")
    func form() {
        #expect(
            Self.fields("a=1%202&b=&a=3\n", type: "application/x-www-form-urlencoded") == [
                BodyField("a", ["1 2", "3"], isList: true), BodyField("b", [""], isList: false),
            ]
        )
    }

    @Test("What is neither has no fields", arguments: ["", " ", "<a b=\"c\"/>", #"{"a":"#])
    func others(body: String) { #expect(Self.fields(body) == []) }

    @Test("A list of one and its text look alike, but not as JSON")
    func texts() {
        let (list, text) = (BodyField("a", ["b"], isList: true), BodyField("a", ["b"], isList: false))
        #expect(list != text && list.text == "b" && text.text == "b")
        #expect(list.json == #"["b"]"# && text.json == #""b""#)
        #expect(BodyField("a", [], isList: true).text == "[]")
    }

    @Test("Of more fields than are recognized the first count, and objects below a long name stay whole")
    func limits() {
        func form(_ count: Int) -> [BodyField] {
            Self.fields(
                (0..<count).map { "k\($0)=v" }.joined(separator: "&"),
                type: "application/x-www-form-urlencoded"
            )
        }
        #expect(form(PassRequest.recognizedFields).count == PassRequest.recognizedFields)
        #expect(form(PassRequest.recognizedFields + 1) == form(PassRequest.recognizedFields))
        func names(_ length: Int) -> [String] {
            Self.fields(#"{"\#(String(repeating: "a", count: length))":{"b":1}}"#).map { String($0.name.suffix(2)) }
        }
        #expect(names(256) == [".b"])
        #expect(names(257) == ["aa"])
    }
}
