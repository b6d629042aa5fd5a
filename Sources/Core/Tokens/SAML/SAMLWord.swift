/// The meaning of a local name in a response, whatever its namespace.
///
/// One look-up for each element instead of a comparison with every name there is: the walk over a response's structure
/// costs more than reading its XML otherwise.
struct SAMLWord {
    /// Names whose place in the tree matters.
    enum Role {
        case response
        case assertion
        case encryptedAssertion
        case signature
        case signedInfo
        case object
        case extensions
        case advice
        case subject
        case nameID
        case other
    }

    /// The namespaces that words belong to.
    enum Namespace {
        case protocols
        case assertion
        case signature
        case encryption

        /// The namespace's name.
        var uri: String {
            switch self {
            case .protocols: SAMLNamespace.protocols
            case .assertion: SAMLNamespace.assertion
            case .signature: SAMLNamespace.signature
            case .encryption: SAMLNamespace.encryption
            }
        }
    }

    /// The namespace that the name belongs to; nil for a name whose namespace does not matter here.
    ///
    /// Only names that carry meaning have one: an element that bears one of them elsewhere is out to be mistaken.
    var namespace: Namespace?
    var role = Role.other
    /// True if the name is never harmless in another namespace, wherever it is.
    var isDangerous = false
    /// True if anything may be inside, so that a namesake of a SAML element means nothing there.
    var isOpaque = false
    /// True if the text decides something; a reader that takes the first text node only reads another text.
    var isMeaningful = false
    /// The local names of all children that are read or known to mean nothing; nil where others may stand.
    var parts: [String]?

    /// The word for a local name, nil if nothing depends on it.
    static func named(_ local: String) -> SAMLWord? {
        // All are ASCII. For a dictionary the Kelvin sign is a `K`, and many combining marks take it quadratic time.
        guard local.utf8.count == local.utf16.count else { return nil }
        return all[local]
    }

    private static let all: [String: SAMLWord] = [
        "Response": SAMLWord(
            namespace: .protocols,
            role: .response,
            isDangerous: true,
            parts: ["Issuer", "Signature", "Extensions", "Status", "Assertion", "EncryptedAssertion"]
        ),
        "Status": SAMLWord(namespace: .protocols, parts: ["StatusCode", "StatusMessage", "StatusDetail"]),
        "StatusCode": SAMLWord(namespace: .protocols),
        "StatusMessage": SAMLWord(namespace: .protocols, isMeaningful: true),
        "StatusDetail": SAMLWord(namespace: .protocols, isOpaque: true),
        "Extensions": SAMLWord(namespace: .protocols, role: .extensions, isOpaque: true),
        "Assertion": SAMLWord(
            namespace: .assertion,
            role: .assertion,
            isDangerous: true,
            parts: [
                "Issuer", "Signature", "Subject", "Conditions", "Advice", "AuthnStatement", "AttributeStatement",
            ]
        ),
        "EncryptedAssertion": SAMLWord(
            namespace: .assertion,
            role: .encryptedAssertion,
            isDangerous: true
        ),
        "Issuer": SAMLWord(namespace: .assertion, isMeaningful: true),
        "Subject": SAMLWord(
            namespace: .assertion,
            role: .subject,
            parts: ["NameID", "EncryptedID", "BaseID", "SubjectConfirmation"]
        ),
        "NameID": SAMLWord(namespace: .assertion, role: .nameID, isDangerous: true, isMeaningful: true),
        "EncryptedID": SAMLWord(namespace: .assertion),
        "BaseID": SAMLWord(namespace: .assertion),
        "SubjectConfirmation": SAMLWord(
            namespace: .assertion,
            parts: ["NameID", "EncryptedID", "BaseID", "SubjectConfirmationData"]
        ),
        "SubjectConfirmationData": SAMLWord(namespace: .assertion, isOpaque: true),
        "Conditions": SAMLWord(namespace: .assertion),
        "AudienceRestriction": SAMLWord(namespace: .assertion, parts: ["Audience"]),
        "Audience": SAMLWord(namespace: .assertion, isMeaningful: true),
        "Advice": SAMLWord(namespace: .assertion, role: .advice),
        "AuthnStatement": SAMLWord(namespace: .assertion, parts: ["SubjectLocality", "AuthnContext"]),
        "AuthnContext": SAMLWord(
            namespace: .assertion,
            parts: ["AuthnContextClassRef", "AuthnContextDecl", "AuthnContextDeclRef", "AuthenticatingAuthority"]
        ),
        "AuthnContextClassRef": SAMLWord(namespace: .assertion, isMeaningful: true),
        "AuthnContextDecl": SAMLWord(namespace: .assertion, isOpaque: true),
        "AttributeStatement": SAMLWord(namespace: .assertion, parts: ["Attribute", "EncryptedAttribute"]),
        "Attribute": SAMLWord(namespace: .assertion, parts: ["AttributeValue"]),
        "AttributeValue": SAMLWord(namespace: .assertion, isOpaque: true, isMeaningful: true),
        "EncryptedAttribute": SAMLWord(namespace: .assertion),
        "Signature": SAMLWord(
            namespace: .signature,
            role: .signature,
            isDangerous: true,
            parts: ["SignedInfo", "SignatureValue", "KeyInfo", "Object"]
        ),
        "SignedInfo": SAMLWord(
            namespace: .signature,
            role: .signedInfo,
            parts: ["CanonicalizationMethod", "SignatureMethod", "Reference"]
        ),
        "CanonicalizationMethod": SAMLWord(namespace: .signature, parts: ["InclusiveNamespaces"]),
        // An HMACOutputLength, say, makes the signature as short as anyone likes (CVE-2009-0217).
        "SignatureMethod": SAMLWord(namespace: .signature, parts: []),
        "Reference": SAMLWord(namespace: .signature, parts: ["Transforms", "DigestMethod", "DigestValue"]),
        "Transforms": SAMLWord(namespace: .signature, parts: ["Transform"]),
        "Transform": SAMLWord(namespace: .signature, parts: ["InclusiveNamespaces"]),
        "DigestMethod": SAMLWord(namespace: .signature, parts: []),
        "SignatureValue": SAMLWord(namespace: .signature, isMeaningful: true),
        "DigestValue": SAMLWord(namespace: .signature, isMeaningful: true),
        "KeyInfo": SAMLWord(namespace: .signature, isOpaque: true),
        "X509Certificate": SAMLWord(isMeaningful: true),
        "Object": SAMLWord(role: .object),
        "EncryptedData": SAMLWord(namespace: .encryption, isOpaque: true),
        // Ciphers have transforms of their own namespace.
        "EncryptedKey": SAMLWord(namespace: .encryption, isOpaque: true),
        "CipherData": SAMLWord(namespace: .encryption),
        "CipherValue": SAMLWord(namespace: .encryption),
    ]
}
