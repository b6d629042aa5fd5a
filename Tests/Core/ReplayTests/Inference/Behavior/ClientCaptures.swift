import Checkout
import Exchanges
import Foundation
import PassAPI
import Replay
import Simulation
import VirtualTime

/// The captures of other people's clients (Recordings/captures/clients/README.md).
enum ClientCaptures {
    static let names = [
        "applicaster-sign-on", "clientless-denied", "clientless-sign-on", "eplus-espn-authz-expired-second-play",
        "eplus-espn-sign-on",
        "eplus-gotham-sign-on", "eplus-nesn-sign-on", "kodi-espn3-authz-expired-second-play", "kodi-espn3-denied",
        "kodi-espn3-logout",
        "kodi-espn3-sign-on", "kodi-native-authn-expired-second-play", "kodi-native-sign-on", "kodi-rest2-sign-on",
        "secondscreen-both",
        "secondscreen-sign-on",
    ]

    private static let folder = Checkout.top.appending(path: "Recordings/captures/clients")

    /// The capture of this name.
    static func recording(_ name: String) throws -> Recording {
        let archive = try Data(contentsOf: folder.appending(path: name + ".har"))
        return try HAR.recording(parsing: Array(archive))
    }

    /// The operations that the app requests when a fork of `name` at its end plays `resource` after `wait`.
    static func requests(
        after name: String,
        wait: Duration,
        client: ClientChoice = ClientChoice(),
        resource: String = "KITE1"
    ) throws -> [PassAPI.Operation] {
        let run = try self.run(after: name, wait: wait, client: client, resource: resource)
        let events = run.world.timeline.events.drop { $0.kind != "fork" }
        return events.filter { $0.actor == .client }.compactMap { Operation(rawValue: $0.kind) }
    }

    /// A fork of `name` at its end, in which `resource` is played after `wait`.
    static func run(
        after name: String,
        wait: Duration,
        client: ClientChoice = ClientChoice(),
        resource: String = "KITE1"
    ) throws -> ScenarioRun {
        let fork = try ForkedWorld(recording(name), options: ReplayOptions(client: client))
        var run = ScenarioRun(in: fork.world)
        run.resources = fork.resources
        try run.run([.init(.advance(wait)), .init(.play(resource))])
        return run
    }
}
