import Testing

@testable import Redaction

@Suite struct SearchabilityTests {
    private func isSearchable(_ text: String, _ certainty: Certainty = .certain) -> Bool {
        Searchability.isSearchable(Array(text.utf8), certainty)
    }

    @Test("Eight bytes are enough, seven are not")
    func length() {
        #expect(isSearchable("abc-1234"))
        #expect(!isSearchable("abc-123"))
    }

    @Test("Five different bytes are enough, four are not")
    func variety() {
        #expect(isSearchable("aaaabcde"))
        #expect(!isSearchable("aaaaabcd"))
    }

    @Test(
        "Of a long value enough of the beginning has to be replaced, since only that is compared",
        arguments: [(0, false), (7, false), (8, true), (24, true), (32, true)]
    )
    func beginning(letters: Int, isFound: Bool) {
        let blanks = String(repeating: " ", count: 32 - letters)
        let beginning = "kite1kite2kite3kite4kite5kite6kite".prefix(letters)
        #expect(isSearchable(blanks + beginning + "meadowlark-2026-owl") == isFound)
        #expect(isSearchable(beginning + blanks + "meadowlark-2026-owl") == isFound)
    }

    @Test("Five bytes have to be replaced: what is nearly all punctuation has too few pseudonyms")
    func replacedBytes() {
        #expect(isSearchable("P@$$w0rd"))
        #expect(!isSearchable("P@$$w0r!"))
        #expect(!isSearchable("-_.!~*()'0"))
        #expect(!isSearchable(#"\n\r\t\b\f\n1"#))
        #expect(isSearchable("-_.!~*'\u{E9}\u{E8}\u{E7}"))
    }

    @Test("Ten digits are enough, nine are not")
    func digits() {
        #expect(isSearchable("1234567890"))
        #expect(!isSearchable("123456789"))
    }

    @Test("Times and pieces of them are not searched for, telephone numbers and what has other letters are")
    func times() {
        for time in [
            "26-12-20", "21:59:12", "2026-12-20T21:59:12Z", "26-12-20T21:59:12.123456789+00:00", "12-20T21",
            "21:59:12.123456", "9:12.1234567", ":12.123456789", "12.123456789",
        ] {
            #expect(!isSearchable(time), "\(time)")
        }
        for other in [
            "192.168.1.77", "+49-170-1234567", "26-12-20a", "00:11:22:33:44:55", "52.1234567890", "127:59:12.123456",
            "59:1.123456789", "21:59:12.123.456", "120.12345678",
            "2026-12-20t21:59:12Z0123456789T0123456789",
        ] {
            #expect(isSearchable(other), "\(other)")
        }
    }

    @Test(
        "What only its place makes suspicious is looked for if it looks drawn by chance, or a part of it does",
        arguments: [
            ("KsSpdeZHS9ykH239ouuVu7L7", true), ("v2.KsSpdeZHS9ykH239ouuVu7L7.x", true),
            ("641f5ae1-b506-4731-9992-7cdb749c0d6f", true), ("abcdefghijklmnopqrst", false),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", false), ("1700000000123", false),
            ("kite-77-owl", false),
        ]
    )
    func suspected(value: String, isFound: Bool) {
        #expect(isSearchable(value, .suspected) == isFound)
        #expect(isSearchable(value, .certain))
    }

    @Test("Words that stand everywhere are not searched for", arguments: ["scrambled", "Anonymous", "not-authorized"])
    func words(_ word: String) {
        #expect(!isSearchable(word))
    }

    @Test(
        "JSON's own words and those of VSA logs are not searched for, nor pieces of them; other words are",
        arguments: [
            ("[true,null,false]", false), ("[true,null,falsy]", true), ("[true,null,\"föhn\"]", true),
            ("ue,false,nul", false), ("AuthenticationToken", false), ("verificationData", false),
            ("verificationDate", true), ("notDetermined", false), ("enqueue\",\"request", false),
            ("12Z\",\"call\":\"enqueue", false), ("authenticationExpirationDate\":\"2026-11", false),
            ("kite7\",\"code\":90", true),
        ]
    )
    func wordsOfJSON(value: String, isFound: Bool) {
        #expect(isSearchable(value) == isFound)
    }

    @Test(
        "What says nothing is not even replaced",
        arguments: ["", "true", "False", "null", "None", "undefined", "--", "{}"]
    )
    func nothing(_ value: String) {
        #expect(Searchability.isEmpty(ArraySlice(value.utf8)))
        #expect(Probe.form("password=" + value) == "password=" + value)
    }
}
