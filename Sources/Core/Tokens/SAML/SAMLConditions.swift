import Documents

/// The conditions that must hold for an assertion to be used (SAML core §2.5).
public struct SAMLConditions: Hashable, Sendable {
    /// From `NotBefore` on, until `NotOnOrAfter`, which is exclusive.
    public let validity: Validity
    /// The audiences, one list a restriction: one of each list must be the reader.
    public let audienceRestrictions: [[String]]
    /// True if the assertion may be used once only.
    public let isForOneTimeUse: Bool
    /// Conditions that are not understood here, by name, each once, the first ten of them; the assertion's validity is then
    /// indeterminate.
    public let unknownConditions: [String]

    private static let maximumUnknown = 10

    init(_ element: XMLElement) throws(SAMLError) {
        validity = Validity(notBefore: try element.instant("NotBefore"), expiry: try element.instant("NotOnOrAfter"))
        var restrictions: [[String]] = []
        var unknown: [String] = []
        var names: Set<ExactText> = []
        for child in element.elements where !child.isSAML("OneTimeUse") && !child.isSAML("ProxyRestriction") {
            guard child.isSAML("AudienceRestriction") else {
                // Each name bears its namespace, which may be long.
                guard unknown.count < Self.maximumUnknown else { continue }
                let name = child.qualified
                if names.insert(ExactText(name)).inserted { unknown.append(name) }
                continue
            }
            var audiences: [String] = []
            for audience in child.elements("Audience", in: SAMLNamespace.assertion) {
                audiences.append(try audience.textOnly())
            }
            restrictions.append(audiences)
        }
        audienceRestrictions = restrictions
        unknownConditions = unknown
        isForOneTimeUse = try element.only("OneTimeUse", in: SAMLNamespace.assertion) != nil
    }
}
