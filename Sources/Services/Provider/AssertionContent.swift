import Tokens
import VirtualTime

/// What an MVPD's signature covers: the meaning of an assertion, not its bytes.
///
/// The client's pipeline changes white space everywhere, in texts and attribute values too, before Adobe sees the
/// assertion; whether Adobe canonicalises leniently is unconfirmed (apple-sso-flow.md §4), so here every text counts as
/// the pipeline leaves it.
struct AssertionContent {
    var id: String
    var issuer: String
    var nameID: String
    var inResponseTo: String?
    var notOnOrAfter: Instant?
    var sessionIndex: String?
    var attributes: [(name: String, values: [String])]

    /// The content as the text that is signed: no two contents have the same.
    var text: String {
        var parts = [id, issuer, nameID, inResponseTo ?? "", notOnOrAfter?.description ?? "", sessionIndex ?? ""]
        for (name, values) in attributes { parts += [name, String(values.count)] + values }
        return parts.map { part in
            let part = SAMLNormalisation.normalise(part)
            return "\(part.utf8.count):\(part)"
        }.joined()
    }
}

extension AssertionContent {
    /// What an assertion that was read says.
    init(_ assertion: SAMLAssertion) {
        id = assertion.id
        issuer = assertion.issuer.value
        nameID = if case .name(let name)? = assertion.subject?.identifier { name.value } else { "" }
        inResponseTo = assertion.subject?.confirmations.first?.inResponseTo
        notOnOrAfter = assertion.conditions?.validity.expiry
        sessionIndex = assertion.authenticationStatements.first?.sessionIndex
        attributes = assertion.attributes.map { attribute in
            let values = attribute.values.map { value in if case .text(let text) = value { text } else { "" } }
            return (attribute.name, values)
        }
    }
}
