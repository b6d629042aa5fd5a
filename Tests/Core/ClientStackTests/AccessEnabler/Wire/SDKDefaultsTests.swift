import Device
import Testing

@testable import ClientStack

/// The data that the SDK keeps for its app alone: whose goes, and whose stays.
@Suite struct SDKDefaultsTests {
    private static let own = SDKDefaults(bundleID: "com.kite.tv")
    private static let other = SDKDefaults(bundleID: "com.kite.sports")

    /// Two apps with credentials, each with a session from the platform for two requestors.
    private static func device() -> Device {
        var device = SDKDialogue(.init(3, 7)).device
        for defaults in [own, other] {
            let credentials = ClientCredentials(clientID: defaults.bundleID, clientSecret: "secret")
            _ = defaults.keep(credentials, on: &device)
            for requestor in ["KITETV", "HARBORTV"] {
                _ = defaults.keep(platformSession: "guid \(requestor)", of: requestor, on: &device)
            }
        }
        return device
    }

    private static func sessions(_ device: Device) -> [String?] {
        [own, other].flatMap { defaults in
            ["KITETV", "HARBORTV"].map { defaults.platformSession(of: $0, on: device) }
        }
    }

    @Test("The session of one requestor is forgotten alone; another's, and another app's, stay")
    func requestor() {
        var device = Self.device()
        #expect(Self.own.forgetPlatformSession(of: "KITETV", on: &device, because: .cancelled).count == 1)
        #expect(Self.sessions(device) == [nil, "guid HARBORTV", "guid KITETV", "guid HARBORTV"])
        #expect(Self.own.forgetPlatformSession(of: "KITETV", on: &device, because: .cancelled).isEmpty)
        #expect(Self.own.credentials(on: device)?.clientID == "com.kite.tv")
    }

    @Test("K-138: a logout forgets the sessions of all requestors of its app; credentials and other apps' stay")
    func all() {
        var device = Self.device()
        _ = Self.own.forgetPlatformSession(of: nil, on: &device, because: .logout)
        #expect(Self.sessions(device) == [nil, nil, "guid KITETV", "guid HARBORTV"])
        #expect(Self.own.credentials(on: device)?.clientID == "com.kite.tv")
        #expect(Self.other.credentials(on: device)?.clientID == "com.kite.sports")
    }
}
