import Device
import SubscriberAccount
import Testing

@testable import ClientStack

@Suite struct StorageEraTests {
    static let iOS = OperatingSystem(.iOS, PlatformVersion(9))

    @Test(
        "K-84, K-118, K-121: which storage there is depends on the SDK's version",
        arguments: [
            ("1.0", StorageEra.singleToken), ("1.6", .singleToken), ("1.6.9", .singleToken), ("1.7", .nestedMap),
            ("1.7.5", .nestedMap), ("1.10", .nestedMap), ("2.4", .nestedMap), ("3.0", .keychain), ("3.6.9", .keychain),
            ("3.7", .keychain370), ("3.8.3", .keychain370),
        ]
    )
    func byVersion(version: String, era: StorageEra) {
        #expect(StorageEra.of(Handset.sdk(version), on: Self.iOS) == era)
        #expect(StorageEra.of(Handset.sdk(version), on: OperatingSystem(.iPadOS, PlatformVersion(13))) == era)
    }

    @Test("K-131: tvOS has user defaults only, whatever the version", arguments: ["2.0", "3.0", "3.7", "3.8.3"])
    func television(version: String) {
        #expect(StorageEra.of(Handset.sdk(version), on: OperatingSystem(.tvOS, PlatformVersion(9))) == .userDefaults)
    }

    @Test("Every threshold names its source, and they ascend")
    func table() {
        for isTV in [true, false] {
            let rules = StorageEra.rules.filter { $0.isTV == isTV }
            #expect(rules.map(\.since) == rules.map(\.since).sorted())
            #expect(rules.allSatisfy { !$0.source.isEmpty })
        }
        #expect(Set(StorageEra.rules.map(\.era)) == Set(StorageEra.allCases))
    }

    @Test("K-140, K-143: each era imports from those before it, but for the keychain, which is migrated")
    func imported() {
        #expect(StorageEra.nestedMap.imported == [.singleToken])
        #expect(StorageEra.keychain370.imported == [.nestedMap, .singleToken])
        #expect(StorageEra.userDefaults.imported.isEmpty)
        #expect(StorageEra.keychain.imported == [.nestedMap, .singleToken])
    }

    @Test("K-121, K-122, K-128, K-131: the store is a pasteboard, a private file, user defaults or the keychain")
    func areas() throws {
        var phone = Handset(.iOS, PlatformVersion(6))
        try phone.install(.kite, sdk: Handset.sdk("1.6"))
        let id = Handset.App.kite.bundleID
        func stores(_ era: StorageEra) -> [StoreName] {
            StorageArea.areas(of: era, for: id, on: phone.device).map(\.store)
        }
        #expect(
            stores(.singleToken) == [
                .file(StorageArea.privateFile, bundleID: id), .pasteboard(StorageArea.singlePasteboard, team: nil),
            ]
        )
        #expect(stores(.nestedMap) == [.pasteboard(StorageArea.pasteboard, team: nil)])
        #expect(stores(.userDefaults) == [.userDefaults(bundleID: id)])
        #expect(stores(.keychain) == [.keychain(accessGroup: "TEAMKITE01")])
        #expect(StorageArea.areas(of: .nestedMap, for: "com.nobody", on: phone.device).isEmpty)
    }
}
