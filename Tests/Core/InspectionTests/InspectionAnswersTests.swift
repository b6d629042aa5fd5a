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
        #expect(Self.names.count == 25)
    }

    @Test(
        "Values of V2's headers are recognized when they are pasted alone (rest-api-v2.md §3)",
        arguments: [
            // The page's own example of an id, and the bytes of a hash.
            (
                "fingerprint NmVkYzQ5ZWJlZjkyNjc3Y2RjZTY3NmE3ZGRiZjE0YWU1NzhhNjZiYjY2ZmUzMWU1YzI3OWYxNTdjMmYyNjVmOA==",
                "device-identifier", "id", "6edc49ebef92677cdce676a7ddbf14ae578a66bb66fe31e5c279f157c2f265f8"
            ),
            (
                "AP-Device-Identifier: fingerprint btxJ6++SZ3zc5nan3b8Urleopmu2b+MeXCefFXwvJlg=", "device-identifier",
                "bytes", "6edc49ebef92677cdce676a7ddbf14ae57a8a66bb66fe31e5c279f157c2f2658"
            ),
            (
                "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6eyJhY2Nlc3NTdGF0dXMiOiJncmFudGVkIn0sImZyYW1ld29ya1Byb3ZpZGVySW5mbyI6eyJpZCI6ImNvbS5leGFtcGxlLm1lYWRvd2xhcmsiLCJleHBpcmF0aW9uRGF0ZSI6IjE3Njk4MTc2MDAwMDAifX0=",
                "framework-status", "frameworkProviderInfo.id", "com.example.meadowlark"
            ),
            (
                // {"model":"AppleTV","version":"11,1","osName":"tvOS","osVersion":"18.2","connectionType":"WiFi"}
                "X-Device-Info: eyJtb2RlbCI6IkFwcGxlVFYiLCJ2ZXJzaW9uIjoiMTEsMSIsIm9zTmFtZSI6InR2T1MiLCJvc1ZlcnNpb24iOiIxOC4yIiwiY29ubmVjdGlvblR5cGUiOiJXaUZpIn0=",
                "device-information", "osVersion", "18.2"
            ),
        ]
    )
    func headers(text: String, kind: String, field: String, value: String) throws {
        let instant = try #require(Instant(iso8601: "2026-01-01T00:01:00Z"))
        let inspection = Inspection(of: Array(text.utf8), at: instant)
        #expect(inspection.kind.name == kind && inspection.verdict == .ok)
        #expect(inspection.fields.first { $0.name == field }?.value == .text(value))
    }

    @Test("A partner framework status whose session is over is reported, in a request too")
    func expiredStatus() throws {
        let instant = try #require(Instant(iso8601: "2026-02-01T00:00:00Z"))
        let status =
            "eyJmcmFtZXdvcmtQZXJtaXNzaW9uSW5mbyI6eyJhY2Nlc3NTdGF0dXMiOiJncmFudGVkIn0sImZyYW1ld29ya1Byb3ZpZGVySW5mbyI6eyJpZCI6ImNvbS5leGFtcGxlLm1lYWRvd2xhcmsiLCJleHBpcmF0aW9uRGF0ZSI6IjE3Njk4MTc2MDAwMDAifX0="
        let request =
            "GET /api/v2/KITETV/profiles HTTP/1.1\r\nHost: sp.auth.adobe.com\r\nAP-Partner-Framework-Status: \(status)\r\n\r\n"
        for text in [status, request] {
            #expect(Inspection(of: Array(text.utf8), at: instant).verdict == .suspicious)
        }
        let part = Inspection(of: Array(request.utf8), at: instant).parts.first
        #expect(part?.inspection.kind.name == "framework-status")
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
