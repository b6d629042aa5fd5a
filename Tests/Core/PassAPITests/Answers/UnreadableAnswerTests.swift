import Exchanges
import Testing

@testable import PassAPI

struct UnreadableAnswerTests {
    @Test(
        "What an operation never answers is unreadable, with the reason",
        arguments: [
            (PassAPI.Operation.authorize, 200, "", "an empty body"), (.authorize, 200, " \n", "an empty body"),
            (.authorize, 200, "<html><body>Sign in to Wi-Fi</body></html>", "a page of HTML"),
            (.checkAuthentication, 200, "<!DOCTYPE HTML><html/>", "a page of HTML"),
            (.initiateAuthentication, 500, "<html/>", "a page of HTML"), (.authorize, 500, "oops", "plain text"),
            (.mediaToken, 200, "oops", "plain text"), (.authorize, 200, #"{"mvpd":"M"}"#, "requestor is missing"),
            (.authorize, 200, "[]", "requestor is missing"), (.authorize, 403, "{}", "no error body"),
            (.session, 200, "<session/>", "neither authnToken, authzToken nor userMeta"),
            (.configuration, 200, #"{"requestor":{}}"#, "id is missing"),
            (.preauthorize, 200, "{}", "resources is missing"), (.userMetadata, 200, "<metadata/>", "data is missing"),
            (.profileRequest, 200, #"{"a":1}"#, "JSON in place of a token"),
        ]
    )
    func reasons(operation: PassAPI.Operation, status: Int, body: String, reason: String) {
        let read = PassResponse(reading: response(status, body), for: operation)
        #expect(read.content == .unreadable(reason))
        #expect(!read.isSuccess)
    }

    @Test("Broken JSON and XML are named as such", arguments: [#"{"mvpd":"#, "<authorization>", "<!DOCTYPE x><x/>"])
    func broken(body: String) {
        guard case .unreadable(let reason) = PassResponse(reading: response(200, body), for: .authorize).content else {
            Issue.record("read")
            return
        }
        #expect(reason.hasPrefix(body.hasPrefix("{") ? "no JSON: " : "no XML: "))
    }

    @Test(
        "What is no text, or broken JSON, is never taken for a token or a page",
        arguments: [
            PassAPI.Operation.shortAuthorize, .deviceShortAuthorize, .profileRequest, .initiateAuthentication,
        ]
    )
    func garbled(operation: PassAPI.Operation) {
        for body in [Array("{\"toke".utf8) + [0x80] + Array("n\":[]}".utf8), Array("{\"token\"".utf8), [0x61, 0x80]] {
            guard
                case .unreadable = PassResponse(reading: HTTPResponse(status: 200, body: body), for: operation).content
            else {
                Issue.record("read: \(body)")
                continue
            }
        }
        let token = Array("<signatureInfo>c2ln<signatureInfo><x/>".utf8)
        let read = PassResponse(reading: HTTPResponse(status: 200, body: token), for: .shortAuthorize)
        #expect(read.content == .shortMediaToken("<signatureInfo>c2ln<signatureInfo><x/>"))
    }

    @Test("A document in another encoding is no payload, and never repaired into one")
    func otherEncodings() throws {
        let utf16 = Array("\u{FEFF}<p>abc</p>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let latin1 = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><p>"#.utf8) + [0xE9] + Array("</p>".utf8)
        for body in [utf16, latin1] {
            for operation in [PassAPI.Operation.profileRequest, .shortAuthorize, .sdkAuthenticate] {
                let read = PassResponse(reading: HTTPResponse(status: 200, body: body), for: operation)
                #expect(read.content == .unreadable("bytes that are not UTF-8"))
            }
        }
        // Where the text does not matter, the document still counts.
        let other = PassResponse(reading: HTTPResponse(status: 200, body: utf16), for: .checkAuthentication)
        #expect(other.content == .empty)
    }

    @Test(
        "One byte order mark is no part of a text, whatever the text is; a second one is",
        arguments: ["<p>x</p>", "abc", "<p>", "\u{FEFF}abc", ""]
    )
    func marks(text: String) {
        for operation in [PassAPI.Operation.profileRequest, .shortAuthorize] {
            let body = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            let read = PassResponse(reading: HTTPResponse(status: 200, body: body), for: operation)
            guard !text.isEmpty else {
                #expect(read.content == .unreadable("an empty body"))
                continue
            }
            #expect(read.content == (operation == .profileRequest ? .profileRequest(text) : .shortMediaToken(text)))
            let written = read.httpResponse(for: operation)
            #expect(PassResponse(reading: written, for: operation) == read)
        }
    }

    @Test("A brace with a combining mark behind it begins broken JSON, not a token", arguments: ["{", "["])
    func combiningMark(brace: String) {
        let read = PassResponse(reading: response(200, brace + "\u{301}\"status\":400}"), for: .profileRequest)
        guard case .unreadable(let reason) = read.content else {
            Issue.record("read")
            return
        }
        #expect(reason.hasPrefix("no JSON: "))
    }

    @Test("No bytes are a trap for any operation", arguments: Operation.allCases)
    func garbage(operation: PassAPI.Operation) {
        let bodies: [[UInt8]] = [
            [0], [0xFF, 0xFE], [0xFE, 0xFF, 0, 0x3C], [0xEF, 0xBB, 0xBF], [0x3C], [0x7B], [0x5B], Array("<a".utf8),
            Array("{\"status\":1e999,\"expires\":99999999999999999999,\"mvpd\":{}}".utf8),
        ]
        for body in bodies {
            for status in [0, 200, 204, 302, 404, 429, 999, -1] {
                _ = PassResponse(reading: HTTPResponse(status: status, body: body), for: operation)
            }
        }
    }

    @Test("An answer with a byte order mark is read")
    func byteOrderMark() {
        let body = [0xEF, 0xBB, 0xBF] + Array(#"{"deviceId":"d"}"#.utf8)
        let read = PassResponse(reading: HTTPResponse(status: 200, body: body), for: .individualizeDevice)
        #expect(read.content == .individualizedDevice(deviceID: "d"))
    }

    @Test("An MVPD list may be longer than other documents, up to its limit")
    func limit() {
        func list(_ bytes: Int) -> HTTPResponse {
            let frame = "<config><requestor><id>KITETV</id><!---->"
            let end = "</requestor></config>"
            let room = bytes - frame.utf8.count - end.utf8.count
            let comment = "<!--" + String(repeating: "x", count: 100_000 - 7) + "-->"
            let filler =
                String(repeating: comment, count: room / 100_000) + String(repeating: " ", count: room % 100_000)
            return response(200, frame + filler + end)
        }
        let most = AnswerBody.xmlLimits.totalBytes
        #expect(PassResponse(reading: list(most), for: .configuration).isSuccess)
        #expect(!PassResponse(reading: list(most + 1), for: .configuration).isSuccess)
    }
}
