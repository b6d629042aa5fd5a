/// The pages of a provider: how they look.
enum LoginPages {
    /// A user as the hint on the page lists them.
    struct User {
        var name: String
        /// The resources of the package; nil: every one.
        var resources: [String]?
        /// True if the provider has dropped them.
        var isRevoked: Bool
    }

    /// The user names that sign in.
    enum Names {
        /// Whoever comes is let in: there is no field.
        case unasked
        /// Every name, as this user.
        case every(as: User?)
        /// Those of the subscribers.
        case listed([User])
    }

    /// Where a login page is: its provider, and the login that it belongs to.
    struct Place {
        var mvpd: String
        var provider: String
        var requestor: String
        var relayState: String
        /// The address to which its form is sent.
        var action: String
        /// True if the user chose the provider: then the page has to name it.
        var isChosen: Bool
        var target: RedirectTarget?
    }

    /// The login page; `problem` is what went wrong at the last try as `user`.
    static func login(
        _ place: Place,
        _ names: Names,
        user: String = "",
        problem: String? = nil
    ) -> Page {
        let alert = problem.map { Markup.alert($0) } ?? ""
        let described: Markup = problem == nil ? "" : #" aria-invalid="true" aria-describedby="problem""#
        let fields: Markup = """
            <label for="username">User name</label>
            <input id="username" name="username" autocomplete="username" autocapitalize="none" autocorrect="off" \
            spellcheck="false" required="" value="\(user)"\(described)/>
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required=""\(described)/>

            """
        let asksForName = if case .unasked = names { false } else { true }
        let content: Markup = """
            <p>Sign in to watch \(place.requestor).</p>
            \(alert)<form method="post" action="\(place.action)">
            \(hidden(place))\(asksForName ? fields : "")<button type="submit">Sign in</button>
            <button type="submit" class="second" name="cancel" value="1" formnovalidate="">Cancel</button>
            </form>
            \(hint(names))
            """
        return Page(
            kind: problem == nil ? .login : .loginDenied,
            heading: place.provider,
            content: content,
            target: place.target
        )
    }

    private static func hidden(_ place: Place) -> Markup {
        Markup.hidden("RelayState", place.relayState) + (place.isChosen ? Markup.hidden("mvpd", place.mvpd) : "")
    }

    /// At most this many users are listed: 20.
    static let listedUsers = 20

    private static func hint(_ names: Names) -> Markup {
        let (way, others): (Markup, Markup)
        switch names {
        case .unasked:
            return "<p>This simulated provider lets every user in without a name.</p>"
        case .every(let user):
            way = """
                <p>Any user name and password sign you in, as the user of the recording:</p>
                <ul>
                \(Markup([user].compactMap(\.self).map(row)))</ul>
                """
            others = "refused"
        case .listed(let users):
            let more = users.count - listedUsers
            let rest: Markup = more > 0 ? "<li>and \(String(more)) more</li>\n" : ""
            way = """
                <p>Any password signs these users in:</p>
                <ul>
                \(Markup(users.prefix(listedUsers).map(row)))\(rest)</ul>
                """
            others = "refused, as any other user name is"
        }
        return """
            <details>
            <summary>This is a simulated provider</summary>
            \(way)
            <p>These passwords fail:</p>
            <ul>
            <li><code>\(FailingPassword.wrong.rawValue)</code>: \(others)</li>
            <li><code>\(FailingPassword.unreachable.rawValue)</code>: the provider cannot be reached</li>
            <li><code>\(FailingPassword.expired.rawValue)</code>: the login has expired</li>
            </ul>
            </details>
            """
    }

    private static func row(_ user: User) -> Markup {
        let package = user.resources?.joined(separator: ", ") ?? "every resource"
        let content = package.isEmpty ? "no resource" : package
        return "<li><code>\(user.name)</code>: \(user.isRevoked ? "dropped by the provider" : content)</li>\n"
    }

    /// The passwords that make a login fail.
    enum FailingPassword: String, CaseIterable {
        case wrong
        case unreachable
        case expired
    }

    /// A page with one button, which sends hidden fields: what a script would do elsewhere.
    static func onward(
        _ kind: PageKind,
        _ heading: String,
        _ text: String,
        button: String,
        action: String,
        fields: [(name: String, value: String)],
        target: RedirectTarget? = nil
    ) -> Page {
        let hidden = Markup(fields.map { Markup.hidden($0.name, $0.value) })
        let content: Markup = """
            <p>\(text)</p>
            <form method="post" action="\(action)">
            \(hidden)<button type="submit">\(button)</button>
            </form>
            """
        return Page(kind: kind, heading: heading, content: content, target: target)
    }

    /// The choice of a provider: a button for each, and one that leads back to the target.
    static func picker(
        _ kind: PageKind,
        _ requestor: String,
        action: String,
        field: (name: String, value: String),
        providers: [(id: String, name: String)],
        target: RedirectTarget?
    ) -> Page {
        let buttons = providers.map { provider -> Markup in
            #"<button type="submit" name="mvpd" value="\#(provider.id)">\#(provider.name)</button>"# + "\n"
        }
        let cancel: Markup = #"<button type="submit" class="second" name="cancel" value="1">Cancel</button>"# + "\n"
        let form: Markup = """
            <form method="post" action="\(action)">
            \(Markup.hidden(field.name, field.value))\(Markup(buttons))\(target == nil ? "" : cancel)</form>
            """
        let none: Markup = "<p>\(requestor) has no provider.</p>"
        return Page(
            kind: kind,
            heading: "Choose your TV provider",
            content: "<p>To watch \(requestor), sign in at your provider.</p>\n" + (providers.isEmpty ? none : form),
            target: target
        )
    }

    /// A page that only states something; `way` is an address that leads further.
    static func notice(
        _ kind: PageKind,
        status: Int,
        _ heading: String,
        _ text: String,
        isProblem: Bool = true,
        way: (text: String, address: String)? = nil
    ) -> Page {
        let statement: Markup = isProblem ? .alert(text) : "<p>\(text)</p>\n"
        let link: Markup = way.map { #"<p><a href="\#($0.address)">\#($0.text)</a></p>"# } ?? ""
        let problem = isProblem ? text : nil
        return Page(kind: kind, status: status, heading: heading, content: statement + link, problem: problem)
    }
}
