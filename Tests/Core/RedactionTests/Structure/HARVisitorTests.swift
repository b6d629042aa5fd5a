import Documents
import Exchanges
import Testing

@testable import Redaction

/// ``HARVisitor``: what a HAR entry holds beside its messages, where HAR says nothing of it.
@Suite struct HARVisitorTests {
    private static let foreign = "https://login.mvpd.example/idp"

    private func redacted(_ entry: JSONObject, at url: String = "https://api.auth.adobe.com/") -> JSONObject? {
        Probe.redact(Probe.exchange("GET", url, entry: entry))[0].harExtras
    }

    private func text(_ entry: JSONObject, at url: String = "https://api.auth.adobe.com/") -> String {
        redacted(entry, at: url).map { JSONValue.object($0).serialized } ?? ""
    }

    private func number(_ text: String) throws -> JSONValue { .number(try #require(JSONNumber(text))) }

    @Test("Numbers count by their names as texts do, and stay numbers")
    func numbers() throws {
        let entry: JSONObject = [
            "_deviceId": try number("987654321012345"), "_x": .object(["userId": try number("51234567890123")]),
            "_ws": .array([.object(["name": .string("pin"), "value": try number("7788990011")])]),
            "_sub": try number("-51"), "_transferSize": try number("1234567890123"), "time": try number("12.5"),
            "_userIds": .array([try number("40302010605"), .null, .bool(true)]),
        ]
        let after = try #require(redacted(entry))
        #expect(after["_deviceId"]?.number?.text == Probe.pseudonym("987654321012345"))
        #expect(after["_x"]?["userId"]?.number?.text == Probe.pseudonym("51234567890123"))
        #expect(after["_ws"]?.array?[0]["value"]?.number?.text == Probe.pseudonym("7788990011"))
        #expect(after["_ws"]?.array?[0]["name"] == .string("pin"))
        #expect(after["_sub"]?.number?.text == Probe.pseudonym("-51"))
        #expect(after["_userIds"]?.array?[0].number?.text == Probe.pseudonym("40302010605"))
        #expect(after["_userIds"]?.array?[1] == .null && after["_userIds"]?.array?[2] == .bool(true))
        #expect(after["_transferSize"] == entry["_transferSize"] && after["time"] == entry["time"])
    }

    @Test(
        "A field of a HAR entry that was no secret once is one where everything around it is, and prose where it is sent"
    )
    func plainFields() throws {
        func entry(_ list: String, _ name: String, _ value: String) -> JSONObject {
            let field: JSONObject = ["name": .string(name), "value": .string(value)]
            return [list: .object(["headers": .array([.object(field)])])]
        }
        let agent = "Kite/7 (ann.miller@kite.example)"
        var redactor = Redactor(key: Captures.key)
        for ordinal in 1...2 {
            redactor.study(Probe.exchange(entry: entry("_other", "User-Agent", agent), ordinal: ordinal))
        }
        let sent = Probe.exchange(headers: [("User-Agent", agent)], ordinal: 3)
        #expect(redactor.redact(sent) == sent)
        redactor.study(sent)
        #expect(redactor.redact(sent) != sent)

        let place = "/live?page=Kite-7-Television"
        let secret = Probe.exchange(entry: entry("password", "Referer", place), ordinal: 2)
        let alone = Probe.redact(secret)
        #expect(alone != [secret])
        redactor = Redactor(key: Captures.key)
        redactor.study(Probe.exchange(entry: entry("_other", "Referer", place)))
        redactor.study(secret)
        #expect([redactor.redact(secret)] == alone)
    }

    @Test("A negative number never begins with a zero that JSON refuses")
    func negativeNumbers() throws {
        for digits in 10..<90 {
            let after = try #require(redacted(["_pin": try number("-\(digits)")]))
            #expect(after["_pin"]?.number != nil && after["_pin"]?.number?.text != "-\(digits)")
        }
    }

    @Test("A secret name counts for all that is below it, but what is harmless")
    func below() {
        let entry: JSONObject = [
            "_accessToken": .object([
                "raw": .string("tok-1x77"), "comment": .string("tok-2x77"), "expires": .string("tok-3x77"),
                "list": .array([.object(["name": .string("tok-4x77"), "value": .string("tok-5x77")])]),
                "text": .string("tok-6x77"), "url": .string("tok-7x77"),
            ])
        ]
        let left = text(entry)
        for place in [1, 2, 4, 5, 6, 7] { #expect(!left.contains("tok-\(place)x77")) }
        #expect(left.contains("tok-3x77"))
    }

    @Test("Below a secret name it is as deep as it may be", arguments: [62, 63, 64, 65, 66, 200])
    func deep(_ depth: Int) throws {
        var value = JSONValue.object(["lang": .string("en"), "x": .string("tok-1x77")])
        for _ in 0..<depth { value = .array([value]) }
        var inner = try #require(redacted(["_accessToken": value])?["_accessToken"])
        for _ in 0..<depth { inner = try #require(inner.array?.first) }
        #expect(inner["x"] == .string(Probe.pseudonym("tok-1x77")))
        #expect(inner["lang"] == .string("en"))
    }

    @Test("Of a cookie only the value is secret; what else is called cookies is secret as a whole")
    func cookies() {
        let cookie: JSONObject = [
            "name": .string("sid"), "value": .string("tok-1x77"), "path": .string("/account/token"),
            "domain": .string("kite.example"),
        ]
        #expect(
            text(["cookies": .array([.object(cookie)])])
                == #"{"cookies":[{"name":"sid","value":"\#(Probe.pseudonym("tok-1x77"))","#
                + #""path":"/account/token","domain":"kite.example"}]}"#
        )
        for value in [JSONValue.string("tok-1x77"), .object(["sid": .string("tok-1x77")])] {
            #expect(!text(["_x": .object(["cookies": .array([value])])]).contains("tok-1x77"))
        }
    }

    private func message(_ type: String?, _ data: String) -> JSONObject {
        var message: JSONObject = ["opcode": .number(JSONNumber(1)), "data": .string(data)]
        message["type"] = type.map { JSONValue.string($0) }
        return ["_webSocketMessages": .array([.object(message)])]
    }

    @Test("Messages are judged as bodies are: a form, JSON, and sent elsewhere whatever they are")
    func messages() {
        #expect(!text(message("send", "access_token=tok-1x77&x=1")).contains("tok-1x77"))
        #expect(!text(message(nil, "access_token=tok-1x77")).contains("tok-1x77"))
        #expect(!text(message("receive", #"{"access_token":"tok-1x77"}"#)).contains("tok-1x77"))
        for data in ["tok-1x77", #"{"foo":"tok-1x77"}"#, "foo=tok-1x77&a=b", #"[["tok-1x77"]]"#] {
            for type in ["send", nil] {
                #expect(!text(message(type, data), at: Self.foreign).contains("tok-1x77"))
            }
            // What comes from elsewhere is evaluated by its names, as an answer is; so is what is sent to Adobe.
            for kept in [text(message("receive", data), at: Self.foreign), text(message("send", data))] {
                #expect(kept.contains("tok-1x77"))
            }
        }
    }

    @Test("What is sent elsewhere as anything but a text is secret, too")
    func structuredMessages() {
        var message: JSONObject = ["type": .string("send")]
        message["data"] = .object(["foo": .string("tok-1x77"), "lang": .string("en")])
        let entry: JSONObject = ["_frames": .array([.object(message)])]
        let left = text(entry, at: Self.foreign)
        #expect(!left.contains("tok-1x77") && left.contains(#""lang":"en""#))
    }

    @Test("What HAR's own members say stays")
    func kept() {
        let entry: JSONObject = [
            "request": .object(["httpVersion": .string("http/2.0"), "headersSize": .number(JSONNumber(1234))]),
            "response": .object([
                "content": .object(["mimeType": .string("text/html; charset=utf-8"), "size": .number(JSONNumber(77))])
            ]),
            "pageref": .string("page_A1b2C3d4E5f6G7h8"), "connection": .string("52817"),
            "_initiator": .object(["type": .string("script"), "url": .string("https://kite.example/a.js")]),
            "_resourceType": .string("xhr"), "_fromCache": .null, "_priority": .string("High"),
        ]
        for url in ["https://api.auth.adobe.com/", Self.foreign] { #expect(redacted(entry, at: url) == entry) }
    }
}
