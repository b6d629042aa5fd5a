import Documents
import Tokens
import VirtualTime

/// The request of Adobe to an MVPD through Apple: the payload of a profile request, and Apple's `verificationToken`
/// (rest-api-v1.md §7.6, rows K-47, K-53).
///
/// The payload is opaque to the client. Here it is SAML's `AuthnRequest`: whose app asks stands in `RequesterID`, of whom in
/// `IDPEntry`.
struct ProfileRequest: Hashable, Sendable {
    /// The id, which the answer's `InResponseTo` repeats.
    var id: String
    /// The requestor whose app asks.
    var requestor: String
    /// Adobe's id of the MVPD that is asked.
    var mvpd: String
    /// The instant at which it was made.
    var issued: Instant

    /// The issuer of Adobe's requests: what apps give Apple as their channel identifier (row K-17).
    static let issuer = "https://saml.sp.auth.adobe.com"

    /// Returns the payload on the wire, in Base64 as in REST API V2 (§7.6: unconfirmed); where no MVPD is chosen yet, it names none.
    ///
    /// If it is passive, the MVPD must not show a page: Apple's account is all that it may go by.
    func text(isPassive: Bool = true) -> String { Base64.encode(xml(isPassive: isPassive).utf8) }

    func xml(isPassive: Bool = true) -> String {
        let request = WrittenMarkup(
            "samlp:AuthnRequest",
            [
                ("xmlns:samlp", SAMLName.protocols), ("xmlns:saml", SAMLName.assertion), ("ID", id),
                ("Version", "2.0"), ("IssueInstant", issued.description), ("ForceAuthn", "false"),
                ("IsPassive", isPassive ? "true" : "false"),
            ],
            [
                WrittenMarkup("saml:Issuer", text: Self.issuer),
                WrittenMarkup(
                    "samlp:Scoping",
                    [],
                    [
                        mvpd.isEmpty
                            ? nil
                            : WrittenMarkup(
                                "samlp:IDPList",
                                [],
                                [WrittenMarkup("samlp:IDPEntry", [("ProviderID", mvpd)])]
                            ),
                        WrittenMarkup("samlp:RequesterID", text: requestor),
                    ]
                ),
            ]
        )
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + request.text(.oneLine)
    }
}

extension ProfileRequest {
    /// The request that a payload of either form writes; nil if it is none of Adobe's.
    init?(reading payload: String) {
        guard let bytes = Base64.markup(payload),
            let root = try? XMLDocument(parsing: bytes).root,
            root.name.isNamed("AuthnRequest", in: SAMLName.protocols),
            let id = root.attribute("ID"), !id.isEmpty,
            let issued = root.attribute("IssueInstant").flatMap({ Instant(samlDateTime: $0) }),
            root.elements("Issuer", in: SAMLName.assertion).first?.text == Self.issuer,
            let scoping = root.elements("Scoping", in: SAMLName.protocols).first,
            let requestor = scoping.elements("RequesterID", in: SAMLName.protocols).first?.text, !requestor.isEmpty,
            let mvpd = scoping.elements("IDPList", in: SAMLName.protocols).first?
                .elements("IDPEntry", in: SAMLName.protocols).first?.attribute("ProviderID"), !mvpd.isEmpty
        else { return nil }
        self.init(id: id, requestor: requestor, mvpd: mvpd, issued: issued)
    }
}

/// The names of SAML 2.0 that an MVPD writes.
enum SAMLName {
    static let protocols = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let persistentName = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    static let password = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
    static let signature = "http://www.w3.org/2000/09/xmldsig#"
    static let basicAttribute = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
}
