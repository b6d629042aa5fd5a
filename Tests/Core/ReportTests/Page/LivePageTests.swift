import Documents
import Testing

@testable import Report

/// Source: issue "A page to look at", part 2.
@Suite("The live page draws what it is sent, and nothing else runs in it") struct LivePageTests {
    private static let bytes = Page.liveHTML(version: "1.2.3</script><b>")

    private func text() throws -> String { try #require(String(validating: Self.bytes, as: UTF8.self)) }

    private func between(_ start: String, _ end: String, last: Bool = false) throws -> String {
        let text = try text()
        let ranges = text.ranges(of: start)
        let from = try #require(last ? ranges.last : ranges.first).upperBound
        return String(text[from..<(try #require(text[from...].firstRange(of: end)).lowerBound)])
    }

    @Test("Its policy allows its own script and style by their SHA-256, and connections to where it came from")
    func policy() throws {
        let script = SHA256Digest.base64(of: Array(try between("<script>", "</script>", last: true).utf8))
        let style = SHA256Digest.base64(of: Array(try between("<style>", "</style>").utf8))
        #expect(
            Page.liveSecurityPolicy
                == "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; base-uri 'none'; "
                + "form-action 'none'; connect-src 'self'; frame-ancestors 'none'"
        )
    }

    @Test("It holds a version as data, two scripts, and no policy of its own beside the header's")
    func parts() throws {
        let text = try text()
        #expect([text.ranges(of: "<script").count, text.ranges(of: "</script>").count] == [2, 2])
        #expect(!text.contains("<b>") && !text.contains("http-equiv"))
        let data = try JSONValue(parsing: Array(try between("id=\"data\">", "</script>").utf8))
        #expect(data == .object(["type": .string("live"), "kinescope": .string("1.2.3</script><b>")]))
        // No handler and no style stands in the markup: the policy would refuse them.
        let markup = text.prefix(upTo: try #require(text.firstRange(of: "<script>")).lowerBound)
        #expect(!markup.contains(" onclick") && !markup.contains(" onload") && !markup.contains(" style="))
    }

    @Test("The script makes no markup of texts, keeps nothing in the browser, and names no other host")
    func script() {
        let banned = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "XMLHttpRequest",
            "import(", "WebSocket", "localStorage", "sessionStorage", "document.cookie", "sendBeacon", "new Image",
            "window.name", "http",
        ]
        let found = banned.filter { PageScript.liveText.replacing("http://www.w3.org/2000/svg", with: "").contains($0) }
        #expect(found == [])
        #expect(!PageStyle.liveText.contains("url(") && !PageStyle.liveText.contains("@import"))
    }

    @Test("Both pages share all but the feed: words, model, axis, timeline, list, details, state, slider and keys")
    func shared() {
        let parts = [
            PageScript.words, PageScript.model, PageScript.axis, PageScript.timeline, PageScript.list,
            PageScript.detail, PageScript.state, PageScript.app,
        ]
        for part in parts { #expect(PageScript.text.contains(part) && PageScript.liveText.contains(part)) }
        for part in [PageStyle.colors, PageStyle.frame, PageStyle.summary, PageStyle.timeline, PageStyle.panes] {
            #expect(PageStyle.text.contains(part) && PageStyle.liveText.contains(part))
        }
        #expect(!PageScript.text.contains("EventSource") && !PageScript.text.contains("fetch("))
        // What is shared stands once.
        for text in ["prefers-color-scheme: dark", "Light / dark", "class Model", "class Chart", "class App"] {
            #expect(PageScript.liveText.ranges(of: text).count == 1, "\(text)")
        }
        #expect(PageStyle.colors.ranges(of: "--ground: #0e131a").count == 2, "by preference, and by choice")
    }

    @Test("The token is taken from the fragment and out of the address, and goes only into the header of what changes")
    func token() throws {
        let script = PageScript.liveText
        #expect(script.contains("exec(location.hash)") && !script.contains("location.search"))
        let taken = try #require(script.firstRange(of: "history.replaceState(null, \"\", location.pathname)"))
        let connected = try #require(script.firstRange(of: "new EventSource("))
        #expect(taken.lowerBound < connected.lowerBound)
        #expect(script.ranges(of: "${token}").count == 1 && script.contains("Authorization: `Bearer ${token}`"))
    }
}
