import Exchanges
import Testing

@testable import Redaction

@Suite struct PersonNameTests {
    private func page(_ text: String) -> String {
        let exchange = Probe.exchange(answerHeaders: [("Content-Type", "text/html")], answer: text)
        return Probe.text(Probe.redact(exchange)[0].response?.body)
    }

    @Test(
        "The name that a page says to its owner is replaced, and wherever else it stands",
        arguments: [
            "Signed in as Jane Doe.", "logged in as <b>Jane Doe</b>", "Welcome, Jane Doe!", "Welcome back, Jane Doe",
            "Hello,  Jane Doe",
        ]
    )
    func names(text: String) {
        let after = page("<p>\(text)</p><i>Jane Doe</i>")
        #expect(after == "<p>\(text)</p><i>Jane Doe</i>".replacing("Jane Doe", with: Probe.pseudonym("Jane Doe")))
    }

    @Test(
        "Words that are no name stay",
        arguments: [
            "Welcome, Dear Customer", "Hello, World", "Welcome to Kite Television", "Signed in as guest",
            "The atlas Kite Country", "Hello, kite watchers", "Phi, Kite Watcher",
        ]
    )
    func words(text: String) {
        #expect(page("<p>\(text)</p>") == "<p>\(text)</p>")
    }

    @Test(
        "The name before an address in brackets is replaced, too, however they are written",
        arguments: [
            "Sorry, Jane Doe <jane@kite.example>!", "to Jane Doe &lt;jane@kite.example&gt;",
            "to \"Jane Doe\" <jane@kite.example>", #"from Jane Doe \u003cjane@kite.example\u003e"#,
        ]
    )
    func mailboxes(text: String) {
        let after = page("<p>\(text)</p><i>Jane Doe</i>")
        #expect(!after.contains("jane@"))
        #expect(!after.contains("Jane Doe"), "\(after)")
    }

    @Test("Words before an address are no name without capitals, or alone", arguments: ["write to us", "Help", "a B"])
    func noNames(words: String) {
        #expect(page("<p>\(words) <jane@kite.example></p>").contains(words))
    }
}
