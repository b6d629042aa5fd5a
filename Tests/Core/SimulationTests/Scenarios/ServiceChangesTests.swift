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
        changes.quirks = [.init("keeps-decisions", "no")]
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
        #expect(result.lifetimes.authentication == ServiceConfiguration.example.lifetimes.authentication)
        #expect(!result.quirks.keepsDecisions)
        #expect(result.requestors.map(\.id) == ["KITETV", "HARBORTV", "NEWTV"])
        #expect(result.requestors[0].lifetimes.authorization == .seconds(60))
        #expect(result.requestors[0].domains == ServiceConfiguration.example.requestors[0].domains)
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

    @Test("Where every name signs in, naming subscribers ends that; other changes leave it")
    func everyName() throws {
        var service = ServiceConfiguration.example
        for index in service.providers.indices { service.providers[index].takesEveryName = true }
        var changes = ServiceChanges()
        var meadowlark = ServiceChanges.Provider(id: "Meadowlark")
        meadowlark.subscribers = [.init(user: "heron")]
        var northwind = ServiceChanges.Provider(id: "Northwind")
        northwind.displayName = "Northwind 2"
        changes.providers = [meadowlark, northwind]
        let result = try changes.applied(to: service)
        #expect(result.providers.map(\.takesEveryName) == [false, true, true, true])
    }

    @Test("A subscriber who is named is replaced as a whole; the others, and other MVPDs' of that name, stay")
    func subscribers() throws {
        var moved = ServiceConfiguration.Subscriber(user: "wren", resources: ["KITE2"])
        moved.metadata = [.init("zip", "10001")]
        // Without metadata, and with everything in the package.
        let bare = ServiceConfiguration.Subscriber(user: "finch")
        let new = ServiceConfiguration.Subscriber(user: "heron", resources: [])
        var meadowlark = ServiceChanges.Provider(id: "Meadowlark")
        meadowlark.subscribers = [new, moved]
        var juniper = ServiceChanges.Provider(id: "Juniper")
        juniper.subscribers = [bare]
        var changes = ServiceChanges()
        changes.providers = [meadowlark, juniper]

        var expected = ServiceConfiguration.example
        expected.providers[0].subscribers = [moved, expected.providers[0].subscribers[1], new]
        expected.providers[2].subscribers = [expected.providers[2].subscribers[0], bare]
        #expect(try changes.applied(to: .example) == expected)
    }

    /// The statements about Northwind, and their changes in how it is listed.
    static let listing: [(change: @Sendable (inout ServiceChanges.Provider) -> Void, @Sendable (inout MVPD) -> Void)] =
        [
            ({ $0.displayName = "N" }, { $0.displayName = "N" }),
            ({ $0.logoURL = "https://n.example" }, { $0.logoURL = "https://n.example" }),
            ({ $0.enablePlatformServices = false }, { $0.enablePlatformServices = false }),
            ({ $0.boardingStatus = .supported }, { $0.boardingStatus = .supported }),
            ({ $0.displayInPlatformPicker = false }, { $0.displayInPlatformPicker = false }),
            ({ $0.platformMappingID = "n" }, { $0.platformMappingID = "n" }),
            ({ $0.requiredMetadataFields = ["n"] }, { $0.requiredMetadataFields = ["n"] }),
            ({ $0.isTempPass = true }, { $0.isTempPass = true }),
        ]

    @Test("Of an MVPD each thing that is named changes alone", arguments: listing.indices)
    func provider(index: Int) throws {
        var northwind = ServiceChanges.Provider(id: "Northwind")
        Self.listing[index].0(&northwind)
        var changes = ServiceChanges()
        changes.providers = [northwind]
        var expected = ServiceConfiguration.example
        Self.listing[index].1(&expected.providers[1].listing)
        #expect(expected != .example)
        #expect(try changes.applied(to: .example) == expected)
    }

    /// The statements about an integration, and their changes.
    static let terms:
        [(
            change: @Sendable (inout ServiceChanges.Integration) -> Void,
            @Sendable (inout ServiceConfiguration.Integration) -> Void
        )] = [
            ({ $0.isEnabled = false }, { $0.isEnabled = false }),
            ({ $0.isSingleSignOnEnabled = false }, { $0.isSingleSignOnEnabled = false }),
            ({ $0.isAuthenticationPerRequestor = true }, { $0.isAuthenticationPerRequestor = true }),
            ({ $0.isPassiveAuthenticationEnabled = false }, { $0.isPassiveAuthenticationEnabled = false }),
            ({ $0.preauthorizationLimit = 9 }, { $0.preauthorizationLimit = 9 }),
            ({ $0.lifetimes.media = .seconds(9) }, { $0.lifetimes.media = .seconds(9) }),
        ]

    @Test("Of an integration each thing that is named changes alone, for that requestor", arguments: terms.indices)
    func integration(index: Int) throws {
        var northwind = ServiceChanges.Integration(mvpd: "Northwind")
        Self.terms[index].0(&northwind)
        var harbor = ServiceChanges.Requestor(id: "HARBORTV")
        harbor.integrations = [northwind]
        var changes = ServiceChanges()
        changes.requestors = [harbor]
        var expected = ServiceConfiguration.example
        Self.terms[index].1(&expected.requestors[1].integrations[1])
        #expect(expected != .example)
        #expect(try changes.applied(to: .example) == expected)
    }

    @Test("A quirk that there is not is refused")
    func unknownQuirk() {
        var changes = ServiceChanges()
        changes.quirks = [.init("colour", "red")]
        #expect(throws: OptionError.self) { try changes.applied(to: .example) }
    }
}
