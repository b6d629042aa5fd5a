/// SAML responses of invented data, put together from parts so that each test changes one thing.
package struct SAMLSample {
    package var responseAttributes = #"ID="_r1" Version="2.0" IssueInstant="2026-11-20T21:59:12Z""#
    package var issuer = "<saml:Issuer>https://idp.meadowlark.example</saml:Issuer>"
    package var extensions = ""
    package var status =
        #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>"#
    package var responseSignature = ""
    package var assertion: String?
    package var more = ""

    // The parts of the assertion.
    package var assertionAttributes = #"ID="_a1" Version="2.0" IssueInstant="2026-11-20T21:59:12Z""#
    package var assertionSignature = ""
    package var nameID = "<saml:NameID>u-81f0</saml:NameID>"
    package var confirmation = ""
    package var conditions = #"<saml:Conditions NotBefore="2026-11-20T21:59:12Z" NotOnOrAfter="2026-11-21T21:59:12Z"/>"#
    package var statements = ""
    package var attributes =
        #"<saml:Attribute Name="uid"><saml:AttributeValue>u-81f0</saml:AttributeValue></saml:Attribute>"#
        + #"<saml:Attribute Name="householdID"><saml:AttributeValue>h-1</saml:AttributeValue></saml:Attribute>"#

    /// The response with all that one has to have.
    package init() {}

    /// The response as XML.
    package var xml: String {
        #"<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" "#
            + #"xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" \#(responseAttributes)>"#
            + issuer + responseSignature + extensions + status + (assertion ?? plainAssertion) + more
            + "</samlp:Response>"
    }

    package var plainAssertion: String {
        "<saml:Assertion \(assertionAttributes)><saml:Issuer>https://idp.meadowlark.example</saml:Issuer>"
            + assertionSignature + "<saml:Subject>\(nameID)\(confirmation)</saml:Subject>" + conditions + statements
            + "<saml:AttributeStatement>\(attributes)</saml:AttributeStatement></saml:Assertion>"
    }

    /// A signature of invented values over the element of this ID.
    package static func signature(
        over id: String,
        algorithm: String = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        transforms: String = #"<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>"#
            + #"<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>"#,
        uri: String? = nil,
        digest: String = "ZGlnZXN0",
        more: String = ""
    ) -> String {
        #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>"#
            + #"<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>"#
            + #"<ds:SignatureMethod Algorithm="\#(algorithm)"/><ds:Reference URI="\#(uri ?? "#" + id)">"#
            + "<ds:Transforms>\(transforms)</ds:Transforms>"
            + #"<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>"#
            + "<ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>"
            + "<ds:SignatureValue>c2ln</ds:SignatureValue>\(more)</ds:Signature>"
    }

    /// The sample with parts changed.
    package static func with(_ change: (inout SAMLSample) -> Void) -> String {
        var sample = SAMLSample()
        change(&sample)
        return sample.xml
    }
}
