import Crypto
import Documents
import Foundation

/// An Apple configuration profile with one root certificate in it.
///
/// Its identifiers follow from the certificate, so that a profile that is installed again replaces itself.
struct MobileConfiguration: Encodable {
    private let content: [RootPayload]
    private let description =
        "Lets Kinescope record the traffic of this device. Remove it when the recording is made."
    private let displayName: String
    private let identifier: String
    private let organization = "Kinescope"
    private let type = "Configuration"
    private let uuid: String
    private let version = 1

    /// A profile for the certificate `der`, whose SHA-256 is `digest`; `name` is shown to the user.
    init(der: [UInt8], digest: [UInt8], name: String) {
        let short = Hexadecimal.text(of: digest.prefix(8))
        identifier = "kinescope.certificate-authority.\(short)"
        displayName = name
        uuid = Self.identifier(digest, purpose: "profile")
        content = [
            RootPayload(
                certificate: Data(der),
                displayName: name,
                identifier: identifier + ".root",
                uuid: Self.identifier(digest, purpose: "root")
            )
        ]
    }

    /// The profile as a property list in XML.
    func serialized() throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return Array(try encoder.encode(self))
    }

    /// A UUID of version 8, which leaves the bits to its maker (RFC 9562, 5.8).
    private static func identifier(_ digest: [UInt8], purpose: String) -> String {
        var bytes = Array(SHA256.hash(data: digest + Array(purpose.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Hexadecimal.text(of: CollectionOfOne(byte), isUpper: true)
        }
        return text
    }

    private enum CodingKeys: String, CodingKey {
        case content = "PayloadContent"
        case description = "PayloadDescription"
        case displayName = "PayloadDisplayName"
        case identifier = "PayloadIdentifier"
        case organization = "PayloadOrganization"
        case type = "PayloadType"
        case uuid = "PayloadUUID"
        case version = "PayloadVersion"
    }

    /// The certificate in it.
    private struct RootPayload: Encodable {
        let certificate: Data
        let fileName = "kinescope.cer"
        let displayName: String
        let identifier: String
        let type = "com.apple.security.root"
        let uuid: String
        let version = 1

        private enum CodingKeys: String, CodingKey {
            case certificate = "PayloadContent"
            case fileName = "PayloadCertificateFileName"
            case displayName = "PayloadDisplayName"
            case identifier = "PayloadIdentifier"
            case type = "PayloadType"
            case uuid = "PayloadUUID"
            case version = "PayloadVersion"
        }
    }
}
