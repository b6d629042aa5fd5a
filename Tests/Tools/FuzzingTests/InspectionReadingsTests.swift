import Documents
import FuzzReadings
import Inspection
import Testing
import Tokens
import VirtualTime

@testable import Fuzzing

/// The report of an inspection differs from the typed readers wherever it is wrong.
@Suite struct InspectionReadingsTests {
    private static let expiry = Instant(secondsSince1970: 1_795_204_752)
    private static let token = AuthorizationToken.text(
        requestorID: "KITETV",
        resourceID: "R",
        expires: TokenDate(expiry, offsetMinutes: 120),
        msoID: "M",
        fingerprint: "f"
    ) { _ in [1, 2, 3] }
    /// `{"alg":"none"}` and `{"exp":1795204752}`.
    private static let webToken = "eyJhbGciOiJub25lIn0.eyJleHAiOjE3OTUyMDQ3NTJ9."

    private static func inspected(_ text: String) -> Inspection { Inspection(of: Array(text.utf8), at: .distantPast) }

    @Test("Inspections of what typed readers take say the same", arguments: [token, webToken, "2026-11-20T21:59:12Z"])
    func agrees(text: String) throws {
        let content = Array(text.utf8)
        let typed = try #require(InspectionReadings.typed(content))
        for form in [text, " \n\(text)\n", Base64.encode(content), "x: \(text)", "Bearer \(text)"] {
            let found = Self.inspected(form)
            let inner = try #require(InspectionReadings.content(of: Array(form.utf8), inside: found.layers))
            #expect(InspectionReadings.typed(inner) == typed, "\(found.layers)")
            try InspectionReadings.agree(found, with: inner)
        }
    }

    @Test("A verdict is that of all parts, a token in a token is looked into, and what was encoded twice is told")
    func whatFollows() throws {
        let answer = #"{"serializedToken":"\#(Base64.encode(Self.token.utf8))"}"#
        let before = Inspection(of: Array(answer.utf8), at: Self.expiry - .seconds(1))
        #expect(try InspectionReadings.isOK(before))
        #expect(!before.parts.isEmpty)
        #expect(try !InspectionReadings.isOK(Inspection(of: Array(answer.utf8), at: Self.expiry)))
        for draw in 0..<8 as Range<UInt64> { try InspectionReadings.tokenInToken(draw, at: Self.expiry) }
        let response = Array(
            #"<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r1" Version="2.0" IssueInstant="2026-11-20T21:59:12Z"/>"#
                .utf8
        )
        for count in 0..<3 {
            let blanks = [UInt8](repeating: 0x20, count: count)
            try InspectionReadings.encodedTwice(response + blanks, at: Self.expiry)
        }
    }

    @Test("Typed readers tell kinds and ends")
    func typed() {
        #expect(InspectionReadings.typed(Array(Self.token.utf8)) == .token(.authorizationToken, expiry: Self.expiry))
        #expect(InspectionReadings.typed(Array(Self.webToken.utf8)) == .token(.jsonWebToken, expiry: Self.expiry))
        #expect(InspectionReadings.typed(Array("soon".utf8)) == nil)
        #expect(InspectionReadings.typed([0xFF]) == nil)
        #expect(InspectionReadings.Typed.token(.mediaToken, expiry: .distantFuture).validity == Validity())
    }

    @Test("Another kind, another end, and a refusal on one side only are seen")
    func differs() {
        let found = Self.inspected(Self.token)
        let others: [InspectionReadings.Typed?] = [
            nil, .token(.authenticationToken, expiry: Self.expiry),
            .token(.authorizationToken, expiry: Self.expiry + .seconds(1)), .token(.authorizationToken, expiry: nil),
        ]
        for other in others {
            #expect(throws: PropertyFailure.self) { try InspectionReadings.agree(found, with: other) }
        }
        #expect(throws: PropertyFailure.self) {
            try InspectionReadings.agree(Self.inspected("<signatureInfo>"), with: Array(Self.token.utf8))
        }
        #expect(throws: PropertyFailure.self) {
            try InspectionReadings.agree(Self.inspected("2026-11-20T21:59:12Z"), with: Array("soon".utf8))
        }
    }

    @Test("Encodings are taken off by other means, as far as there are any")
    func layers() {
        func content(_ text: String, _ layers: [TransportLayer]) -> String? {
            InspectionReadings.content(of: Array(text.utf8), inside: layers).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(content("\u{FEFF} YQ", [.byteOrderMark, .base64]) == "a")
        #expect(content(" \"x: a\\n\"", [.jsonString, .header("x")]) == " a")
        #expect(content("Bearer a \n", [.scheme("Bearer")]) == "a")
        #expect(content("a", [.percent]) == nil)
    }
}
