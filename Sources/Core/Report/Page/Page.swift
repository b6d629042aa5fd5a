import Crypto
import Documents

/// A page that shows a recording: one file of HTML that holds all it needs and asks nobody for more.
public enum Page {
    /// The bytes of the page, the same for the same content.
    ///
    /// Nothing but its own script and style runs in it, and nothing is loaded: its Content-Security-Policy names both by
    /// their digests. What a recording holds is data in JSON, and is shown as text.
    public static func html(of content: PageContent) -> [UInt8] {
        let title = content.recordings.map(\.name).joined(separator: " | ")
        var bytes: [UInt8] = []
        bytes += head(title: title).utf8
        bytes += "<script type=\"application/json\" id=\"data\">".utf8
        bytes += PageData.bytes(of: content.json)
        bytes += "</script>\n<script>".utf8
        bytes += PageScript.text.utf8
        bytes += "</script>\n</body>\n</html>\n".utf8
        return bytes
    }

    /// The Content-Security-Policy of the page; one that is live adds what it may connect to.
    public static func securityPolicy(connecting source: String? = nil) -> String {
        let rules = [
            "default-src 'none'", "script-src 'sha256-\(digest(of: PageScript.text))'",
            "style-src 'sha256-\(digest(of: PageStyle.text))'", "base-uri 'none'", "form-action 'none'",
        ]
        return (rules + (source.map { ["connect-src \($0)"] } ?? [])).joined(separator: "; ")
    }

    private static func head(title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(securityPolicy())">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>\(escaped(PrintableText.excerpt(title, limit: 200))) · Kinescope</title>
        <style>\(PageStyle.text)</style>
        </head>
        <body>
        <main id="page"></main>
        <noscript><p>This page draws itself with a script that it holds. Allow scripts for it, or run
        <code>kinescope show</code> and <code>kinescope replay</code> in a terminal.</p></noscript>

        """
    }

    private static func digest(of text: String) -> String { Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"",
            with: "&quot;"
        )
    }
}
