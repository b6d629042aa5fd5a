import SubscriberAccount
import Testing

@Suite struct AccountApplicationProviderTests {
    @Test(
        "A request keeps the app's own entries in their order; one of the same name and another identifier is another"
    )
    func entries() {
        var request = AccountMetadataRequest()
        let own = AccountApplicationProvider(localizedDisplayName: "Kite Direct", identifier: "kite")
        let other = AccountApplicationProvider(localizedDisplayName: "Kite Direct", identifier: "kite-plus")
        request.applicationAccountProviders = [other, own]
        #expect(request.applicationAccountProviders?.map(\.identifier) == ["kite-plus", "kite"])
        var changed = request
        changed.applicationAccountProviders = [other, other]
        #expect(changed != request)
    }
}
