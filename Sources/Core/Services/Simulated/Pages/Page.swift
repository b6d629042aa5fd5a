import Exchanges

/// A page for a browser.
struct Page {
    var kind: PageKind
    /// The status that it is sent with.
    var status = 200
    /// The heading, and the title of the window.
    var heading: String
    /// The content below the heading.
    var content: Markup
    /// The scheme of the address where its form ends, if it leaves the service.
    var target: RedirectTarget?
    /// What is wrong, in a sentence, for a program that reads no page; nil where nothing is.
    var problem: String?

    /// The whole document.
    var text: String {
        let document: Markup = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <title>\(heading)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>\(heading)</h1>
            \(content)
            </main>
            </body>
            </html>

            """
        return document.text
    }

    /// The header fields of a page: nothing runs in it, nothing is loaded, and it is kept nowhere.
    ///
    /// A form may lead to the service's hosts and from there to the target; browsers apply the policy to redirects too.
    static func headers(links: WireLinks, target: RedirectTarget? = nil) -> HeaderFields {
        var schemes = [links.scheme]
        if let target, !schemes.contains(target.scheme) { schemes.append(target.scheme) }
        let forms = schemes.map { " \($0):" }.joined()
        return [
            HeaderField(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'" + forms
            ), HeaderField("Cache-Control", "no-store"), HeaderField("X-Content-Type-Options", "nosniff"),
        ]
    }

    /// Touch targets of 44 px and more, text of 16 px, so that phones do not zoom; light and dark.
    private static let style: Markup = """

        :root { color-scheme: light dark; --ink: #1a1d21; --paper: #f4f5f7; --card: #fff; --line: #6b7280;
          --main: #1d4ed8; --on-main: #fff; --bad: #b42318; --bad-paper: #fef3f2; --soft: #4b5563; }
        @media (prefers-color-scheme: dark) { :root { --ink: #f1f3f5; --paper: #14171a; --card: #1e2227; --line: #8b949e;
          --main: #7aa7ff; --on-main: #0b1a33; --bad: #ffb4ab; --bad-paper: #3b1614; --soft: #b3bac2; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        main { max-width: 28rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
        h2 { font-size: 1.125rem; margin: 1.5rem 0 .5rem; }
        label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
        input { width: 100%; min-height: 44px; padding: .5rem .75rem; font: inherit; color: inherit;
          background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
        button { display: block; width: 100%; min-height: 44px; margin-top: 1rem; padding: .5rem .75rem; font: inherit;
          font-weight: 600; color: var(--on-main); background: var(--main); border: 1px solid var(--main);
          border-radius: .5rem; cursor: pointer; }
        button.second { color: var(--main); background: transparent; }
        a { color: var(--main); }
        input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible {
          outline: 3px solid var(--main); outline-offset: 2px; }
        [role=alert] { margin: 1rem 0; padding: .75rem 1rem; color: var(--bad); background: var(--bad-paper);
          border: 1px solid var(--bad); border-radius: .5rem; }
        details { margin-top: 2rem; color: var(--soft); }
        summary { min-height: 44px; padding: .6rem 0; cursor: pointer; }
        li { margin: .25rem 0; }
        code { font: .9375rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }

        """
}

extension Markup {
    /// A hidden field of a form.
    static func hidden(_ name: String, _ value: String) -> Markup {
        #"<input type="hidden" name="\#(name)" value="\#(value)"/>"# + "\n"
    }

    /// What went wrong, read out at once by a screen reader.
    static func alert(_ text: String) -> Markup { #"<p role="alert" id="problem">\#(text)</p>"# + "\n" }
}
