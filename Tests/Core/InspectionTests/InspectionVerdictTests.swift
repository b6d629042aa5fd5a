import Checkout
import Documents
import Foundation
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// One verdict, which says what was found and never that anything was verified.
@Suite("Verdicts of inspect") struct InspectionVerdictTests {
    private static let samples = Checkout.top.appending(path: "Recordings/saml")

    private static func inspect(_ name: String) throws -> Inspection {
        let bytes = try Data(contentsOf: samples.appending(path: name))
        return Inspection(of: Array(bytes), at: Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast)
    }

    @Test(
        "Each sample has one verdict, and the worst of what is wrong with it gives the name",
        arguments: [
            ("unsigned.xml", .weak), ("base64.txt", .weak), ("expired-in-2025.xml", .suspicious),
            ("not-yet-valid-until-2030.xml", .notYetValid), ("base64-percent-encoded-twice.txt", .suspicious),
            ("signed-assertion.xml", .weak), ("comment-split-name.xml", .suspicious), ("cut-short.xml", .malformed),
            ("nul-byte.xml", .malformed), ("document-type.xml", .rejected), ("duplicate-id.xml", .rejected),
            ("wrapped-signature.xml", .rejected), ("two-assertions.xml", .rejected),
        ] as [(String, Inspection.Verdict)]
    )
    func samples(name: String, verdict: Inspection.Verdict) throws {
        let found = try Self.inspect(name)
        #expect(found.verdict == verdict, "\(found.summary)")
        #expect(found.object(input: "-")["verdict"]?.string == verdict.rawValue)
    }

    @Test("Nothing that nobody verified is called valid")
    func claims() throws {
        for name in ["unsigned.xml", "expired-in-2025.xml", "base64-percent-encoded-twice.txt", "form-body.txt"] {
            let found = try Self.inspect(name)
            for text in [found.text, found.summary] {
                #expect(!text.contains("(valid)") && !text.contains(": valid") && !text.contains("sound"), "\(text)")
            }
        }
        let summary = try Self.inspect("base64-percent-encoded-twice.txt").summary
        #expect(summary.contains("; suspicious; ") && summary.contains("expires 2026-11-21T21:59:12Z"), "\(summary)")
        #expect(summary.contains("encoded-twice: percent-encoding inside percent-encoding"), "the reason: \(summary)")
    }

    @Test("What is over is expired, and nothing else is said of it")
    func expired() throws {
        let bytes = try Data(contentsOf: Self.samples.appending(path: "unsigned.xml"))
        let found = Inspection(of: Array(bytes), at: Instant(iso8601: "2027-01-01T00:00:00Z") ?? .distantPast)
        #expect(found.verdict == .expired)
        #expect(found.summary.contains("; expired; ") && found.summary.contains("expired 2026-11-21T21:59:12Z"))
    }

    private static let response = Array(
        """
        <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" \
        IssueInstant="2026-11-20T21:59:12Z"><samlp:Status><samlp:StatusCode \
        Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/>TEXT</samlp:Status></samlp:Response>
        """
        .utf8
    )

    private static func sent(_ text: String, form: String = "requestor=KITETV&SAMLResponse=") -> Inspection {
        let document = String(decoding: response, as: UTF8.self).replacing("TEXT", with: text)
        let value = PercentEncoding.encode(Base64.encode(Array(document.utf8))) { !Self.isPlain($0) }
        let found = Inspection(of: Array((form + value).utf8), at: Instant(secondsSince1970: 1_795_211_952))
        return found.parts.first?.inspection ?? found
    }

    private static func isPlain(_ byte: UInt8) -> Bool { !"+/=".utf8.contains(byte) }

    @Test(
        "Line feeds and tabs in the SAML text that an app sends are suspicious, with the reason; blanks are not",
        arguments: [("\n", true), ("\t", true), ("\r\n  ", true), ("\u{2028}", true), ("  ", false), ("", false)]
    )
    func normalization(text: String, isFault: Bool) {
        for form in ["requestor=KITETV&SAMLResponse=", "SAMLResponse="] {
            let names = Self.sent(text, form: form).diagnostics.map(\.name)
            #expect(names.contains("saml-not-normalized") == isFault, "\(form): \(names)")
        }
        let browsers = Self.sent(text, form: "RelayState=1&SAMLResponse=").diagnostics.map(\.name)
        #expect(!browsers.contains("saml-not-normalized"), "a browser carries it as it is")
    }

    @Test("Base64 that is wrapped in lines is suspicious where it is sent, and a note in a file")
    func wrapped() throws {
        let text = Base64.encode(Self.response)
        let lines = text.prefix(76) + "%0D%0A" + text.dropFirst(76)
        let value = lines.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
        let found = Inspection(
            of: Array("requestor=KITETV&SAMLResponse=\(value)".utf8),
            at: Instant(secondsSince1970: 1_795_211_952)
        )
        #expect(found.parts.first?.inspection.diagnostics.map(\.name).contains("wrapped-base64") == true)
        #expect(found.verdict == .suspicious)
        #expect(try Self.inspect("base64-in-lines.txt").verdict == .weak)
    }
}
