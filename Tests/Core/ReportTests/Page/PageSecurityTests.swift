import Documents
import Exchanges
import SubscriberAccount
import Testing
import VirtualTime

@testable import Report

@Suite("Nothing in a recording becomes a part of the page") struct PageSecurityTests {
    /// Ends a script, a comment, an attribute and a line, and turns the direction of writing.
    static let hostile =
        "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> ]]> \"'`&lt; \u{2028}\u{2029}\u{202E}\u{0}\u{1B}[2J"

    /// A recording with that in every field, and a letter a million times.
    static func recording() -> Recording {
        var recording = Recording()
        recording.information.creator = hostile
        let start = Instant(secondsSince1970: 1_795_000_000)
        let bodies = [
            hostile, #"{"\#(hostile.replacing("\"", with: ""))": "x"}"#, String(repeating: "A", count: 1 << 20),
        ]
        for (index, body) in bodies.enumerated() {
            let request = HTTPRequest(
                method: hostile,
                url:
                    "https://api.auth.adobe.com/api/v1/authorize?requestor=\(hostile)&resource=\(hostile)&deviceId=\(hostile)",
                version: hostile,
                headers: [
                    HeaderField(hostile, hostile), HeaderField("X-Long", String(repeating: "B", count: 1 << 14)),
                ],
                body: Array(hostile.utf8)
            )
            let response = HTTPResponse(
                status: 200,
                reason: hostile,
                version: hostile,
                headers: [HeaderField("Set-Cookie", hostile)],
                body: Array(body.utf8)
            )
            recording.exchanges.append(
                Exchange(
                    ordinal: index + 1,
                    startedAt: start + .seconds(index),
                    durationMicroseconds: 1_000,
                    request: request,
                    outcome: .response(response)
                )
            )
        }
        recording.exchanges.append(
            Exchange(
                ordinal: 4,
                startedAt: start + .seconds(4),
                durationMicroseconds: 0,
                request: HTTPRequest(method: "GET", url: hostile),
                outcome: .failure(hostile)
            )
        )
        recording.vsaCalls = [
            VSACall(
                ordinal: 1,
                answeredAt: start,
                question: .checkAccessStatus(prompt: true),
                answer: .accessStatus(
                    .denied,
                    AccountError(domain: hostile, code: 0, userInfo: [.init(hostile, hostile)])
                )
            )
        ]
        recording.userActions = [UserAction(ordinal: 1, occurredAt: start, action: .play(resource: hostile))]
        return recording
    }

    static let page = Page.html(
        of: PageContent([PageSource(recording(), name: hostile, path: hostile)], version: hostile)
    )

    @Test("Hostile texts are in the page as data alone")
    func hostileTexts() throws {
        let text = try #require(String(validating: Self.page, as: UTF8.self))
        #expect([text.ranges(of: "<script").count, text.ranges(of: "</script").count] == [2, 2])
        let markup = ["<!--", "<img"].filter { text.contains($0) }
        #expect(markup == [])
        #expect(text.ranges(of: "alert(1)").count > 10, "they are there")
        let harmful: Set<Unicode.Scalar> = ["\u{2028}", "\u{2029}", "\u{202E}", "\u{0}", "\u{1B}"]
        let scalars = Array(text.unicodeScalars)
        let found = scalars.indices.filter { harmful.contains(scalars[$0]) }.map { place in
            scalars[max(0, place - 200)..<place].reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        #expect(found == [], "none of them as it is: what is before each")
        let isNamed = text.contains("\\\\u{202e}")
        #expect(isNamed, "and show what they are")
        #expect(Self.page.count < 600_000, "a letter a million times is truncated")
        let isTruncated = text.contains("AAAA… (truncated, 1048576 characters)")
        #expect(isTruncated)
    }

    @Test("The data is JSON, and nothing in it is markup")
    func data() throws {
        let content = PageContent([PageSource(Self.recording(), name: Self.hostile)], version: "1")
        let bytes = PageData.bytes(of: content)
        #expect(try JSONValue(parsing: bytes) == PackedJSON.value(of: content.json))
        #expect(!bytes.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "&") })
        let separators = PageData.bytes(of: .string("a\u{2028}b\u{2029}c"))
        #expect(String(decoding: separators, as: UTF8.self) == "\"a\\u2028b\\u2029c\"")
    }

    @Test("The policy allows the page's own script and style by their SHA-256, and nothing else")
    func policy() throws {
        let page = Page.html(of: PageContent([], version: "1"))
        let text = try #require(String(validating: page, as: UTF8.self))
        func between(_ start: String, _ end: String, last: Bool = false) throws -> String {
            let ranges = text.ranges(of: start)
            let from = try #require(last ? ranges.last : ranges.first).upperBound
            let to = try #require(text[from...].firstRange(of: end)).lowerBound
            return String(text[from..<to])
        }
        let script = SHA256Digest.base64(of: Array(try between("<script>", "</script>", last: true).utf8))
        let style = SHA256Digest.base64(of: Array(try between("<style>", "</style>").utf8))
        let policy = try between("http-equiv=\"Content-Security-Policy\" content=\"", "\"")
        #expect(
            policy
                == "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; base-uri 'none'; "
                + "form-action 'none'"
        )
        // FIPS 180-4's own example, for the digest that this is compared with.
        #expect(SHA256Digest.base64(of: Array("abc".utf8)) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }

    @Test("The script makes no markup of texts, and asks nobody for anything")
    func script() {
        let banned = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(",
            "XMLHttpRequest", "import(", "WebSocket", "localStorage", "sendBeacon", "new Image",
        ]
        for word in banned { #expect(!PageScript.text.contains(word), "\(word)") }
        #expect(PageScript.text.ranges(of: "http").count == 1, "the name of SVG alone")
        #expect(!PageStyle.text.contains("url(") && !PageStyle.text.contains("@import"))
    }
}
