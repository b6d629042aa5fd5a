import Documents
import Report
import Testing
import VirtualTime

@testable import Inspection

/// What the HTTP redirect binding sends: DEFLATE (RFC 1951), Base64, percent-encoding (SAML bindings §3.4.4.1).
///
/// The samples are Python's `zlib.compressobj(9, zlib.DEFLATED, -15)`.
@Suite struct InspectionRedirectTests {
    private static let instant = Instant(iso8601: "2026-11-20T22:00:00Z") ?? .distantPast

    /// An AuthnRequest with the ID `_r1`, of 285 bytes.
    private static let request =
        "fZA/C8IwEMW/SsjeJs3gcLSFgktBFxUHFwk10ELzx9wV+vFNK0pdhFvuPe53j1eitmOAZqLencxzMkhstqNDWI2KT9GB1zggOG0NAnVwbo4HULmEED35zo+ctfuK"
        + "32PB2dVEHLyrePKTjDiZ1iFpR0mSapcVRabkpVAgZZobZ/v0cnCa1queKCAIMTxCbmZtw2gEoud1ucSBlRc3Af/n04gmLmBef8D45ZZig6zf228R9Qs="
    /// `<?xml version="1.0"?><a>`, 10,000 spaces, `</a>`.
    private static let spaces =
        "7cHLCYAwFACwVUoH8HN/trP04EHQCgri+O4hSaK+x56e9bq3sy95HqZcS7SSAAAAAAAAAAAA4AdibOUD"

    private static func inspect(_ text: String, _ limits: InspectionLimits = .default) -> Inspection {
        Inspection(of: Array(text.utf8), at: instant, limits: limits)
    }

    private static func part(_ bytes: some Collection<UInt8>) -> String { Base64.encode(Array(bytes)) }

    @Test("A message of the redirect binding is decoded: alone, as a parameter, and in the URL that it travels in")
    func redirect() throws {
        let alone = Self.inspect(Self.request)
        #expect(alone.kind == .samlMessage && alone.layers == [.base64, .deflate], "\(alone.summary)")
        #expect(alone.diagnostics.map(\.name) == ["not-a-response"] && alone.verdict == .suspicious)
        let value = PercentEncoding.component(Self.request)
        let parameter = Self.inspect("SAMLRequest=\(value)")
        #expect(parameter.layers == [.parameter("SAMLRequest"), .percent, .base64, .deflate])
        // Where a request belongs, one is nothing to worry about.
        #expect(parameter.verdict == .ok && parameter.diagnostics.map(\.name) == ["not-a-response"])
        let url = Self.inspect("https://idp.example/sso?SAMLRequest=\(value)&RelayState=1&SigAlg=x&Signature=AAAA")
        #expect(url.verdict == .ok, "\(url.text)")
        let held = try #require(url.parts.first { $0.name == "SAMLRequest" }).inspection
        #expect(held.layers == [.base64, .deflate] && held.kind == .samlMessage)
        #expect(held.text.contains("DEFLATE"))
        // In a response's place it is another message than it should be.
        let swapped = Self.inspect("https://sp.example/acs?SAMLResponse=\(value)&RelayState=1")
        #expect(swapped.verdict == .suspicious)
    }

    @Test("DEFLATE that breaks off, is damaged or has more behind it says so, and where")
    func broken() throws {
        let bytes = try Base64.decode(Self.request)
        let cut = Self.inspect(Self.part(bytes.dropLast(30)))
        #expect(cut.refusal?.name == "bad-deflate" && cut.refusal?.detail.contains("breaks off behind") == true)
        let more = Self.inspect(Self.part(bytes + Array("more".utf8)))
        #expect(more.refusal?.detail == "4 bytes follow the end of the DEFLATE", "\(more.text)")
        // A block of the third type, which there is none of, behind a whole one (RFC 1951 §3.2.3).
        let stored = Array("<a>stored</a>".utf8)
        let count = UInt8(stored.count)
        let damaged = Self.inspect(Self.part([0, count, 0, ~count, 0xFF] + stored + [0x07] + stored))
        #expect(damaged.refusal?.detail == "the DEFLATE is damaged behind 13 bytes of the document", "\(damaged.text)")
        // Bytes that are something else are not called damaged DEFLATE.
        for seed in 0..<200 as Range<UInt8> {
            let other = (0..<64).map { UInt8(truncatingIfNeeded: ($0 &* 37 &+ Int(seed) &* 101) ^ 0xA5 &+ $0 &* $0) }
            let found = Self.inspect(Self.part(other))
            #expect(found.refusal?.name != "bad-deflate", "\(seed)")
        }
    }

    @Test("What inflates to more than the limit times its length is refused, and to just that is read")
    func bomb() throws {
        let found = Self.inspect(Self.spaces)
        #expect(found.refusal?.name == "too-long" && found.refusal?.detail.contains("32 times") == true)
        // 60 bytes that hold 10,028: between 167 and 168 times as much.
        var limits = InspectionLimits.default
        limits.inflation = 167
        #expect(Self.inspect(Self.spaces, limits).refusal?.name == "too-long")
        limits.inflation = 168
        #expect(Self.inspect(Self.spaces, limits).refusal == nil)
    }

    @Test("A charset that is not read is named with its declaration and place, whatever the bytes are")
    func charset() {
        let latin = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><a>caf"#.utf8) + [0xE9] + Array("</a>".utf8)
        for bytes in [latin, Array(Self.part(latin).utf8)] {
            let found = Inspection(of: bytes, at: Self.instant)
            #expect(found.refusal?.name == "bad-encoding")
            #expect(found.refusal?.detail.contains(#"the declared encoding "ISO-8859-1""#) == true, "\(found.text)")
            #expect(found.refusal?.detail.contains("line 1, column 31, byte 30") == true, "\(found.text)")
        }
        let undeclared = Array(#"<?xml version="1.0"?><a>"#.utf8) + [0xE9] + Array("</a>".utf8)
        let found = Inspection(of: undeclared, at: Self.instant)
        #expect(
            found.refusal?.detail.contains("bytes that are not UTF-8") == true
                && found.refusal?.detail.contains("byte 24") == true
        )
    }

    @Test("UTF-16 without a byte order mark is named so", arguments: [true, false])
    func unmarked(isBigEndian: Bool) {
        let bytes = "<a>b</a>".utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        let found = Inspection(of: bytes, at: Self.instant)
        #expect(found.refusal?.name == "bad-encoding")
        #expect(found.refusal?.detail.contains("UTF-16 without a byte order mark") == true, "\(found.text)")
    }

    @Test(
        "A comment that HTML ends and XML does not is refused for that, not as malformed",
        arguments: ["<!-->", "<!--->"]
    )
    func comment(start: String) {
        let found = Self.inspect("<a>\(start)<b>x--></a>")
        #expect(found.refusal?.name == "ambiguous-comment")
        #expect(
            found.refusal?.detail.contains("well-formed") == false && found.refusal?.detail.contains("byte 3") == true
        )
        #expect(Self.inspect("<a><!-- ><b>x--></a>").refusal == nil)
    }
}
