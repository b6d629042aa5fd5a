import Documents
import VirtualTime

/// A SAML response as an MVPD writes it (SAML core §3.3.3): all in it is invented.
struct ProviderResponse {
    /// The MVPD as issuer.
    var issuer: String
    /// The response's id; the assertion's follows from it.
    var id: String
    /// The instant at which it is made, by the MVPD's clock.
    var issued: Instant
    /// The request it answers; nil for a login that the MVPD began.
    var inResponseTo: String?
    /// The URL to which the browser is to bring it.
    var destination: String?
    /// The MVPD's status for the request.
    var status = SAMLStatusCode.success
    /// Its message to people.
    var message: String?
    /// Its statement about the user; nil where it does not know one.
    var statement: Statement?

    /// The statement of an MVPD about a user.
    struct Statement {
        /// The name under which it knows the user.
        var nameID: String
        /// The index of its session, which a logout refers to.
        var sessionIndex: String
        var sessionEnds: Instant
        /// The time in which the assertion may be used.
        var lifetime: Duration
        /// The attributes: name and values.
        var attributes: [(name: String, values: [String])]
    }

    /// The assertion's id.
    var assertionID: String { "_a" + id }

    /// The time before its issue from which an assertion holds, for readers whose clocks are slow.
    static let leeway = Duration.seconds(60)

    /// The response as text, its assertion signed.
    func text(_ layout: SAMLLayout, signing: (_ content: String) -> [UInt8]) -> String {
        WrittenMarkup(
            "samlp:Response",
            [
                ("xmlns:samlp", SAMLName.protocols), ("xmlns:saml", SAMLName.assertion), ("ID", "_r" + id),
                ("Version", "2.0"), ("IssueInstant", issued.description), ("Destination", destination),
                ("InResponseTo", inResponseTo),
            ],
            [
                WrittenMarkup("saml:Issuer", text: issuer), status.markup(message: message),
                statement.map { assertion($0, signing) },
            ]
        ).text(layout)
    }

    private func assertion(_ statement: Statement, _ signing: (_ content: String) -> [UInt8]) -> WrittenMarkup {
        let end = (issued + statement.lifetime).description
        let content = AssertionContent(
            id: assertionID,
            issuer: issuer,
            nameID: statement.nameID,
            inResponseTo: inResponseTo,
            notOnOrAfter: issued + statement.lifetime,
            sessionIndex: statement.sessionIndex,
            attributes: statement.attributes,
            issued: issued,
            notBefore: issued - Self.leeway,
            audiences: [[ProfileRequest.issuer]],
            confirmations: [
                .init(method: SAMLName.bearer, recipient: destination, ends: issued + statement.lifetime)
            ],
            authentications: [
                .init(instant: issued, sessionEnds: statement.sessionEnds, contextClass: SAMLName.password)
            ]
        )
        let name = WrittenMarkup("saml:NameID", [("Format", SAMLName.persistentName)], text: statement.nameID)
        let bearer = WrittenMarkup(
            "saml:SubjectConfirmationData",
            [("InResponseTo", inResponseTo), ("NotOnOrAfter", end), ("Recipient", destination)]
        )
        let confirmation = WrittenMarkup("saml:SubjectConfirmation", [("Method", SAMLName.bearer)], [bearer])
        let audience = WrittenMarkup("saml:Audience", text: ProfileRequest.issuer)
        let conditions = WrittenMarkup(
            "saml:Conditions",
            [("NotBefore", (issued - Self.leeway).description), ("NotOnOrAfter", end)],
            [WrittenMarkup("saml:AudienceRestriction", [], [audience])]
        )
        let login = WrittenMarkup(
            "saml:AuthnStatement",
            [
                ("AuthnInstant", issued.description), ("SessionIndex", statement.sessionIndex),
                ("SessionNotOnOrAfter", statement.sessionEnds.description),
            ],
            [
                WrittenMarkup(
                    "saml:AuthnContext",
                    [],
                    [WrittenMarkup("saml:AuthnContextClassRef", text: SAMLName.password)]
                )
            ]
        )
        return WrittenMarkup(
            "saml:Assertion",
            [("ID", assertionID), ("Version", "2.0"), ("IssueInstant", issued.description)],
            [
                WrittenMarkup("saml:Issuer", text: issuer), signature(signing(content.text)),
                WrittenMarkup("saml:Subject", [], [name, confirmation]), conditions, login,
                attributes(statement.attributes),
            ]
        )
    }

    /// The signature with all the parts it must have; what it covers is ``AssertionContent``.
    private func signature(_ value: [UInt8]) -> WrittenMarkup {
        let canonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#"
        let transforms = [SAMLName.signature + "enveloped-signature", canonicalization]
        let reference = WrittenMarkup(
            "ds:Reference",
            [("URI", "#" + assertionID)],
            [
                WrittenMarkup(
                    "ds:Transforms",
                    [],
                    transforms.map { WrittenMarkup("ds:Transform", [("Algorithm", $0)]) }
                ),
                WrittenMarkup("ds:DigestMethod", [("Algorithm", "http://www.w3.org/2001/04/xmlenc#sha256")]),
                WrittenMarkup("ds:DigestValue", text: Base64.encode(value.prefix(32))),
            ]
        )
        let method = WrittenMarkup(
            "ds:SignatureMethod",
            [("Algorithm", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")]
        )
        let canonical = WrittenMarkup("ds:CanonicalizationMethod", [("Algorithm", canonicalization)])
        return WrittenMarkup(
            "ds:Signature",
            [("xmlns:ds", SAMLName.signature)],
            [
                WrittenMarkup("ds:SignedInfo", [], [canonical, method, reference]),
                WrittenMarkup("ds:SignatureValue", text: Base64.encode(value)),
            ]
        )
    }

    private func attributes(_ attributes: [(name: String, values: [String])]) -> WrittenMarkup? {
        guard !attributes.isEmpty else { return nil }
        return WrittenMarkup(
            "saml:AttributeStatement",
            [],
            attributes.map { name, values in
                WrittenMarkup(
                    "saml:Attribute",
                    [("Name", name), ("NameFormat", SAMLName.basicAttribute)],
                    values.map { WrittenMarkup("saml:AttributeValue", text: $0) }
                )
            }
        )
    }
}
