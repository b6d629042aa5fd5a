import Documents
package import Exchanges

/// A way in which a header of REST API V2 does not say what it is for (rest-api-v2.md §3.2 to §3.4).
public enum HeaderFault: String, Hashable, Sendable, CaseIterable {
    /// It is percent-encoded, which is V1's form of it.
    case percentEncoded
    case notBase64
    /// What its Base64 holds is no JSON object.
    case notJSON
    /// It is without `fingerprint`, or holds nothing behind it.
    case notFingerprint
    /// The permission is missing, or is none of Apple's four.
    case unknownPermission
    /// An id or a date that is no text.
    case notText

    /// The faults of the headers of a call, by header, at most one of each.
    package static func all(in headers: HeaderFields) -> [(header: String, fault: HeaderFault)] {
        let checks: [(String, (String) -> HeaderFault?)] = [
            (DeviceIdentifier.header, { DeviceIdentifier.isReadable($0) ? nil : .notFingerprint }),
            ("X-Device-Info", { fault(inInformation: $0) }), (PartnerFrameworkStatus.header, { fault(inStatus: $0) }),
        ]
        return checks.compactMap { name, check in
            headers[first: name].flatMap(check).map { (name, $0) }
        }
    }

    private static func fault(inInformation value: String) -> HeaderFault? {
        if value.utf8.contains(UInt8(ascii: "%")) { return .percentEncoded }
        guard let bytes = try? Base64.decode(value, padding: .optional) else { return .notBase64 }
        return (try? JSONValue(parsing: bytes))?.object == nil ? .notJSON : nil
    }

    private static func fault(inStatus value: String) -> HeaderFault? {
        if value.utf8.contains(UInt8(ascii: "%")) { return .percentEncoded }
        guard let bytes = try? Base64.decode(value, padding: .optional) else { return .notBase64 }
        guard let status = (try? JSONValue(parsing: bytes))?.object else { return .notJSON }
        let access = status["frameworkPermissionInfo"]?["accessStatus"]?.string
        guard let access, PartnerFrameworkStatus.permissions.contains(access) else { return .unknownPermission }
        let provider = status["frameworkProviderInfo"]
        let values = [provider?["id"], provider?["expirationDate"]].compactMap(\.self)
        return values.contains { $0 != .null && $0.string == nil } ? .notText : nil
    }
}
