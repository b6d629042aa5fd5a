import Documents

/// A name with what qualifies it: an `Issuer` or a `NameID` (SAML core §2.2).
public struct SAMLNameID: Hashable, Sendable {
    /// The whole text, every text node and CDATA section of it.
    public let value: String
    /// The format of the name, as a URI.
    public let format: String?
    /// The owner of the name space that it is from.
    public let nameQualifier: String?
    /// The service provider that it was made for.
    public let serviceProviderQualifier: String?
    /// The name the service provider gave.
    public let serviceProvidedID: String?

    init(_ element: XMLElement) throws(SAMLError) {
        value = try element.textOnly()
        format = element.attribute("Format")
        nameQualifier = element.attribute("NameQualifier")
        serviceProviderQualifier = element.attribute("SPNameQualifier")
        serviceProvidedID = element.attribute("SPProvidedID")
    }
}
