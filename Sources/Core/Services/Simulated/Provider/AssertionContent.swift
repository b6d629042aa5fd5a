import Tokens
import VirtualTime

/// The content that an MVPD's signature covers: the meaning of an assertion, not its bytes.
///
/// The client's pipeline changes white space everywhere, in texts and attribute values too, before Adobe sees the
/// assertion; whether Adobe canonicalizes leniently is unconfirmed (apple-sso-flow.md §4), so here every text counts as
/// the pipeline leaves it.
struct AssertionContent {
    var id: String
    var issuer: String
    var nameID: String
    var inResponseTo: String?
    var notOnOrAfter: Instant?
    var sessionIndex: String?
    var attributes: [(name: String, values: [String])]
    var issued: Instant
    var notBefore: Instant?
    /// Whom it is for, restriction by restriction.
    var audiences: [[String]]
    var confirmations: [Confirmation]
    var authentications: [Authentication]

    /// The method, recipient and times of its delivery.
    struct Confirmation {
        var method: String
        var recipient: String?
        var notBefore: Instant?
        var ends: Instant?
    }

    /// A login: when, how, and how long it counts.
    struct Authentication {
        var instant: Instant
        var sessionEnds: Instant?
        var contextClass: String?
    }

    /// The content as the text that is signed: no two contents have the same.
    var text: String {
        var parts = [id, issuer, nameID, inResponseTo ?? "", notOnOrAfter?.description ?? "", sessionIndex ?? ""]
        parts += [issued.description, Self.part(notBefore), String(audiences.count)]
        for audience in audiences { parts += [String(audience.count)] + audience }
        parts.append(String(confirmations.count))
        for one in confirmations {
            parts += [one.method, one.recipient ?? "", Self.part(one.notBefore), Self.part(one.ends)]
        }
        parts.append(String(authentications.count))
        for one in authentications {
            parts += [one.instant.description, Self.part(one.sessionEnds), one.contextClass ?? ""]
        }
        for (name, values) in attributes { parts += [name, String(values.count)] + values }
        return parts.map { part in
            let part = SAMLNormalization.normalize(part)
            return "\(part.utf8.count):\(part)"
        }.joined()
    }

    private static func part(_ instant: Instant?) -> String { instant?.description ?? "" }
}

extension AssertionContent {
    /// Takes the content of an assertion that was read.
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
        issued = assertion.issueInstant
        notBefore = assertion.conditions?.validity.notBefore
        audiences = assertion.conditions?.audienceRestrictions ?? []
        confirmations = (assertion.subject?.confirmations ?? []).map { one in
            Confirmation(
                method: one.method,
                recipient: one.recipient,
                notBefore: one.validity.notBefore,
                ends: one.validity.expiry
            )
        }
        authentications = assertion.authenticationStatements.map { one in
            Authentication(
                instant: one.authenticatedAt,
                sessionEnds: one.sessionNotOnOrAfter,
                contextClass: one.contextClass
            )
        }
    }
}
