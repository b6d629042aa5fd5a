/// The pages where a code from a television is typed: how they look.
enum ActivationPages {
    /// A code that waits for its user.
    struct WaitingCode {
        var code: String
        var requestor: String
    }

    /// The page with the field for the code; `problem` is what was wrong with the one before.
    static func code(
        _ code: String,
        action: String,
        waiting: [WaitingCode],
        problem: (text: String, status: Int)? = nil
    ) -> Page {
        let alert = problem.map { Markup.alert($0.text) } ?? ""
        let described: Markup = problem == nil ? "" : #" aria-invalid="true" aria-describedby="problem""#
        let rows = waiting.map { waiting -> Markup in
            "<li><code>\(waiting.code)</code>: \(waiting.requestor)</li>\n"
        }
        let list: Markup =
            rows.isEmpty
            ? "<p>No code is waiting: an app requests one when it shows this address.</p>"
            : """
            <p>These codes are waiting:</p>
            <ul>
            \(Markup(rows))</ul>
            """
        let content: Markup = """
            <p>Type the code that your television shows.</p>
            \(alert)<form method="post" action="\(action)">
            <label for="code">Code</label>
            <input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" autocorrect="off" \
            spellcheck="false" required="" value="\(code)"\(described)/>
            <button type="submit">Continue</button>
            </form>
            <details>
            <summary>This is a simulated service</summary>
            \(list)
            </details>
            """
        return Page(
            kind: problem == nil ? .activation : .activationDenied,
            status: problem?.status ?? 200,
            heading: "Connect your television",
            content: content
        )
    }
}
