/// What a local name means in a response, whatever its namespace.
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
        case other
    }

    /// The namespace that the name belongs to; nil for a name whose namespace does not matter here.
    ///
    /// Only names that carry meaning have one: an element that bears one of them elsewhere is out to be mistaken.
    var namespace: String?
    var role = Role.other
    /// Whether the name is never harmless in another namespace, wherever it stands.
    var isDangerous = false
    /// Whether anything may stand inside, so that a namesake of a SAML element means nothing there.
    var isOpaque = false
    /// Whether the text decides something; a reader that takes the first text node only reads another text.
    var isMeaningful = false

    /// The word for a local name, nil if nothing depends on it.
    static func named(_ local: String) -> SAMLWord? { all[local] }

    private static let all: [String: SAMLWord] = [
        "Response": SAMLWord(namespace: SAMLNamespace.protocols, role: .response, isDangerous: true),
        "Status": SAMLWord(namespace: SAMLNamespace.protocols),
        "StatusCode": SAMLWord(namespace: SAMLNamespace.protocols),
        "StatusMessage": SAMLWord(namespace: SAMLNamespace.protocols, isMeaningful: true),
        "StatusDetail": SAMLWord(namespace: SAMLNamespace.protocols, isOpaque: true),
        "Extensions": SAMLWord(namespace: SAMLNamespace.protocols, role: .extensions, isOpaque: true),
        "Assertion": SAMLWord(namespace: SAMLNamespace.assertion, role: .assertion, isDangerous: true),
        "EncryptedAssertion": SAMLWord(
            namespace: SAMLNamespace.assertion,
            role: .encryptedAssertion,
            isDangerous: true
        ),
        "Issuer": SAMLWord(namespace: SAMLNamespace.assertion, isMeaningful: true),
        "Subject": SAMLWord(namespace: SAMLNamespace.assertion),
        "NameID": SAMLWord(namespace: SAMLNamespace.assertion, isDangerous: true, isMeaningful: true),
        "EncryptedID": SAMLWord(namespace: SAMLNamespace.assertion),
        "BaseID": SAMLWord(namespace: SAMLNamespace.assertion),
        "SubjectConfirmation": SAMLWord(namespace: SAMLNamespace.assertion),
        "SubjectConfirmationData": SAMLWord(namespace: SAMLNamespace.assertion, isOpaque: true),
        "Conditions": SAMLWord(namespace: SAMLNamespace.assertion),
        "AudienceRestriction": SAMLWord(namespace: SAMLNamespace.assertion),
        "Audience": SAMLWord(namespace: SAMLNamespace.assertion, isMeaningful: true),
        "AuthnStatement": SAMLWord(namespace: SAMLNamespace.assertion),
        "AuthnContextClassRef": SAMLWord(isMeaningful: true),
        "AttributeStatement": SAMLWord(namespace: SAMLNamespace.assertion),
        "Attribute": SAMLWord(namespace: SAMLNamespace.assertion),
        "AttributeValue": SAMLWord(namespace: SAMLNamespace.assertion, isOpaque: true, isMeaningful: true),
        "EncryptedAttribute": SAMLWord(namespace: SAMLNamespace.assertion),
        "Signature": SAMLWord(namespace: SAMLNamespace.signature, role: .signature, isDangerous: true),
        "SignedInfo": SAMLWord(namespace: SAMLNamespace.signature, role: .signedInfo),
        "SignatureValue": SAMLWord(namespace: SAMLNamespace.signature, isMeaningful: true),
        "DigestValue": SAMLWord(namespace: SAMLNamespace.signature, isMeaningful: true),
        "KeyInfo": SAMLWord(isOpaque: true),
        "X509Certificate": SAMLWord(isMeaningful: true),
        "Object": SAMLWord(role: .object),
        "EncryptedData": SAMLWord(namespace: SAMLNamespace.encryption, isOpaque: true),
        "EncryptedKey": SAMLWord(namespace: SAMLNamespace.encryption),
        "CipherData": SAMLWord(namespace: SAMLNamespace.encryption),
        "CipherValue": SAMLWord(namespace: SAMLNamespace.encryption),
    ]
}
