import Device
import SubscriberAccount
import Testing

@Suite struct OperatingSystemTests {
    @Test("A system is called by family and version")
    func description() {
        #expect("\(OperatingSystem.iOS(6, 1))" == "iOS 6.1")
        #expect("\(OperatingSystem(.iPadOS, PlatformVersion(17, 0, 3)))" == "iPadOS 17.0.3")
        #expect("\(OperatingSystem.tvOS(9))" == "tvOS 9.0")
    }

    @Test("iPadOS counts as iOS in the framework's tables", arguments: OperatingSystem.Family.allCases)
    func accountPlatform(family: OperatingSystem.Family) {
        let system = OperatingSystem(family, PlatformVersion(10))
        #expect(system.accountPlatform == (family == .tvOS ? .tvOS : .iOS))
    }

    @Test("The framework is there from version 10 on", arguments: OperatingSystem.Family.allCases)
    func features(family: OperatingSystem.Family) {
        #expect(!OperatingSystem(family, PlatformVersion(9, 9, 9)).has(.accountManager))
        #expect(OperatingSystem(family, PlatformVersion(10)).has(.accountManager))
        #expect(OperatingSystem(family, PlatformVersion(10, 1)).has(.providerResponse) == (family == .tvOS))
    }
}
