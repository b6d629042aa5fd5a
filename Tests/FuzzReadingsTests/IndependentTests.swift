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

    /// When the one assertion of a response may be used.
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
