public import VirtualTime

/// A name and a value that something holds.
public struct InspectedField: Hashable, Sendable {
    /// The name in its place, with a path where it is nested: `info.deviceId`; the code, for what the input has no name for.
    public var name: String
    /// The code, for what is not a field of the input's own.
    public var code: InspectedFieldCode?
    /// The value as it stands.
    public var value: Value
    /// The meaning of the value, where that is not plain.
    public var reading: Reading?

    /// The kinds of values.
    public enum Value: Hashable, Sendable {
        case text(String)
        /// A number of bytes, things or milliseconds.
        case number(Int64)
        /// Yes or no.
        case truth(Bool)
        /// Some texts, one of which holds.
        case list([String])
    }

    /// The meanings that a value can have.
    public enum Reading: Hashable, Sendable {
        case instant(Instant)
        /// A length of time.
        case span(Duration)
        /// Another text, such as that of Base64.
        case text(String)
        /// What is known of the value.
        case remark(Remark)
    }

    /// What can be known of a value.
    public enum Remark: String, Hashable, Sendable, CaseIterable {
        /// The attribute has no value.
        case noValue
        case emptyValue
        /// The value is null in XML's way.
        case null
        /// The value is made of elements, all of which are shown.
        case elements
        /// The value is made of elements, not all of which are shown.
        case truncatedElements
        /// What it is about is encrypted.
        case encrypted
        /// It is an extension that is not read.
        case unreadExtension
        /// Its owner does not document it.
        case notDocumented
        case notVerified
    }

    init(_ name: String, _ value: String, reading: Reading? = nil) {
        self.name = name
        self.value = .text(value)
        self.reading = reading
    }

    init(_ code: InspectedFieldCode, _ value: Value, of name: String? = nil, reading: Reading? = nil) {
        self.name = name ?? code.rawValue
        self.code = code
        self.value = value
        self.reading = reading
    }
}

/// The code of something that the input has no name for.
public enum InspectedFieldCode: String, Hashable, Sendable, CaseIterable {
    // A SAML response.
    case responseID = "responseId"
    case issuer, issuedAt, destination, inResponseTo, status, statusMessage
    case encryptedAssertionCount, responseSignature, assertionSignature, signatureAlgorithm
    // Its assertion.
    case assertionID = "assertionId"
    case assertionIssuer, assertionIssuedAt, notBefore, notOnOrAfter, audience, isForOneTimeUse
    case authenticatedAt, sessionIndex, sessionExpiresAt, authenticationContext
    case attribute, encryptedAttributeCount
    // The assertion's subject.
    case nameID = "nameId"
    case nameIDFormat = "nameIdFormat"
    case nameIDQualifier = "nameIdQualifier"
    case nameIDServiceProviderQualifier = "nameIdServiceProviderQualifier"
    case confirmationMethod, confirmationNotBefore, confirmationNotOnOrAfter, confirmationRecipient
    case confirmationInResponseTo, confirmationAddress
    // Tokens and dates.
    case signatureBytes, authorizedResource, payload, date, millisecondsSince1970
}
