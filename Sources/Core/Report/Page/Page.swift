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
        bytes += head(title: title, style: PageStyle.text, policy: securityPolicy).utf8
        bytes += "<script type=\"application/json\" id=\"data\">".utf8
        bytes += PageData.bytes(of: content)
        bytes += "</script>\n<script>".utf8
        bytes += PageScript.text.utf8
        bytes += "</script>\n</body>\n</html>\n".utf8
        return bytes
    }

    /// The bytes of the page of what is served: it draws what it is sent after it was opened.
    ///
    /// It holds nothing of what is served, and no token. Its policy has to be a header, `liveSecurityPolicy`: an element
    /// of HTML cannot say who may frame it.
    ///
    /// - Parameter version: the version of what serves it.
    /// - Returns: the same bytes for the same version.
    public static func liveHTML(version: String) -> [UInt8] {
        let data: JSONValue = .object(["type": .string("live"), "kinescope": .string(PageTexts.shown(version))])
        var bytes: [UInt8] = []
        bytes += head(title: "Serve", style: PageStyle.liveText, policy: nil).utf8
        bytes += "<script type=\"application/json\" id=\"data\">".utf8
        bytes += PageData.bytes(of: data)
        bytes += "</script>\n<script>".utf8
        bytes += PageScript.liveText.utf8
        bytes += "</script>\n</body>\n</html>\n".utf8
        return bytes
    }

    /// The Content-Security-Policy of the page.
    static let securityPolicy = policy(script: PageScript.text, style: PageStyle.text)

    /// The Content-Security-Policy of the live page: it may connect to where it came from, and nobody may frame it.
    public static let liveSecurityPolicy =
        policy(script: PageScript.liveText, style: PageStyle.liveText) + "; connect-src 'self'; frame-ancestors 'none'"

    private static func policy(script: String, style: String) -> String {
        [
            "default-src 'none'", "script-src 'sha256-\(digest(of: script))'",
            "style-src 'sha256-\(digest(of: style))'",
            "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    private static func head(title: String, style: String, policy: String?) -> String {
        let commands =
            policy == nil
            ? "<code>kinescope control</code>" : "<code>kinescope show</code> and <code>kinescope replay</code>"
        let rule = policy.map { "<meta http-equiv=\"Content-Security-Policy\" content=\"\($0)\">\n" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            \(rule)\
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(HTMLText.escaped(PrintableText.excerpt(title, limit: 200))) · Kinescope</title>
            <style>\(style)</style>
            </head>
            <body>
            <main id="page"></main>
            <noscript><p>This page draws itself with a script that it holds. Allow scripts for it, or run
            \(commands) in a terminal.</p></noscript>

            """
    }

    private static func digest(of text: String) -> String { Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))) }
}
