import PassAPI
import Testing

@testable import ClientStack

@Suite("Provider lists")
struct ProviderListsTests {
    /// Meadowlark with one property changed each, then the usual providers.
    static let variants: [MVPD] = {
        var hidden = Kite.meadowlark
        hidden.platformMappingID = "com.example.hidden"
        hidden.id = "Hidden"
        hidden.displayInPlatformPicker = false
        var off = Kite.meadowlark
        off.platformMappingID = "com.example.off"
        off.id = "Off"
        off.enablePlatformServices = false
        var unmapped = Kite.meadowlark
        unmapped.id = "Unmapped"
        unmapped.platformMappingID = nil
        var unknown = Kite.meadowlark
        unknown.platformMappingID = "com.example.unknown"
        unknown.id = "Unknown"
        unknown.boardingStatus = MVPD.BoardingStatus(rawValue: "supported")
        var none = Kite.meadowlark
        none.platformMappingID = "com.example.none"
        none.id = "None"
        none.boardingStatus = nil
        return [hidden, off, unmapped, unknown, none] + Kite.mvpds
    }()

    @Test(
        "K-29, K-33: listed are MVPDs with platform services, a place in the picker, a mapping id and a boarding status"
    )
    func listed() {
        let ids = ProviderLists.supported(Self.variants).map(\.id)
        #expect(ids == ["Meadowlark", "Sandpiper"])
    }

    @Test("K-34: featured are the onboarded ones")
    func featured() {
        #expect(ProviderLists.featured(Kite.mvpds).map(\.id) == ["Meadowlark"])
    }
}
