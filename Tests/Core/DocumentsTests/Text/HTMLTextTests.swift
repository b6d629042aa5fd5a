import Documents
import Testing

struct HTMLTextTests {
    @Test(
        "HTML §13.1.4: text is never markup, in an element or in an attribute",
        arguments: [
            ("a<b>&c", "a&lt;b&gt;&amp;c"), ("\"it's\"", "&quot;it&#39;s&quot;"),
            ("one\r\n\ttwo", "one&#13;&#10;&#9;two"),
            ("\u{1B}[2J", "\u{FFFD}[2J"), ("Kiebitz ü 🐦", "Kiebitz ü 🐦"), ("", ""),
        ]
    )
    func escaped(text: String, html: String) { #expect(HTMLText.escaped(text) == html) }
}
