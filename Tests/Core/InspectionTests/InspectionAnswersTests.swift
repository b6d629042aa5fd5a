import Checkout
import Foundation
import Inspection
import Report
import Testing
import Tokens
import VirtualTime

/// Every example body of tokens.md and rest-api-v1.md, kept in `Recordings/answers`; a file is named for what it is.
struct InspectionAnswersTests {
    static let folder = Checkout.top.appending(path: "Recordings/answers")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

    static func inspect(_ name: String) throws -> Inspection {
        let instant = try #require(Instant(iso8601: "2026-01-01T00:01:00Z"))
        return Inspection(of: [UInt8](try Data(contentsOf: folder.appending(path: name))), at: instant)
    }

    @Test("Every example is recognized for what it is, in JSON and in XML", arguments: names)
    func kinds(name: String) throws {
        let inspection = try Self.inspect(name)
        #expect(inspection.kind.name == name.prefix { $0 != "." })
        #expect(inspection.refusal == nil)
        // The media token answers hold a token that the page cut short, and that is said.
        #expect(inspection.verdict == (name.hasPrefix("media-token-response") ? .suspicious : .ok))
        #expect(!inspection.fields.isEmpty)
    }

    @Test("The examples are all there")
    func count() {
        #expect(Self.names.count == 20)
    }

    @Test(
        "The times of an answer are explained, whether they are text or numbers, seconds or milliseconds",
        arguments: [
            ("access-token-response.json", "2026-01-01T06:00:00Z"),
            ("registration-record.json", "2026-01-01T00:30:00Z"),
            ("registration-record.xml", "2026-01-01T00:30:00Z"),
            ("authentication-response.json", "2026-01-31T00:00:00Z"),
            ("authentication-response.xml", "2026-01-31T00:00:00Z"),
            ("authorization-response.json", "2026-01-02T00:00:00Z"),
            ("media-token-response.json", "2026-01-01T00:07:00Z"), ("media-token-response.xml", "2026-01-01T00:07:00Z"),
        ]
    )
    func times(name: String, expiry: String) throws {
        #expect(try Self.inspect(name).validity.expiry == Instant(iso8601: expiry))
    }

    @Test("What an answer holds is inspected in turn: tokens, device information, device ids")
    func parts() throws {
        let session = try Self.inspect("session-response.xml")
        #expect(session.parts.map(\.inspection.kind) == [.authenticationToken])
        let record = try Self.inspect("registration-record.json")
        #expect(record.parts.map(\.inspection.kind.name) == ["device-information"])
        #expect(record.fields.first { $0.name == "info.deviceId" }?.meaning == "kite-box-0001")
        let media = try Self.inspect("media-token-response.json")
        #expect(media.parts.first?.inspection.refusal?.name == "signature-tags")
    }
}
