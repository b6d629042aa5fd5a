import PassAPI
import Services
import Testing

@testable import Simulation

@Suite struct ServiceChangesTests {
    @Test("No changes leave a back end as it is")
    func nothing() throws {
        #expect(try ServiceChanges().applied(to: .example) == .example)
    }

    @Test("What is named changes, the rest stays")
    func changes() throws {
        var changes = ServiceChanges()
        changes.clockOffset = .seconds(-30)
        changes.latency = .milliseconds(1)
        changes.lifetimes.media = .seconds(420)
        changes.quirks = [.init("code-length", "6")]
        var kite = ServiceChanges.Requestor(id: "KITETV")
        kite.lifetimes.authorization = .seconds(60)
        var meadowlark = ServiceChanges.Integration(mvpd: "Meadowlark")
        meadowlark.isSingleSignOnEnabled = false
        meadowlark.preauthorizationLimit = 1
        kite.integrations = [meadowlark, .init(mvpd: "Lakeside")]
        changes.requestors = [kite, .init(id: "NEWTV")]
        var lakeside = ServiceChanges.Provider(id: "Lakeside")
        lakeside.boardingStatus = .supported
        lakeside.subscribers = [.init(user: "heron")]
        var juniper = ServiceChanges.Provider(id: "Juniper")
        juniper.displayName = "Juniper 2"
        juniper.subscribers = [.init(user: "wren", resources: [])]
        changes.providers = [lakeside, juniper]

        let result = try changes.applied(to: .example)
        #expect(result.clockOffset == .seconds(-30) && result.latency == .milliseconds(1))
        #expect(result.lifetimes.media == .seconds(420))
        #expect(result.lifetimes.authentication == TwinConfiguration.example.lifetimes.authentication)
        #expect(result.quirks.codeLength == 6)
        #expect(result.requestors.map(\.id) == ["KITETV", "HARBORTV", "NEWTV"])
        #expect(result.requestors[0].lifetimes.authorization == .seconds(60))
        #expect(result.requestors[0].domains == TwinConfiguration.example.requestors[0].domains)
        let integrations = result.requestors[0].integrations
        #expect(integrations.map(\.mvpd) == ["Meadowlark", "Northwind", "Juniper", "TempPass", "Lakeside"])
        #expect(!integrations[0].isSingleSignOnEnabled && integrations[0].preauthorizationLimit == 1)
        #expect(integrations[0].isEnabled)
        #expect(result.providers.map(\.listing.id) == ["Meadowlark", "Northwind", "Juniper", "TempPass", "Lakeside"])
        #expect(result.providers[4].listing.displayName == "Lakeside")
        #expect(result.providers[4].subscribers.map(\.user) == ["heron"])
        #expect(result.providers[2].listing.displayName == "Juniper 2")
        #expect(result.providers[2].subscribers.map(\.user) == ["wren", "finch"])
        #expect(result.providers[2].subscribers[0].resources == [])
    }

    @Test("A quirk that there is not is refused")
    func unknownQuirk() {
        var changes = ServiceChanges()
        changes.quirks = [.init("colour", "red")]
        #expect(throws: OptionError.self) { try changes.applied(to: .example) }
    }
}
