import Documents
import Inspection
import Tokens
import VirtualTime

extension InspectedField {
    /// The name for people.
    var title: String {
        switch code {
        case nil: name
        case .attribute?: "attribute \(name)"
        case let code?: code.title
        }
    }

    /// The value for people.
    var valueText: String {
        switch value {
        case .text(let text): text
        case .number(let number): code == .signatureBytes ? CountedNoun.text(Int(number), "byte") : "\(number)"
        case .truth(let truth): truth ? "yes" : "no"
        case .list(let texts): texts.joined(separator: " or ")
        }
    }

    /// The meaning of the value for people; nil where the value is plain.
    var meaning: String? {
        switch reading {
        case .instant(let instant)?: instant.description
        case .span(let span)?: Self.spanText(span)
        case .text(let text)?: text
        case .remark(let remark)?: remark.words
        case nil: value == .text("") ? "empty" : nil
        }
    }

    /// A span in the largest unit that divides it: `7 min`, `90 s`, `1500 ms`.
    private static func spanText(_ span: Duration) -> String {
        let milliseconds = milliseconds(span)
        let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s")]
        for (size, unit) in units where milliseconds != 0 && milliseconds.isMultiple(of: size) {
            return "\(milliseconds / size) \(unit)"
        }
        return "\(milliseconds) ms"
    }
}

extension InspectedField.Remark {
    /// The remark in words.
    fileprivate var words: String {
        switch self {
        case .noValue: "no value"
        case .emptyValue: "empty value"
        case .null: "xsi:nil"
        case .elements: "elements"
        case .truncatedElements: "elements, truncated"
        case .encrypted: "encrypted"
        case .unreadExtension: "an extension that is not read"
        case .notDocumented: "not documented"
        case .notVerified: "not verified"
        }
    }
}

extension InspectedFieldCode {
    /// The name for people.
    fileprivate var title: String {
        switch self {
        case .responseID: "ID"
        case .issuer: "issuer"
        case .issuedAt: "issued"
        case .destination: "destination"
        case .inResponseTo: "in response to"
        case .status: "status"
        case .statusMessage: "status message"
        case .encryptedAssertionCount: "encrypted assertions"
        case .responseSignature: "signature over response"
        case .assertionSignature: "signature over assertion"
        case .signatureAlgorithm: "signature algorithm"
        case .assertionID: "assertion ID"
        case .assertionIssuer: "assertion issuer"
        case .assertionIssuedAt: "assertion issued"
        case .notBefore: "not before"
        case .notOnOrAfter: "not on or after"
        case .audience: "audience"
        case .isForOneTimeUse: "one-time use"
        case .authenticatedAt: "authenticated"
        case .sessionIndex: "session index"
        case .sessionExpiresAt: "session expires"
        case .authenticationContext: "authentication context"
        case .attribute: "attribute"
        case .encryptedAttributeCount: "encrypted attributes"
        case .nameID: "NameID"
        case .nameIDFormat: "NameID format"
        case .nameIDQualifier: "NameID qualifier"
        case .nameIDServiceProviderQualifier: "NameID service provider qualifier"
        case .confirmationMethod: "confirmation"
        case .confirmationNotBefore: "confirmation not before"
        case .confirmationNotOnOrAfter: "confirmation not on or after"
        case .confirmationRecipient: "confirmation recipient"
        case .confirmationInResponseTo: "confirmation in response to"
        case .confirmationAddress: "confirmation address"
        case .signatureBytes: "signature"
        case .authorizedResource: "authorized resource"
        case .payload: "payload"
        case .date: "date"
        case .millisecondsSince1970: "milliseconds since 1970"
        }
    }
}
