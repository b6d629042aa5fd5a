import SubscriberAccount
import Testing

@Suite struct AccountAccessStatusTests {
    @Test("Names and raw values are Apple's, both ways")
    func names() {
        #expect(AccountAccessStatus.allCases.map(\.name) == ["notDetermined", "restricted", "denied", "granted"])
        #expect(AccountAccessStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
        for status in AccountAccessStatus.allCases { #expect(AccountAccessStatus(name: status.name) == status) }
        #expect(AccountAccessStatus(name: "Granted") == nil)
    }
}
