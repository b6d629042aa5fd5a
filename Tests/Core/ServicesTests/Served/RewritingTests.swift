import Exchanges
import Services
import Testing
import VirtualTime

/// How an app's values stand in responses where the recorded ones stood.
///
/// What is expected is written out.
@Suite struct RewritingTests {
    /// The recorded body as an app gets it whose device, and whose address, are other ones.
    private static func rewritten(
        _ body: String,
        device: (recorded: String, own: String),
        redirect: (recorded: String, own: String) = ("https://kite.example/done", "mine://back?to=1&x=2"),
        headers: HeaderFields = []
    ) throws -> HTTPResponse {
        func call(_ device: String, _ redirect: String) -> String {
            "https://sp.auth.adobe.com/adobe-services/logout?device_id=\(percent(device))&redirect_url=\(percent(redirect))"
        }
        let response = HTTPResponse(status: 200, headers: headers, body: Array(body.utf8))
        let recorded = Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 1_795_211_952),
            durationMicroseconds: 1,
            request: HTTPRequest(method: "GET", url: call(device.recorded, redirect.recorded)),
            outcome: .response(response)
        )
        var recording = ServedRecording(of: [recorded])
        let answer = recording.respond(
            to: HTTPRequest(method: "GET", url: call(device.own, redirect.own)),
            from: "192.0.2.7",
            at: recorded.startedAt
        )
        guard case .exchange(let match) = answer else {
            Issue.record("\(answer)")
            return response
        }
        return match.rewriting(response)
    }

    private static func percent(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte == 0x2D || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            return isPlain
                ? String(Character(Unicode.Scalar(byte)))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body ?? [], as: UTF8.self)
    }

    @Test(
        "What is no number becomes a string where one stood, and stays within the quotes where there are some",
        arguments: [
            (#"{"id":12345678,"ids":[12345678,1]}"#, #"{"id":"tv'\"<","ids":["tv'\"<",1]}"#),
            (#"{"a":"\\","id": 12345678 }"#, #"{"a":"\\","id": "tv'\"<" }"#),
            (#"{"a":"x, 12345678, \"12345678\"","b":12345678}"#, #"{"a":"x, tv'\"<, \"tv'\"<\"","b":"tv'\"<"}"#),
            ("plain 12345678", #"plain tv'"<"#),
        ]
    )
    func numbers(recorded: String, own: String) throws {
        let response = try Self.rewritten(recorded, device: ("12345678", #"tv'"<"#))
        #expect(Self.text(response) == own)
    }

    @Test("A number stays one where the app's is one")
    func numbersOfBoth() throws {
        let response = try Self.rewritten(#"{"id":12345678}"#, device: ("12345678", "987"))
        #expect(Self.text(response) == #"{"id":987}"#)
    }

    @Test(
        "In markup it has entities, but not where there are none; in a script it cannot end its string or the script",
        arguments: [
            (
                #"<p title="box-0001">box-0001</p>"#, #"<p title="o&#39;h&amp;&lt;">o&#39;h&amp;&lt;</p>"#
            ),
            (
                #"<script>var a='box-0001'</script><p>box-0001</p>"#,
                #"<script>var a='o\u0027h&\u003C'</script><p>o&#39;h&amp;&lt;</p>"#
            ),
            (
                #"<SCRIPT type="x">"box-0001"</script ><scripts>box-0001"#,
                #"<SCRIPT type="x">"o\u0027h&\u003C"</script ><scripts>o&#39;h&amp;&lt;"#
            ),
            ("<a><![CDATA[box-0001]]>box-0001</a>", "<a><![CDATA[o'h&<]]>o&#39;h&amp;&lt;</a>"),
            ("<style>/*box-0001*/</style>box-0001", "<style>/*o'h&<*/</style>o&#39;h&amp;&lt;"),
        ]
    )
    func markup(recorded: String, own: String) throws {
        #expect(Self.text(try Self.rewritten(recorded, device: ("box-0001", "o'h&<"))) == own)
    }

    @Test(
        "A document in another one is written as both need it",
        arguments: [
            (
                #"{"a":"{\"id\":\"12345678\",\"n\":12345678}"}"#,
                #"{"a":"{\"id\":\"o'h\\\"&<\",\"n\":\"o'h\\\"&<\"}"}"#
            ),
            (
                #"{"h":" \u003Cp title=\"12345678\">x<script>'12345678'</script>","b":"12345678"}"#,
                #"{"h":" \u003Cp title=\"o&#39;h&quot;&amp;&lt;\">x<script>'o\\u0027h\\\"&\\u003C'</script>","b":"o'h\"&<"}"#
            ),
            (
                "<r><t> &lt;id>12345678&lt;/id></t><u>12345678</u></r>",
                "<r><t> &lt;id>o&amp;#39;h&amp;quot;&amp;amp;&amp;lt;&lt;/id></t><u>o&#39;h&quot;&amp;&lt;</u></r>"
            ),
            (
                #"<r><t> {"id":"12345678"}</t></r>"#, #"<r><t> {"id":"o&#39;h\&quot;&amp;&lt;"}</t></r>"#
            ),
            ("\u{FEFF}{\"id\":12345678}", "\u{FEFF}{\"id\":\"o'h\\\"&<\"}"),
            (
                #"<p data-x="{&quot;id&quot;:&quot;12345678&quot;}"/>"#,
                #"<p data-x="{&quot;id&quot;:&quot;o&#39;h\&quot;&amp;&lt;&quot;}"/>"#
            ),
        ]
    )
    func nested(recorded: String, own: String) throws {
        #expect(Self.text(try Self.rewritten(recorded, device: ("12345678", #"o'h"&<"#))) == own)
    }

    @Test("A CDATA section is ended by no value in it, and a segment of a path stays one")
    func segments() throws {
        let cdata = try Self.rewritten("<a><![CDATA[box-0001]]></a>", device: ("box-0001", "a]]>b"))
        #expect(Self.text(cdata) == "<a><![CDATA[a]]]]><![CDATA[>b]]></a>")
        let page = #"<a href="/x/box-0001/y">box-0001</a>"#
        let expected = #"<a href="/x/a%20b%2F%26c/y">a b/&amp;c</a>"#
        #expect(Self.text(try Self.rewritten(page, device: ("box-0001", "a b/&c"))) == expected)
        let json = #"{"u":"https:\/\/x.example\/box-0001","of":"box-0001"}"#
        #expect(
            Self.text(try Self.rewritten(json, device: ("box-0001", "a b")))
                == #"{"u":"https:\/\/x.example\/a%20b","of":"a b"}"#
        )
        #expect(Self.text(try Self.rewritten("his/box-0001", device: ("box-0001", "a b"))) == "his/a b")
    }

    @Test("A body that is a form is one by its type")
    func form() throws {
        let headers = HeaderFields([HeaderField("Content-Type", "application/x-www-form-urlencoded")])
        let response = try Self.rewritten("id=box-0001&of=box-0001", device: ("box-0001", "a+b/&="), headers: headers)
        #expect(Self.text(response) == "id=a%2Bb%2F%26%3D&of=a%2Bb%2F%26%3D")
    }

    @Test(
        "A body that is a script is one by its type",
        arguments: ["application/javascript; charset=utf-8", "text/JavaScript", "application/x-javascript"]
    )
    func script(type: String) throws {
        let headers = HeaderFields([HeaderField("Content-Type", type)])
        let body = "window.u='box-0001';f({id:12345678})"
        let response = try Self.rewritten(body, device: ("box-0001", "o'h&<"), headers: headers)
        #expect(Self.text(response) == #"window.u='o\u0027h&\u003C';f({id:12345678})"#)
        let number = try Self.rewritten(body, device: ("12345678", "tv-42"), headers: headers)
        #expect(Self.text(number) == #"window.u='box-0001';f({id:"tv-42"})"#)
    }

    @Test(
        "A device is rewritten wherever it is a word of its own",
        arguments: [
            (#"{"deviceId":"box-0001"}"#, #"{"deviceId":"tv-42"}"#),
            (#"{"deviceId":"box-00011","other":"xbox-0001"}"#, #"{"deviceId":"box-00011","other":"xbox-0001"}"#),
            ("id_box-0001_x box-0001", "id_tv-42_x tv-42"),
            ("<a>box-0001</a><b c='box-0001'/>", "<a>tv-42</a><b c='tv-42'/>"),
            ("to=https%3A%2F%2Fx%3Fd%3Dbox-0001%26e", "to=https%3A%2F%2Fx%3Fd%3Dtv-42%26e"),
            (#"{"text":"\nbox-0001"}"#, #"{"text":"\ntv-42"}"#),
            // Base64 of box-0001, padded, without padding, as a part of a document, and twice; of tv-42.
            (#"{"deviceId":"Ym94LTAwMDE="}"#, #"{"deviceId":"dHYtNDI="}"#),
            ("x=Ym94LTAwMDE%3D&y", "x=dHYtNDI%3D&y"),
            ("Ym94LTAwMDE.b", "dHYtNDI.b"),
            ("PGRldmljZT5ib3gtMDAwMTwvZGV2aWNlPg==", "PGRldmljZT50di00MjwvZGV2aWNlPg=="),
            ("WW05NExUQXdNREU9", "ZEhZdE5EST0="),
            ("/path/Ym94LTAwMDE=/more", "/path/dHYtNDI=/more"),
            ("nothing", "nothing"), ("", ""),
        ]
    )
    func words(recorded: String, expected: String) throws {
        #expect(try Self.text(Self.rewritten(recorded, device: ("box-0001", "tv-42"))) == expected)
    }

    @Test(
        "A device that no URL and no document may hold as it is, is written for what is around it",
        arguments: [
            (#"{"deviceId":"box-0001"}"#, #"{"deviceId":"a\"b&c="}"#),
            ("<a>box-0001</a>", "<a>a&quot;b&amp;c=</a>"),
            (#"{"url":"/logout?device_id=box-0001&x=1"}"#, #"{"url":"/logout?device_id=a%22b%26c%3D&x=1"}"#),
            ("u=https%3A%2F%2Fx%3Fd%3Dbox-0001", "u=https%3A%2F%2Fx%3Fd%3Da%2522b%2526c%253D"),
            ("box-0001", #"a"b&c="#),
        ]
    )
    func surroundings(recorded: String, expected: String) throws {
        #expect(try Self.text(Self.rewritten(recorded, device: ("box-0001", #"a"b&c="#))) == expected)
    }

    @Test(
        "A recorded device with marks in it is found in each spelling",
        arguments: [
            (#"{"deviceId":"m+v/o5=="}"#, #"{"deviceId":"n+w/p6=="}"#),
            (#"{"deviceId":"m+v\/o5=="}"#, #"{"deviceId":"n+w\/p6=="}"#),
            ("deviceId=m%2Bv%2Fo5%3D%3D&x", "deviceId=n%2Bw%2Fp6%3D%3D&x"),
            ("deviceId=m%2bv%2fo5%3d%3d&x", "deviceId=n%2bw%2fp6%3d%3d&x"),
            ("to=%3Fd%3Dm%252Bv%252Fo5%253D%253D", "to=%3Fd%3Dn%252Bw%252Fp6%253D%253D"),
            // Base64 of m+v/o5== and of n+w/p6==.
            (#"{"deviceId":"bSt2L281PT0="}"#, #"{"deviceId":"bit3L3A2PT0="}"#),
        ]
    )
    func marks(recorded: String, expected: String) throws {
        #expect(try Self.text(Self.rewritten(recorded, device: ("m+v/o5==", "n+w/p6=="))) == expected)
    }

    @Test("A redirect is rewritten where it ends, and not where a longer address begins with it")
    func redirect() throws {
        let response = try Self.rewritten(
            #"{"a":"https://kite.example/done","b":"https://kite.example/done/logo.png","c":"https://kite.example/done2","#
                + #""d":"https://kite.example/done?code=1","e":"https:\/\/kite.example\/done","#
                + #""f":"/logout?redirect_url=https%3A%2F%2Fkite.example%2Fdone&x=1"}"#,
            device: ("box-0001", "tv-42"),
            headers: [
                HeaderField("Location", "https://kite.example/done?box=box-0001"),
                HeaderField("X-Other", "https://kite.example/donemore"),
            ]
        )
        #expect(
            Self.text(response)
                == #"{"a":"mine://back?to=1&x=2","b":"https://kite.example/done/logo.png","c":"https://kite.example/done2","#
                + #""d":"mine://back?to=1&x=2?code=1","e":"mine:\/\/back?to=1&x=2","#
                + #""f":"/logout?redirect_url=mine%3A%2F%2Fback%3Fto%3D1%26x%3D2&x=1"}"#
        )
        #expect(response.headers.map(\.value) == ["mine://back?to=1&x=2?box=tv-42", "https://kite.example/donemore"])
    }

    @Test("In a page an address stands with entities")
    func markup() throws {
        let response = try Self.rewritten(
            #"<a href="https://x.example/?a=1&amp;b=2">go</a><p>https://x.example/?a=1&amp;b=2</p>"#,
            device: ("box-0001", "tv-42"),
            redirect: ("https://x.example/?a=1&b=2", "mine://back?to=1&x=2")
        )
        #expect(Self.text(response) == #"<a href="mine://back?to=1&amp;x=2">go</a><p>mine://back?to=1&amp;x=2</p>"#)
    }

    @Test("A length that was right stays right, and a picture as it is")
    func lengths() throws {
        let right = try Self.rewritten(
            "box-0001",
            device: ("box-0001", "tv-42"),
            headers: [HeaderField("content-length", "8")]
        )
        #expect(right.headers[0].value == "5")
        let wrong = try Self.rewritten(
            "box-0001",
            device: ("box-0001", "tv-42"),
            headers: [HeaderField("Content-Length", "9")]
        )
        #expect(wrong.headers[0].value == "9")
        let picture = try Self.rewritten(
            "box-0001",
            device: ("box-0001", "tv-42"),
            headers: [HeaderField("Content-Type", "image/png")]
        )
        #expect(Self.text(picture) == "box-0001")
    }

    @Test("A value of three bytes is the app's own, and looked for nowhere")
    func short() throws {
        #expect(try Self.text(Self.rewritten("tv1 tv1", device: ("tv1", "another"))) == "tv1 tv1")
    }
}
