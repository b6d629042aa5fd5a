import Documents
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// Times by which an answer is over, wherever they stand and however they are written.
struct InspectionTimesTests {
    static let now = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast
    static let past = Instant(secondsSince1970: 1_300_000_000)

    static func inspect(_ text: String) -> Inspection { InspectionTests.inspect(text, at: now) }

    static func names(_ inspection: Inspection) -> [String] { inspection.diagnostics.map(\.name) }

    @Test(
        "A time is read with blanks around it, with a point, with an exponent and as a date",
        arguments: [
            "1300000000000", "\"1300000000000\"", "1.3e12", "1.3E+12", "1300000000000.0", "13000000000000e-1",
            "\"\\n 1300000000000 \\n\"", "\"2011-03-13T07:06:40Z\"", "\"2011/03/13 07:06:40 GMT +0000\"", "1300000000",
            "1.3e9",
        ]
    )
    func forms(value: String) {
        let found = Self.inspect("{\"requestor\":\"a\",\"mvpd\":\"b\",\"expires\":\(value)}")
        #expect(found.validity.expiry == Self.past)
        #expect(found.diagnostics.isEmpty)
        #expect(found.verdict.isQuestionable)
        let later = Self.inspect("{\"requestor\":\"a\",\"mvpd\":\"b\",\"expires\":4e12}")
        #expect(later.validity.expiry == Instant(secondsSince1970: 4_000_000_000))
        #expect(later.verdict == .ok)
    }

    @Test("Fractions are exact, and what is past the year 9999 is no time")
    func numbers() {
        func expiry(_ value: String) -> Instant? { Self.inspect("{\"expires\":\(value)}").validity.expiry }
        #expect(expiry("1300000000000.5") == Self.past + .microseconds(500))
        #expect(expiry("1300000000.25") == Self.past + .milliseconds(250))
        #expect(expiry("0.0") == Instant(secondsSince1970: 0))
        #expect(expiry("-1e3") == Instant(secondsSince1970: -1))
        #expect(expiry("0.0000000013e21") == Self.past)
        #expect(expiry("253402300799999") == Instant(millisecondsSince1970: 253_402_300_799_999))
        let beyond = ["253402300800000", "9223372036854775807", "9223372036854775808"]
        for value in beyond + ["1e19", "1e999999999999999999999", "1e20"] {
            #expect(expiry(value) == nil)
            #expect(Self.names(Self.inspect("{\"expires\":\(value)}")) == ["unreadable-time"])
        }
        #expect(expiry("1e-999999999999999999999") == Instant(secondsSince1970: 0))
    }

    @Test("XML that is printed with line breaks has the same end")
    func prettyPrinted() {
        func answer(_ end: String) -> Inspection {
            Self.inspect("<authentication>\n <expires>\n \(end)\n </expires>\n <mvpd>M</mvpd>\n</authentication>")
        }
        #expect(answer("1300000000000").validity.expiry == Self.past)
        #expect(answer("1300000000000").verdict.isQuestionable)
        #expect(answer("4000000000000").verdict == .ok)
        #expect(answer("4000000000000").fields.map(\.name) == ["expires", "mvpd"], "blanks are no text")
    }

    @Test(
        "What an answer is judged by and cannot be read is suspicious",
        arguments: [
            "{\"expires\":\"soon\"}", "{\"expires\":\"\"}", "{\"expires\":true}", "{\"expires\":{\"a\":1}}",
            "{\"a\":[{\"notAfter\":\"2011-03-19\"}]}", "{\"expires_in\":\"an hour\"}",
            "<authentication><expires>soon</expires></authentication>", "<authentication expires=\"soon\"/>",
            "<authentication><expires><b>1300000000000</b></expires></authentication>",
        ]
    )
    func unreadable(text: String) {
        let found = Self.inspect(text)
        #expect(Self.names(found) == ["unreadable-time"])
        #expect(found.verdict.isQuestionable)
    }

