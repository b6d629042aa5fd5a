import ClientStack
import Device
import Services
import SubscriberAccount
import Testing
import VirtualTime

@testable import Simulation

@Suite struct OptionTableTests {
    @Test("A decision is set by its name, read as text, and refused where it cannot be so")
    func settings() throws {
        var options = ClientOptions()
        try ClientOptions.table.apply(
            [
                .init("poll-interval", "1m"), .init("registration-code-ttl", "7"), .init("uses-platform-sign-on", "no"),
                .init("token-check", "read-authentication-token"),
            ],
            to: &options
        )
        #expect(options.pollInterval == .seconds(60))
        #expect(options.registrationCodeTTL == 7)
        #expect(!options.usesPlatformSignOn)
        #expect(options.tokenCheck == .readAuthenticationToken)
        #expect(ClientOptions.table.option(named: "registration-code-ttl")?.read(options) == "7")
        #expect(throws: OptionError.unknownName("pol", known: ClientOptions.table.options.map(\.name))) {
            try ClientOptions.table.apply([.init("pol", "")], to: &options)
        }
        let error = #expect(throws: OptionError.self) {
            try ClientOptions.table.apply([.init("registration-code-ttl", "-1")], to: &options)
        }
        #expect(error?.description == "the option registration-code-ttl cannot be \"-1\"")
    }

    @Test("Lists, versions, refusals and numbers in a range have forms of their own")
    func forms() throws {
        var quirks = ServiceQuirks()
        try ServiceQuirks.table.apply(
            [
                .init("device-mismatch", "bad-request 34763"), .init("encrypted-metadata", "zip, uid"),
                .init("saml-layout", "attributes-flush"), .init("unauthenticated-media-status", "412"),
            ],
            to: &quirks
        )
        #expect(quirks.unauthenticatedMediaStatus == 412)
        #expect(quirks.deviceMismatch == .badRequest(reason: "34763"))
        #expect(quirks.provider.encryptedMetadata == ["zip", "uid"])
        for (name, value) in [
            ("unauthenticated-media-status", "99"), ("unauthenticated-media-status", "600"),
            ("device-mismatch", "bad-request"), ("keeps-decisions", "perhaps"),
        ] {
            #expect(ServiceQuirks.table.option(named: name)?.accepts(value) == false, "\(name)")
        }
        var app = AccessEnablerConfiguration(bundleID: "a", requestor: "b")
        try AccessEnablerConfiguration.table.apply(
            [
                .init("integrity-check", "all"), .init("play", "check-authorization"),
                .init("identifier-since-ios-7", "advertising-identifier"),
            ],
            to: &app
        )
        #expect(app.integrityCheck == .all)
        #expect(app.options.storage.identifierSinceIOS7 == .advertisingIdentifier)
        #expect(app.app.play == .checkAuthorization)
        #expect(StorageOptions.table.option(named: "boundary")?.values == .words(["exclusive", "inclusive"]))
    }

    @Test("Every default can be written as it is read")
    func defaults() {
        check(ClientOptions.table, ClientOptions())
        check(BrowserOptions.table, BrowserOptions())
        check(AccessEnablerConfiguration.table, AccessEnablerConfiguration(bundleID: "a", requestor: "b"))
        check(DeviceOptions.table, DeviceOptions())
        check(ServiceQuirks.table, ServiceQuirks())
    }

    private func check<Root: Equatable>(_ table: OptionTable<Root>, _ root: Root) {
        #expect(Set(table.options.map(\.name)).count == table.options.count, "two options of one name")
        for option in table.options {
            var copy = root
            let text = option.read(root)
            #expect(option.write(&copy, text) && copy == root, "\(option.name): \(text)")
            #expect(option.accepts(text) || text.isEmpty, "\(option.name): \(text)")
            guard case .words(let words) = option.values else { continue }
            for word in words { #expect(option.write(&copy, word) && option.read(copy) == word, "\(option.name)") }
        }
    }

    @Test("Every property has a name in its table")
    func complete() {
        expect(ClientOptions.table, names: ClientOptions(), except: ["on-throttled"])
        expect(BrowserOptions.table, names: BrowserOptions(), except: ["keeps-headers"])
        expect(AccessEnablerOptions.table, StorageOptions.table, names: AccessEnablerOptions(), except: ["storage"])
        expect(StorageOptions.table, names: StorageOptions())
        expect(HostAppOptions.table, names: HostAppOptions())
        expect(DeviceAssumptions.table, names: DeviceAssumptions())
        expect(PlatformAssumptions.table, names: PlatformAssumptions())
        expect(
            ServiceQuirks.table,
            ProviderQuirks.table,
            names: ServiceQuirks(),
            except: ["open-operations", "provider"]
        )
        expect(ProviderQuirks.table, names: ProviderQuirks())
    }

    private func expect<Root>(_ table: OptionTable<Root>, names root: Root, except: Set<String> = []) {
        expect(table, OptionTable<Int>([]), names: root, except: except)
    }

    /// `part` is the table of a property whose options stand among the others.
    private func expect<Root, Part>(
        _ table: OptionTable<Root>,
        _ part: OptionTable<Part>,
        names root: Root,
        except: Set<String> = []
    ) {
        func flat(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }
        let properties = Mirror(reflecting: root).children.compactMap(\.label).map(flat)
        let excepted = except.map(flat)
        let parts = part.options.map(\.name)
        let names = table.options.map(\.name).filter { !parts.contains($0) }.map(flat)
        #expect(properties.filter { !names.contains($0) && !excepted.contains($0) } == [])
        #expect(names.filter { name in !properties.contains(name) && !excepted.contains { name.hasPrefix($0) } } == [])
    }

    @Test(
        "Swift's names become names in kebab case",
        arguments: [("byVersion", "by-version"), ("a b", "a-b"), ("a", "a")]
    )
    func kebab(name: String, text: String) {
        #expect(name.kebabCase == text)
    }
}
