import Testing

@testable import Redaction

/// ``Transport``, ``Rewriting``, ``Layer`` and ``Edits``: what a value is written in.
@Suite struct TransportTests {
    private func decode(_ text: String, _ transport: Transport) -> String {
        Probe.text(transport.decode(ArraySlice(text.utf8)))
    }

    @Test("Escapes are undone, malformed ones stay")
    func decoding() {
        #expect(decode("a%20b+c%2G%", .percent) == "a b+c%2G%")
        #expect(decode("a%20b+c", .form) == "a b c")
        #expect(decode("&lt;&amp;&#65;&#x42;&bogus;&", .xml) == "<&AB&bogus;&")
        #expect(decode(#"\"\\\/\n\u00e9\ud83c\udfac\ud83c\x\"#, .json) == "\"\\/\né🎬\\ud83c\\x\\")
        #expect(decode("&#x110000;&#xD800;", .xml) == "&#x110000;&#xD800;")
        #expect(decode("&#233;&#x20AC;&#X1F3AC;&#000000065;", .xml) == "é€🎬A")
        for broken in ["&#;", "&#x;", "&#+65;", "&#6A;", "&#xFFFFFFFF;", "&#999999999;", "&LT;"] {
            #expect(decode(broken, .xml) == broken)
        }
    }

    @Test(
        "What is written again unchanged is the same bytes",
        arguments: [
            ("a%2fb%2Fc%20d~", Transport.percent), ("a+b%20c%c3%a9", .form), ("&#x3c;a&gt;>&quot;\"", .xml),
            (#"\u00e9é\/\\/"#, .json),
        ]
    )
    func rewriting(_ text: String, _ transport: Transport) {
        let original = ArraySlice(text.utf8)
        #expect(Rewriting.write(transport.decode(original), transport, like: original) == Array(original))
    }

    @Test("Text of another length is escaped all the same")
    func otherLength() {
        func write(_ text: String, _ transport: Transport, _ original: String) -> String {
            Probe.text(Rewriting.write(Array(text.utf8), transport, like: ArraySlice(original.utf8)))
        }
        #expect(write("a b/c", .form, "x+%2f") == "a+b%2fc")
        #expect(write("a b/c", .percent, "%20") == "a%20b%2Fc")
        #expect(write("<&>'\"", .xml, "&lt;") == "&lt;&amp;&gt;&apos;&quot;")
        #expect(write("\"\\\n\u{1}/", .json, #"\/"#) == #"\"\\\n\u0001\/"#)
        // What stood there without the escapes it needs still does: they would make it far longer.
        #expect(write("a\u{0}b\u{1}\n", .json, "\u{0}x") == "a\u{0}b\\u0001\\n")
    }

    @Test("Layers are recognized where what they hold is readable, and written in their own way again")
    func layers() {
        for text in ["Ym94LTAwMDE=", "Ym94LTAwMDE", "626f782d30303031", "626F782D30303031", "%62ox%2D0001"] {
            let layer = Layer(of: ArraySlice(text.utf8))
            #expect(Probe.text(layer?.text) == "box-0001")
            #expect(
                layer.map { Probe.text(Transport.percent.decode($0.write($0.text)[...])) } == decode(text, .percent)
            )
        }
        for text in ["password", "63ad1697f76f4492", "KITETV", "m+vXo5i0SmaoioYnGeDvxw==", "application/json", "100%"] {
            #expect(Layer(of: ArraySlice(text.utf8)) == nil)
        }
    }

    @Test("Base64 is read only where it is canonical", arguments: ["YQ==", "YWI=", "YWJj", "YQ", "-_8", "+/8="])
    func base64(_ text: String) {
        let base64 = Base64Text(ArraySlice(text.utf8))
        #expect(base64.map { Probe.text($0.encoding($0.bytes)) } == text)
        for broken in ["Y", "YR==", "YQ=", "Y===", "-/8=", "YW Jj", "YQ==YQ=="] {
            #expect(Base64Text(ArraySlice(broken.utf8)) == nil)
        }
    }

    @Test("Edits in order leave every other byte alone; without any there is no text")
    func edits() {
        var edits = Edits(ArraySlice("abcdef".utf8))
        edits.replace(1..<2, with: Array("XX".utf8))
        edits.replace(4..<4, with: Array("-".utf8))
        edits.replace(0..<1, with: [])
        #expect(edits.result().map { Probe.text($0) } == "aXXcd-ef")
        #expect(Edits(ArraySlice("abc".utf8)).result() == nil)
    }

    @Test("Base64 of a structure that a form's reader gave spaces for plus signs is read, and written so again")
    func spacesForPlus() {
        let text = "<signatureInfo>c2lnbg==<signatureInfo><ttl>7~~></ttl>"
        let digits = Probe.base64(text)
        #expect(digits.contains("+"))
        let spaced = digits.replacing("+", with: " ")
        let layer = Layer(of: ArraySlice(spaced.utf8))
        #expect(Probe.text(layer?.text) == text)
        #expect(Probe.text(layer?.write(Array(text.utf8))) == spaced)
        let other = text + "<~~>"
        #expect(Probe.text(layer?.write(Array(other.utf8))) == Probe.base64(other).replacing("+", with: " "))
    }

    @Test("Base64 of a structure may be broken into lines or end in stray bits; it is written in the same lines again")
    func looseBase64() {
        let text = #"{"model":"AppleTV","deviceId":"box-0001"}"#
        let digits = Probe.base64(text)
        for lineBreak in ["\r\n", "\n", " "] {
            let lines = [digits.prefix(20), digits.dropFirst(20).prefix(20), digits.dropFirst(40)]
            let broken = lines.joined(separator: lineBreak)
            let layer = Layer(of: ArraySlice(broken.utf8))
            #expect(Probe.text(layer?.text) == text)
            #expect(Probe.text(layer?.write(Array(text.utf8))) == broken)
            // Of another length: in lines as long as the first.
            let longer = Probe.text(layer?.write(Array((text + "0123456789012345").utf8)))
            #expect(longer.replacing(lineBreak, with: "") == Probe.base64(text + "0123456789012345"))
            let longerLines = longer.split(separator: lineBreak).map(\.utf8.count)
            #expect(longerLines.dropLast().allSatisfy { $0 == 20 } && (longerLines.last ?? 0) <= 20)
        }
        #expect(Probe.text(Layer(of: ArraySlice("eyJhIjoxfR==".utf8))?.text) == #"{"a":1}"#)
        for other in ["Ym94 LTAwMDE=", "correct horse battery", "eyJh IjoxfQ=", "Ym94LTAwMDF="] {
            #expect(Layer(of: ArraySlice(other.utf8)) == nil)
        }
    }
}
