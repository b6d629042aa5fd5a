import Documents
import Testing

@testable import Redaction

@Suite struct PseudonymsTests {
    private func pseudonym(_ text: String) -> String { Probe.pseudonym(text) }

    private static let values = [
        "1", "a", "Z", "42", "true7", "u-81f0", "viewer@example.com", "correct horse", "Ünïcödé-日本-🎬", "ABCDEFGH",
        "63ad1697f76f44928c62d6d8317fb8cf", "0A16EEF3-3DCA-4FEC-9F82-073A89EB552C", "m+vXo5i0SmaoioYnGeDvxw==",
        "PHNpZ25hdHVyZUluZm8+", "10.1.2.3", "2001:db8::1", "aa:bb:cc:dd:ee:0f", "12345678901234", "-17.5", "___9",
        "1e400", "12e34567", "-0.5E-7", "1e", "01e5",
    ]

    @Test("A pseudonym is never the value and always the same", arguments: values)
    func neverTheValue(_ value: String) {
        #expect(pseudonym(value) != value)
        #expect(pseudonym(value) == pseudonym(value))
    }

    @Test(
        "Length and character classes stay",
        arguments: values.filter { !$0.contains("2001") && !$0.hasPrefix("10.") }
    )
    func shape(_ value: String) {
        let (old, new) = (Array(value.utf8), Array(pseudonym(value).utf8))
        #expect(old.count == new.count)
        let isHex = TextShape(of: old) != .plain
        for (old, new) in zip(old, new) where old < 0x80 {
            #expect(isAlphanumeric(old) == isAlphanumeric(new))
            if !isAlphanumeric(old) { #expect(old == new) }
            if !isHex { #expect(isDigit(old) == isDigit(new)) }
            if !isHex { #expect((0x41...0x5A).contains(old) == (0x41...0x5A).contains(new)) }
        }
    }

    @Test(
        "The shape of a pseudonym is the shape of its value, so redacting again changes nothing about it",
        arguments: values
    )
    func shapeIsIdempotent(_ value: String) {
        let once = Array(pseudonym(value).utf8)
        #expect(TextShape(of: once) == TextShape(of: Array(value.utf8)) || value.contains("."))
        #expect(pseudonym(Probe.text(once)).utf8.count == once.count || value.contains("."))
    }

    @Test("A number with an exponent stays one, and what only looks like it does not", arguments: values)
    func scientificNumber(_ value: String) {
        let isNumber = ["1e400", "12e34567", "-0.5E-7"].contains(value)
        #expect((TextShape(of: Array(value.utf8)) == .scientificNumber) == isNumber)
        if isNumber { #expect(JSONNumber(pseudonym(value)) != nil) }
    }

    @Test("A UUID stays a UUID with its version and variant, hexadecimal stays hexadecimal in its case")
    func hexadecimal() {
        let uuid = pseudonym("0A16EEF3-3DCA-4FEC-9F82-073A89EB552C")
        let bytes = Array(uuid.utf8)
        #expect(bytes.indices.filter { bytes[$0] == 0x2D } == [8, 13, 18, 23])
        #expect(bytes[14] == 0x34 && bytes[19] == 0x39)
        #expect(uuid.allSatisfy { "0123456789ABCDEF-".contains($0) })
        #expect(pseudonym("63ad1697f76f44928c62d6d8317fb8cf").allSatisfy { "0123456789abcdef".contains($0) })
    }

    @Test(
        "Padded Base64 stays canonical",
        arguments: ["m+vXo5i0SmaoioYnGeDvxw==", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISI="]
    )
    func base64(_ value: String) {
        let replaced = Array(pseudonym(value).utf8)
        let decoded = Base64Text(replaced[...])
        #expect(decoded?.isPadded == true)
        #expect(decoded.map { $0.encoding($0.bytes) } == replaced)
    }

    @Test("Addresses become addresses of documentation and benchmark ranges")
    func addresses() {
        #expect(pseudonym("10.1.2.3").hasPrefix("198.18.") || pseudonym("10.1.2.3").hasPrefix("198.19."))
        #expect(NetworkAddress.isIPv4(Array(pseudonym("255.255.255.255").utf8)))
        #expect(pseudonym("2a00:1450:4001::200e").hasPrefix("2001:db8:"))
        #expect(NetworkAddress.isIPv6(Array(pseudonym("fe80::1").utf8)))
        #expect(!NetworkAddress.isIPv4(Array("1.2.3.256".utf8)))
        #expect(!NetworkAddress.isIPv4(Array("1.2.3".utf8)))
        #expect(!NetworkAddress.isIPv6(Array("12:34:56".utf8)))
    }

    @Test("White space counts for nothing: it stays, and the same text with other white space gets the same letters")
    func whiteSpace() {
        let spread = pseudonym("MIIC\n\t\tabCD==\r\n")
        #expect(spread.filter { !$0.isWhitespace } == pseudonym("MIICabCD=="))
        #expect(spread.hasSuffix("\r\n"))
        #expect(pseudonym("a\u{2028}b\u{85}c").unicodeScalars.map(\.value)[1] == 0x2028)
    }

    @Test("A number that does not begin with zero still does not", arguments: 10...60)
    func leadingZero(_ number: Int) {
        #expect(!pseudonym(String(number)).hasPrefix("0"))
    }

    @Test("Bytes that are no text are replaced byte by byte")
    func data() {
        let pseudonyms = Pseudonyms(key: Captures.key)
        let value: [UInt8] = [0, 1, 2, 255, 254]
        #expect(pseudonyms.pseudonym(forData: value).count == 5)
        #expect(pseudonyms.pseudonym(forData: value) != value)
        #expect(pseudonyms.pseudonym(forData: []) == [])
    }

    @Test("A value without a letter or digit is left alone")
    func nothingToReplace() {
        #expect(pseudonym("--==--") == "--==--")
        #expect(pseudonym("") == "")
    }
}