    @Test("Nothing is no time, and what only tells of a time is worth a note")
    func harmlessTimes() {
        #expect(Self.inspect("{\"expires\":null}").diagnostics.isEmpty)
        let told = Self.inspect("{\"time\":\"noon\"}")
        #expect(Self.names(told) == ["unreadable-time"])
        #expect(told.verdict == .ok)
        #expect(Self.inspect("{\"updated\":1300000000}").verdict == .ok)
    }

    @Test("An answer's own notBefore and notAfter are its validity, if it has no other")
    func ownBounds() {
        let over = Self.inspect("{\"authorized\":true,\"notBefore\":1300000000000,\"notAfter\":1300000001000}")
        #expect(over.validity == Validity(notBefore: Self.past, expiry: Self.past + .seconds(1)))
        #expect(over.diagnostics.isEmpty)
        #expect(over.verdict.isQuestionable)
        let both = Self.inspect("{\"expires\":4000000000000,\"notAfter\":1300000001000}")
        #expect(both.validity.expiry == Instant(secondsSince1970: 4_000_000_000))
        #expect(Self.names(both) == ["expired-inside"])
        #expect(Self.inspect("{\"notBefore\":1300000000000,\"notAfter\":4000000000000}").verdict == .ok)
    }

    @Test(
        "What stands inside and is over makes the whole doubtful, by its path",
        arguments: [
            ("{\"profiles\":{\"m\":{\"notBefore\":1300000000000,\"notAfter\":END}}}", "profiles.m.notAfter"),
            ("{\"decisions\":[{\"resource\":\"r\",\"token\":{\"notAfter\":END}}]}", "decisions[0].token.notAfter"),
            ("[{\"expires\":\"END\"}]", "[0].expires"),
            ("<a><b><expires>END</expires></b></a>", "b.expires"), ("<a><b expires=\"END\"/></a>", "b.expires"),
            ("<authentication>hidden<expires>END<b/></expires></authentication>", "expires"),
            ("<a expires=\"4000000000000\"><expires>END</expires></a>", "expires"),
        ]
    )
    func inside(text: String, path: String) {
        let over = Self.inspect(text.replacing("END", with: "1300000001000"))
        #expect(Self.names(over) == ["expired-inside"])
        #expect(over.diagnostics.first?.detail.hasPrefix("\(path): ") == true)
        #expect(over.verdict.isQuestionable)
        let now = String(Self.now.millisecondsSince1970)
        #expect(Self.names(Self.inspect(text.replacing("END", with: now))) == ["expired-inside"])
        let next = String(Self.now.millisecondsSince1970 + 1)
        #expect(Self.inspect(text.replacing("END", with: next)).verdict == .ok)
    }

    @Test("What begins later inside is not yet valid")
    func early() {
        let found = Self.inspect("{\"profiles\":{\"m\":{\"notBefore\":4000000000000}}}")
        #expect(Self.names(found) == ["not-yet-valid-inside"])
        #expect(found.verdict.isQuestionable)
    }

    @Test("A time behind more members than are listed counts, and there are not more remarks than fields")
    func bounded() {
        let filler = (0..<600).map { "\"x\($0)\":\"v\"" }.joined(separator: ",")
        let late = Self.inspect("{\"p\":{\(filler),\"notAfter\":1}}")
        #expect(Self.names(late) == ["expired-inside", "fields-left-out"])
        let many = String(repeating: "{\"notAfter\":1},", count: 2_000)
        let found = Self.inspect("[\(many){}]")
        #expect(found.diagnostics.count <= InspectionLimits.default.fields + 1)
        let notes = String(repeating: "{\"time\":\"x\"},", count: 2_000)
        let last = Self.inspect("[\(notes){\"notAfter\":1}]")
        #expect(last.verdict.isQuestionable, "the first that is suspicious counts, behind however many notes")
    }

    @Test("Text beside an element is listed")
    func mixedContent() {
        let found = Self.inspect("<a>one<b>two<c/></b>three</a>")
        #expect(found.fields.map(\.name) == ["text", "b", "b.c"])
        #expect(found.fields.map(\.text) == ["onethree", "two", ""])
        #expect(found.verdict == .ok)
    }
}
