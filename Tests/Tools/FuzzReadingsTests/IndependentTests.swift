import Documents
import Testing
import Tokens
import VirtualTime

@testable import FuzzReadings
@testable import Fuzzing

/// The other readings are right by themselves: a comparison with a wrong one would prove nothing.
@Suite struct IndependentTests {
    @Test(
        "Days are counted",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29 12:00:00 -0000", 951_825_600),
            ("2026/11/20 21:59:12 GMT +0200", 1_795_204_752),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("1795212258158", 1_795_212_258),
        ]
    )
    func countedDate(text: String, seconds: Int64) {
        #expect(CountedDate.ofToken(text)?.secondsSince1970 == seconds)
    }

    @Test(
        "The documents' dates are counted as they say (tokens.md §5)",
        arguments: [
            ("2011/03/19 02:29:34 GMT +0200", 1_300_494_574), ("2011/03/17 14:40:08 GMT +0200", 1_300_365_608),
            ("2026/01/31 08:00:00 GMT -0800", 1_769_875_200), ("2026/01/31_08:00:00_GMT_-0800", 1_769_875_200),
            ("2026/01/31 08:00:00 -08:00", 1_769_875_200), (" 2026-01-31t16:00:00z\n", 1_769_875_200),
        ]
    )
    func documentedDates(text: String, seconds: Int64) {
        #expect(CountedDate.ofToken(text) == Instant(secondsSince1970: seconds))
    }

    @Test(
        "There is no such day, time, offset or form",
        arguments: [
            "2026/02/30 00:00:00 GMT +0000", "2100/02/29 00:00:00 GMT +0000", "2026/04/31 00:00:00 GMT +0000",
            "2026/13/01 00:00:00 GMT +0000", "2026/00/01 00:00:00 GMT +0000", "2026/01/00 00:00:00 GMT +0000",
            "0000/01/01 00:00:00 GMT +0000", "2026/01/01 24:00:00 GMT +0000", "2026/01/01 00:60:00 GMT +0000",
            "2026/01/01 00:00:60 GMT +0000", "2026/01/01 00:00:00 GMT +1500", "2026/01/01 00:00:00 GMT +0060",
            "2026/01/01 00:00:00 GMT", "2026/01/01T00:00:00Z", "2026-01-01 00:00:00.Z", "2026/01-01 00:00:00Z", "",
            "2026-01-01  00:00:00Z", "9223372036854775808", "-1", "1 2", "2026/01/01 00:00:00 GMT +020",
        ]
    )
    func noDates(text: String) {
        #expect(CountedDate.ofToken(text) == nil)
        #expect(throws: Never.self) { try DateChecks.agrees(nil, with: text) }
    }

    @Test("A date that is taken or refused by one reader alone is seen")
    func datesOfOneReader() throws {
        let date = try TokenDate(parsing: "2026-11-20T21:59:12Z")
        try DateChecks.agrees(date, with: date.text)
        #expect(throws: PropertyFailure.self) { try DateChecks.agrees(nil, with: date.text) }
        #expect(throws: PropertyFailure.self) { try DateChecks.agrees(date, with: "2026-02-30T21:59:12Z") }
    }

    @Test(
        "SAML has one form of dates (SAML core §1.3.3)",
        arguments: [
            ("2026-11-20T21:59:12Z", true), ("2026-11-20T21:59:12.1234567891Z", true), ("2028-02-29T00:00:00Z", true),
            ("2026-02-29T00:00:00Z", false), ("2026-11-20t21:59:12Z", false), ("2026-11-20T21:59:12z", false),
            ("2026-11-20T21:59:12+00:00", false), (" 2026-11-20T21:59:12Z", false), ("1795212258158", false),
            ("2026-11-20T24:00:00Z", false), ("2026-11-20T21:59:60Z", false), ("2026-11-20T21:59:12", false),
        ]
    )
    func samlDates(text: String, isDate: Bool) { #expect((CountedDate.ofSAML(text) != nil) == isDate) }

    @Test(
        "Archives, logs and scenarios have dates of RFC 3339, in any zone of less than a day",
        arguments: [
            ("2026-11-20T21:59:12Z", 1_795_211_952), ("2026-11-20 21:59:12z", 1_795_211_952),
            ("2026-11-20t21:59:12.5+0130", 1_795_206_552), ("2026-11-20T21:59:12-23:59", 1_795_298_292),
            ("9999-12-31T22:59:59-01:00", 253_402_300_799), ("0001-01-01T01:00:00+01:00", -62_135_596_800),
            ("0001-01-01T00:00:00-23:59", -62_135_510_460),
        ]
    )
    func datesOfLogs(text: String, seconds: Int64) throws {
        #expect(CountedDate.ofRFC3339(text)?.secondsSince1970 == seconds)
        let instant = try #require(Instant(iso8601: text))
        try DateReadings.agree(instant, with: text)
        #expect(throws: PropertyFailure.self) { try DateReadings.agree(instant + .microseconds(1), with: text) }
        #expect(throws: PropertyFailure.self) {
            try DateReadings.refused(.notAnInstant, at: 1, in: Array("[\"\(text)\"]".utf8))
        }
    }

    @Test(
        "What the zone moves out of the years 1 to 9999 is no date, nor is any other form",
        arguments: [
            "9999-12-31T23:30:00-01:00", "0001-01-01T00:30:00+01:00", "2026-11-20T21:59:12+24:00",
            "2026-11-20T21:59:12",
            "2026-11-20T21:59:12+01", "2026-11-20T21:59:12 +01:00", "2026/11/20T21:59:12Z", "2026-11-20T24:00:00Z",
            "2026-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2026-11-20T21:59:12.Z", "",
            "1795211952",
        ]
    )
    func noDatesOfLogs(text: String) throws {
        #expect(CountedDate.ofRFC3339(text) == nil)
        #expect(throws: PropertyFailure.self, "what was clamped would be seen") {
            try DateReadings.agree(.distantFuture, with: text)
        }
        try DateReadings.refused(.notAnInstant, at: 1, in: Array("[\"\(text)\"]".utf8))
    }

    @Test("A recording keeps whole microseconds of an instant, an account's metadata all of it")
    func fractionsOfLogs() throws {
        let text = "2026-11-20T21:59:12.1234567891Z"
        let instant = try #require(Instant(iso8601: text))
        try DateReadings.agree(instant, with: text, inMicroseconds: false)
        try DateReadings.agree(Instant(microsecondsSince1970: instant.microsecondsSince1970), with: text)
        #expect(throws: PropertyFailure.self) { try DateReadings.agree(instant, with: text) }
    }

    @Test(
        "Durations are counted digit by digit, half a microsecond rounded up",
        arguments: [
            ("0", 0), ("1.001", 1_001), ("1.0005", 1_001), ("0.00049999999999999999999", 0), ("0.0005", 1), ("5e-4", 1),
            ("12E+2", 1_200_000), ("0.0e9", 0), ("-0.0", 0), ("1e-400", 0), ("9007199254740", 9_007_199_254_740_000),
            ("9007199254740.0005", nil), ("9007199254741", nil), ("-1", nil), ("-1e-400", nil),
            ("1e999999999999999999999", nil),
            ("0e999999999999999999999", 0), ("1e-999999999999999999999", 0), ("94.91467475891113", 94_915),
        ] as [(String, Int64?)]
    )
    func durations(text: String, microseconds: Int64?) {
        #expect(CountedDuration.microseconds(text) == microseconds)
    }

    @Test("Texts in UTF-16 are written and read by others, pairs and all")
    func utf16() {
        let text = Array("{\u{1F600}ü}".utf8)
        #expect(UTF16Text.written([0x41], isBigEndian: true, hasMark: true) == [0xFE, 0xFF, 0, 0x41])
        #expect(UTF16Text.written([0x41], isBigEndian: false, hasMark: false) == [0x41, 0])
        #expect(UTF16Text.written([0xFF], isBigEndian: true, hasMark: false) == nil)
        for isBigEndian in [false, true] {
            let written = UTF16Text.written(text, isBigEndian: isBigEndian, hasMark: true) ?? []
            #expect(UTF16Text.read(written) == text)
            #expect(UTF16Text.read(Array(written.dropLast())) == nil)
        }
        #expect(UTF16Text.read([0xFE, 0xFF, 0xD8, 0x3D]) == nil, "half a pair")
        #expect(UTF16Text.read(text) == nil)
    }

    @Test("Forms are read by hand, and so are their types")
    func forms() {
        func fields(_ text: String) -> [[String]] {
            HandReadForm.fields(Array(text.utf8)).map { $0.map { String(decoding: $0, as: UTF8.self) } }
        }
        #expect(fields("a+b=%C3%BC%26&c&=d=e&") == [["a b", "ü&"], ["c", ""], ["", "d=e"], ["", ""]])
        #expect(fields("%zz=%4") == [["%zz", "%4"]])
        #expect(HandReadForm.isForm("application/x-www-form-urlencoded"))
        #expect(HandReadForm.isForm("APPLICATION/x-www-form-urlencoded \t;charset=a"))
        #expect(!HandReadForm.isForm("application/x-www-form-urlencodedx"))
        #expect(!HandReadForm.isForm(""))
    }

    @Test("A document's extent is counted along its tree")
    func extent() {
        let text =
            #"<a xmlns="u" xmlns:b="urn:long"><b:cc d="1" b:ee="2" xmlns:f="g"/><b:cc xmlns:f="g"><h/></b:cc></a>"#
        let extent = DocumentExtent(LibXML2Reading(of: Array(text.utf8)).steps)
        #expect(extent.depth == 3)
        #expect(extent.attributesPerElement == 3)
        #expect(extent.namespacesInScope == 3)
        #expect(extent.nameBytes == 5, "xmlns")
        #expect(extent.namespaceBytes == 8)
        #expect(extent.most(of: "namespacesInScope") == 6)
        #expect(extent.most(of: "nameBytes") == 7, "xmlns:b")
        #expect(extent.most(of: "totalBytes") == nil)
    }

    @Test("Fractions keep nine digits, and what is past the last year is its end")
    func edgesOfDates() {
        #expect(CountedDate.ofSAML("2026-11-20T21:59:12.1234567891Z")?.nanosecond == 123_456_789)
        #expect(CountedDate.ofSAML("2026-11-20T21:59:12.05Z")?.nanosecond == 50_000_000)
        #expect(CountedDate.ofToken("9223372036854775807") == .distantFuture)
        #expect(CountedDate.ofToken("9999-12-31T23:59:59-00:01") == .distantFuture)
        #expect(CountedDate.ofToken(String(repeating: "0", count: 51) + "1795212258158")?.nanosecond == 158_000_000)
        #expect(CountedDate.ofToken(String(repeating: " ", count: 52) + "1795212258158") == nil)
    }

    @Test(
        "Bits are counted",
        arguments: [("", []), ("TQ", [0x4D]), ("TWE", [0x4D, 0x61]), ("TWFu", [0x4D, 0x61, 0x6E])]
    )
    func base64(text: String, bytes: [UInt8]) { #expect(IndependentBase64.decode(Array(text.utf8)) == bytes) }

    @Test("What is no Base64 is none", arguments: ["T", "TR", "TQ==", "T+", "TWF\n"])
    func notBase64(text: String) { #expect(IndependentBase64.decode(Array(text.utf8)) == nil) }

    @Test(
        "Blanks and padding are taken away, and the alphabet is told apart",
        arguments: [
            ("TWE=", false, [0x4D, 0x61]), ("TWE", false, [0x4D, 0x61]), (" T W\r\nE\t=", false, [0x4D, 0x61]),
            ("+/8=", false, [0xFB, 0xFF]), ("-_8=", true, [0xFB, 0xFF]), ("==", true, nil),
            ("-_8=", false, nil), ("+/8=", true, nil), ("TWE==", false, nil), ("TWFu=", false, nil),
            ("T===", false, nil), ("TWF=", false, nil), ("TW=E", false, nil), ("TWE\u{0B}", false, nil),
        ] as [(String, Bool, [UInt8]?)]
    )
    func tolerantBase64(text: String, isURLSafe: Bool, bytes: [UInt8]?) {
        #expect(IndependentBase64.decodeTolerantly(Array(text.utf8), isURLSafe: isURLSafe) == bytes)
    }

    @Test("Foundation reads the same JSON, and a difference is seen")
    func json() throws {
        let bytes = Array(#"{"a":[1,-2.5e3,"\u00e9",true,null,{}],"b":""}"#.utf8)
        try IndependentJSON.agrees(try JSONValue(parsing: bytes), with: bytes)
        let others = [
            #"{"a":1}"#, #"[]"#, #"{"a":[1,-2.5e3,"e",true,null,{}],"b":""}"#,
            #"{"a":[1,-2.5e3,"\u00e9",1,null,{}],"b":""}"#, #"{"a":[true,-2.5e3,"\u00e9",true,null,{}],"b":""}"#,
        ]
        for other in others {
            #expect(throws: PropertyFailure.self) {
                try IndependentJSON.agrees(try JSONValue(parsing: Array(other.utf8)), with: bytes)
            }
        }
    }

    @Test("libxml2's tree tells assertions, names and repeated IDs")
    func libXML2() {
        let reading = LibXML2Reading(
            of: Array(
                #"""
                <Response ID="_r" xmlns:s="urn:oasis:names:tc:SAML:2.0:assertion"><s:Assertion ID="_a" a="1" b="2"><s:Subject>
                <s:NameID>us<!-- x -->er</s:NameID></s:Subject><s:AttributeStatement><s:Attribute Name="n"/></s:AttributeStatement>
                </s:Assertion><x><s:Assertion ID="_a"/></x></Response>
                """#.utf8
            )
        )
        #expect(reading.isWellFormed)
        #expect(reading.assertionCount == 2)
        #expect(reading.assertionIDs == ["_a"])
        #expect(reading.repeatedID == "_a")
        #expect(reading.rootID == "_r")
        #expect(reading.subjectNames == ["user"])
        #expect(reading.attributeNames == ["n"])
        #expect(reading.mostAttributes == 3)
        #expect(reading.depth == 4)
        #expect(!LibXML2Reading(of: Array("<a>".utf8)).isWellFormed)
        #expect(!LibXML2Reading(of: Array("<!DOCTYPE a><a/>".utf8)).isWellFormed)
    }

    /// Returns the times at which the one assertion of a response may be used.
    private func times(conditions: String, confirmations: [(method: String, data: String)]) throws -> LibXML2Times {
        let subject = confirmations.map { confirmation in
            """
            <SubjectConfirmation Method=" urn:oasis:names:tc:SAML:2.0:cm:\(confirmation.method)&#10;">\
            <SubjectConfirmationData \(confirmation.data)/></SubjectConfirmation>
            """
        }
        let text = """
            <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion">\
            <Assertion ID="_a"><Subject>\(subject.joined())</Subject><Conditions \(conditions)/></Assertion></p:Response>
            """
        let times = LibXML2Reading(of: Array(text.utf8)).times
        try #require(times.count == 1)
        return times[0]
    }

    @Test(
        "Conditions and a bearer hold together; who is no bearer does not count beside one",
        arguments: [
            ("2025-12-31T23:59:59Z", false), ("2026-01-01T00:00:00Z", true), ("2026-01-19T23:59:59Z", true),
            ("2026-01-20T00:00:00Z", false), ("2026-01-24T00:00:00Z", false),
        ]
    )
    func conditionsAndBearer(now: String, holds: Bool) throws {
        let times = try times(
            conditions: #"NotBefore="2026-01-01T00:00:00Z" NotOnOrAfter="2026-01-31T00:00:00Z""#,
            confirmations: [
                ("holder-of-key", #"NotOnOrAfter="2026-01-25T00:00:00Z""#),
                ("bearer", #"NotOnOrAfter="2026-01-20T00:00:00Z""#),
            ]
        )
        #expect(times.permit(try #require(CountedDate.ofSAML(now))) == holds)
        #expect(times.isReadable)
        #expect(times.isOneInterval)
        #expect(times.bounds.count == 3)
    }

    @Test(
        "Of two bearers either will do, with a gap between them",
        arguments: [("2026-01-01T00:00:00Z", true), ("2026-01-03T00:00:00Z", false), ("2026-01-05T00:00:00Z", true)]
    )
    func bearersWithGap(now: String, holds: Bool) throws {
        let times = try times(
            conditions: "",
            confirmations: [
                ("bearer", #"NotOnOrAfter="2026-01-02T00:00:00Z""#), ("bearer", #"NotBefore="2026-01-04T00:00:00Z""#),
            ]
        )
        #expect(times.permit(try #require(CountedDate.ofSAML(now))) == holds)
        #expect(!times.isOneInterval)
    }

    @Test(
        "Bearers that touch or overlap are one interval, in any order; one without an instant joins nothing",
        arguments: [
            (["NotOnOrAfter='2026-01-02T00:00:00Z'", "NotBefore='2026-01-02T00:00:00Z'"], true),
            (["NotBefore='2026-01-02T00:00:00Z'", "NotOnOrAfter='2026-01-02T00:00:00Z'"], true),
            (["", "NotOnOrAfter='2026-01-02T00:00:00Z'"], true),
            (["NotOnOrAfter='2026-01-02T00:00:00Z'", "NotBefore='2026-01-02T00:00:00.000000001Z'"], false),
            (
                [
                    "NotOnOrAfter='2026-01-02T00:00:00Z'",
                    "NotBefore='2026-01-03T00:00:00Z' NotOnOrAfter='2026-01-04T00:00:00Z'",
                    "NotBefore='2026-01-01T00:00:00Z' NotOnOrAfter='2026-01-03T00:00:00Z'",
                ], true
            ),
            (["", "NotBefore='2026-01-02T00:00:00Z' NotOnOrAfter='2026-01-02T00:00:00Z'"], false),
        ]
    )
    func touching(data: [String], isOne: Bool) throws {
        let times = try times(conditions: "", confirmations: data.map { ("bearer", $0) })
        #expect(times.isOneInterval == isOne)
    }

    @Test("A date that is none is told", arguments: ["", "soon", "2026-02-30T00:00:00Z"])
    func unreadableTimes(date: String) throws {
        #expect(!(try times(conditions: "NotOnOrAfter=\"\(date)\"", confirmations: []).isReadable))
        #expect(!(try times(conditions: "", confirmations: [("bearer", "NotBefore=\"\(date)\"")]).isReadable))
    }

    @Test("Bytes are counted where they stand", arguments: [("", 0), ("aa", 1), ("aaa", 2), ("baab", 1), ("a", 0)])
    func occurrences(text: String, count: Int) { #expect(Array(text.utf8).count(of: "aa") == count) }

    @Test("An alphabet holds what it is made of")
    func alphabet() {
        #expect(Alphabet.base64.holds("aZ09+/=".utf8))
        #expect(!Alphabet.base64.holds("-".utf8))
        #expect(Alphabet.parameter.holds("%2B".utf8))
        #expect(!Alphabet.parameter.holds("+".utf8))
    }
}
