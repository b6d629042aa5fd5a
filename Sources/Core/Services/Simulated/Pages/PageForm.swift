import Documents
import Exchanges

/// The fields that a browser sent to a page, by query or form.
struct PageForm {
    private var fields: [(name: String, value: String, isInBody: Bool)] = []

    /// The fields of a request; nil if one is above the limit, or the body is not a form.
    init?(_ call: WireCall) {
        var texts = [(String(call.url.query ?? ""), isBody: false)]
        if ExactText(call.method) == "POST", let body = call.request.body, !body.isEmpty {
            let type = (call.request.headers[first: "Content-Type"] ?? "application/x-www-form-urlencoded").lowercased()
            guard type.utf8.starts(with: "application/x-www-form-urlencoded".utf8) else { return nil }
            let text = String(decoding: body, as: UTF8.self)
            // Bytes that are not text are in no form that a browser sends.
            guard text.utf8.elementsEqual(body) else { return nil }
            texts.append((text, isBody: true))
        }
        for (text, isBody) in texts {
            for field in FormField.parse(text) where !field.isEmpty {
                guard fields.count < WireLimits.fields else { return nil }
                let (name, value) = (field.name, field.value)
                // A SAML message is longer than what is typed.
                let isMessage = ["SAMLRequest", "SAMLResponse"].contains(exactly: name)
                guard isMessage || max(name.utf8.count, value.utf8.count) <= WireLimits.value else { return nil }
                fields.append((name, value, isBody))
            }
        }
    }

    /// The last value of a field: the form's, where the query has it too.
    subscript(name: String) -> String? { fields.last { ExactText($0.name) == name }?.value }

    /// The hidden fields and buttons of the service's own pages, and those that clients add to any login form.
    private static let own = [
        "RelayState", "SAMLRequest", "SAMLResponse", "mvpd", "cancel", "_eventId_proceed", "submit", "code",
    ]

    /// The name and the password that were typed on a login page; nil if the page was not filled in.
    ///
    /// Programs fill in forms by the field names that they know of a provider (`UserName`, `j_username`, `IDToken1`), so
    /// any will do: the password is the field that is called so, else the second; the name is the first of the others.
    var login: (user: String, password: String)? {
        let typed = fields.filter { $0.isInBody && !Self.own.contains(exactly: $0.name) }
        guard !typed.isEmpty else { return nil }
        let password = typed.firstIndex { field in
            let name = field.name.lowercased()
            return ["password", "passwd", "pass", "pwd"].contains { name.utf8.elementsEqual($0.utf8) }
                || Array(name.utf8).firstIndex(of: Array("passw".utf8)) != nil
        }
        let place = password ?? 1
        let user = typed.indices.first { $0 != place }.map { typed[$0].value } ?? ""
        return (user, typed.indices.contains(place) ? typed[place].value : "")
    }
}
