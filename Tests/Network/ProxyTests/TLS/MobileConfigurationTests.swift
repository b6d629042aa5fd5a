import Foundation
import Testing

@testable import Proxy

@Suite struct MobileConfigurationTests {
    private func profile(_ authority: CertificateAuthority) throws -> [String: Any] {
        let list = try PropertyListSerialization.propertyList(from: Data(authority.mobileConfiguration), format: nil)
        return try #require(list as? [String: Any])
    }

    @Test("The profile holds the certificate as a root, under the name that a trust store shows")
    func content() throws {
        let authority = try CertificateAuthority.make(machine: "atlas", now: AuthorityFolder.now)
        let profile = try profile(authority)
        #expect(profile["PayloadType"] as? String == "Configuration")
        #expect(profile["PayloadVersion"] as? Int == 1)
        #expect(profile["PayloadDisplayName"] as? String == authority.subject)
        let payloads = try #require(profile["PayloadContent"] as? [[String: Any]])
        let root = try #require(payloads.first)
        #expect(payloads.count == 1)
        #expect(root["PayloadType"] as? String == "com.apple.security.root")
        #expect(root["PayloadVersion"] as? Int == 1)
        #expect(root["PayloadContent"] as? Data == Data(authority.der))
        #expect(String(decoding: authority.mobileConfiguration, as: UTF8.self).hasPrefix("<?xml"))
    }

    @Test("Its identifiers follow from the certificate: installed again it replaces itself, and no other")
    func identifiers() throws {
        let folder = AuthorityFolder()
        let first = try folder.loadOrMake()
        #expect(try folder.loadOrMake().mobileConfiguration == first.mobileConfiguration)
        let other = try CertificateAuthority.make(machine: "atlas", now: AuthorityFolder.now)
        var identifiers: [String] = []
        for profile in [try profile(first), try profile(other)] {
            let root = try #require((profile["PayloadContent"] as? [[String: Any]])?.first)
            for object in [profile, root] {
                let uuid = try #require(object["PayloadUUID"] as? String)
                #expect(UUID(uuidString: uuid)?.uuidString == uuid)
                identifiers.append(uuid)
                identifiers.append(try #require(object["PayloadIdentifier"] as? String))
            }
        }
        #expect(Set(identifiers).count == 8)
    }
}
