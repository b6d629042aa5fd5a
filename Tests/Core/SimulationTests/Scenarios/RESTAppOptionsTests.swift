import ClientStack
import Simulation
import Testing

@Suite struct RESTAppOptionsTests {
    @Test("An app is the documents' client until a row of its behavior says otherwise")
    func difference() throws {
        var options = RESTAppOptions()
        try RESTAppOptions.table.apply(
            [.init("poll-interval", "2s"), .init("token-check", "read-authentication-token")],
            to: &options
        )
        #expect(!options.differsFromDocuments)
        #expect(options.client.pollInterval == .seconds(2))
        #expect(options.behavior.pollInterval == .seconds(2))
        try RESTAppOptions.table.apply([.init("authorization", "when-expired")], to: &options)
        #expect(options.differsFromDocuments)
    }

    @Test("In a scenario an app with a behavior of its own does what its options say")
    func scenario() throws {
        var setup = Kite.setup()
        setup.devices[0].apps[0].options = [
            .init("sign-in-start", "menu"), .init("launch-calls", "none"), .init("authorization", "when-expired"),
            .init("after-sign-in", "v1.usermetadata"),
        ]
        let run = try Kite.run(setup, [Kite.signIn("Juniper"), .play("KITE1"), .play("KITE1")])
        let calls = run.world.timeline.events.filter { $0.actor == .client }.map(\.kind)
            .filter { $0.hasPrefix("v1.") && $0 != "v1.authn.read" }
        #expect(
            calls == ["v1.regcode.create", "v1.usermetadata", "v1.authorize", "v1.media", "v1.media"],
            "\(calls)"
        )
    }

    @Test("No name stands twice")
    func names() {
        let names = RESTAppOptions.table.options.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count == ClientOptions.table.options.count + ClientBehavior.table.options.count - 1)
    }

    @Test("Every row reads what it wrote", arguments: ClientBehavior.table.options.map(\.name))
    func rows(name: String) throws {
        let row = try #require(ClientBehavior.table.option(named: name))
        var behavior = ClientBehavior()
        let values: [String] =
            switch row.values {
            case .words(let words), .forms(let words): words
            case .duration: ["2s"]
            default: ["3"]
            }
        for value in values {
            #expect(row.accepts(value))
            #expect(row.write(&behavior, value))
            #expect(row.read(behavior) == value)
        }
        #expect(!row.accepts("neither this, nor that"))
    }
}
