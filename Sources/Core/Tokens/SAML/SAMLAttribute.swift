public import Documents

/// An attribute of the subject (SAML core §2.7.3.1).
public struct SAMLAttribute: Hashable, Sendable {
    /// One value of an attribute.
    public enum Value: Hashable, Sendable {
        /// Text, which may be empty: an empty value is not the same as none.
        case text(String)
        /// A value that says it is none, `xsi:nil="true"`.
        case null
        /// A value that holds elements.
        case elements([XMLElement])
    }

    /// The name, unique only together with its format.
    public let name: String
    /// The format of the name, as a URI.
    public let nameFormat: String?
    /// The name for people.
    public let friendlyName: String?
    /// The values in order; none where the attribute is named without a value.
    public let values: [Value]

    /// The format of a name that has none (SAML core §2.7.3.1).
    static let unspecifiedFormat = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"

    init(_ element: XMLElement) throws(SAMLError) {
        name = try element.required("Name")
        nameFormat = element.attribute("NameFormat")
        friendlyName = element.attribute("FriendlyName")
        var values: [Value] = []
        var index = 0
        while let value = element.element("AttributeValue", in: SAMLNamespace.assertion, from: &index) {
            values.append(Value(value))
        }
        self.values = values
    }
}

extension SAMLAttribute.Value {
    fileprivate init(_ element: XMLElement) {
        if element.isNil {
            self = .null
        } else {
            self = element.hasElements ? .elements(element.elements) : .text(element.text)
        }
    }
}
