import Documents
import Testing

@Suite struct PercentEncodingTests {
    /// RFC 3986 §2.3: `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"`.
    private static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

    @Test("Unreserved characters alone stay, a space is %20, or + in a form")
    func encode() {
        #expect(PercentEncoding.component("aZ09-._~ /+é") == "aZ09-._~%20%2F%2B%C3%A9")
        #expect(PercentEncoding.form("a b+") == "a+b%2B")
        #expect(PercentEncoding.component(Self.unreserved) == Self.unreserved)
        #expect(PercentEncoding.form(Self.unreserved) == Self.unreserved)
    }

    @Test("Of all of ASCII, what is not unreserved is two capital digits (RFC 3986 §2.1, §2.3)")
    func encodeEach() {
        let digits = Array("0123456789ABCDEF")
        for byte: UInt8 in 0..<0x80 where !Self.unreserved.utf8.contains(byte) {
            let text = String(UnicodeScalar(byte))
            let escape = "%\(digits[Int(byte / 16)])\(digits[Int(byte % 16)])"
            #expect(PercentEncoding.component(text) == escape)
            #expect(PercentEncoding.form(text) == (byte == 0x20 ? "+" : escape))
        }
    }

    @Test("Where a set is named, it alone is encoded")
    func encodeSome() {
        #expect(PercentEncoding.encode("a b=c/é") { $0 == UInt8(ascii: "=") } == "a b%3Dc/é")
        #expect(PercentEncoding.encode(" +") { $0 == UInt8(ascii: " ") } == "%20+")
    }

    @Test("Outside forms a plus sign is a plus sign")
    func decode() {
        #expect(PercentEncoding.decode("a+b%20c") == "a+b c")
        #expect(PercentEncoding.decodeForm("a+b%20c") == "a b c")
        #expect(PercentEncoding.decodeStrictly("a%2Bb+c%3d") == Array("a+b+c=".utf8))
        #expect(PercentEncoding.decodeStrictly("a%2Bb+c", plusAsSpace: true) == Array("a+b c".utf8))
    }

    @Test("An escape is resolved once, in digits of either case (RFC 3986 §2.1, §2.4)")
    func once() {
        #expect(PercentEncoding.decode("%252B%c3%A9") == "%2Bé")
        #expect(PercentEncoding.decodeStrictly("%252B") == Array("%2B".utf8))
        #expect(PercentEncoding.decodeStrictly("%C3%BF") == [0xC3, 0xBF])
    }

    @Test("Bytes that are not UTF-8 stay in bytes, and are repaired in text")
    func repair() {
        #expect(PercentEncoding.decode("%FFa") == "\u{FFFD}a")
        #expect(PercentEncoding.decodeStrictly("%FFa") == [0xFF, 0x61])
        #expect(PercentEncoding.decodeStrictly([0xFF, 0x25, 0x36, 0x31][...]) == [0xFF, 0x61])
        // A slice begins elsewhere than at 0, and ends before its array does.
        #expect(PercentEncoding.decodeStrictly(Array("a%41%42".utf8)[1..<4]) == [0x41])
        #expect(PercentEncoding.decodeStrictly(Array("a%41%42".utf8)[1..<6]) == nil)
    }

    @Test(
        "A percent sign without two digits stays as the URL standard has it, and is refused where RFC 3986 counts",
        arguments: ["%", "%4", "%4g", "%g4", "a%%41b", "100%", "%%", "% 41", "%+41"]
    )
    func malformed(text: String) {
        #expect(PercentEncoding.decodeStrictly(text) == nil)
        #expect(PercentEncoding.decodeStrictly(text, plusAsSpace: true) == nil)
        #expect(PercentEncoding.decode(text) == text.replacing("%41", with: "A"))
        #expect(PercentEncoding.decodeForm(text) == text.replacing("%41", with: "A").replacing("+", with: " "))
    }
}
