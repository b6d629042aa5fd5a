import Documents
public import VirtualTime

/// What the partner's framework says of the user, as `AP-Partner-Framework-Status` tells Adobe: JSON in Base64
/// (rest-api-v2.md §3.4).
public struct PartnerFrameworkStatus: Hashable, Sendable {
    public static let header = "AP-Partner-Framework-Status"

    /// The permissions that there are, by Apple's names.
    static let permissions: Set<String> = ["granted", "denied", "restricted", "notDetermined"]

    /// The permission by Apple's name: `granted`, `denied`, `restricted`, `notDetermined`; nil where it is missing.
    public var accessStatus: String?
    /// The partner's id of the provider, not Adobe's id of the MVPD; nil where nobody is signed in.
    public var providerID: String?
    /// The end of the user's session at the partner.
    public var expirationDate: Instant?

    /// A status of these parts.
    public init(accessStatus: String?, providerID: String? = nil, expirationDate: Instant? = nil) {
        (self.accessStatus, self.providerID, self.expirationDate) = (accessStatus, providerID, expirationDate)
    }

    /// The status in a header's value; nil if it cannot be read.
    public init?(decoding value: String) {
        guard let bytes = try? Base64.read(value.utf8, allowsTrailingBits: true).bytes,
            let object = try? JSONValue(parsing: bytes), object["frameworkPermissionInfo"]?.object != nil
        else { return nil }
        accessStatus = object["frameworkPermissionInfo"]?["accessStatus"]?.string
        let provider = AnswerNode.json(object["frameworkProviderInfo"] ?? .null)
        providerID = provider.string("id").flatMap { $0.isEmpty ? nil : $0 }
        // Milliseconds in a string; numbers are understood, too.
        expirationDate = provider.milliseconds("expirationDate")
    }

    /// The header's value.
    public var headerValue: String {
        let provider = JSONObject.answer([
            ("id", .text(providerID)), ("expirationDate", .milliseconds(expirationDate)),
        ])
        let object: JSONObject = [
            "frameworkPermissionInfo": .object(.answer([("accessStatus", .text(accessStatus))])),
            "frameworkProviderInfo": .object(provider),
        ]
        return Base64.encode(JSONValue.object(object).serializedBytes)
    }
}
