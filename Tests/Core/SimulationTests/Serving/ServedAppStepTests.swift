import Documents
import Exchanges
import PassAPI
import Services
import Testing
import VirtualTime

@testable import Simulation

/// `app 2: …`: a step for one app over a recording alone, by the number that its request lines have.
@Suite struct ServedAppStepTests {
    private typealias Recorded = ServedRecordingBackendTests
    private typealias Progress = ServedProgressTests

    private static let other = WireClient(address: "10.0.0.7")

    /// Another television's request, from another address.
    private static func mine(_ exchange: Exchange) -> HTTPRequest {
        var request = exchange.request
        request.url.replace("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", with: "bWluZQ%3D%3D")
        request.body = request.body.map {
            Array(
                String(decoding: $0, as: UTF8.self).replacing("C9jYth1CTh%2BFHWO9BQXapA%3D%3D", with: "bWluZQ%3D%3D")
                    .utf8
            )
        }
        return request
    }

    /// Two televisions that have signed in, the second with another device id.
    private static func two() throws -> (ServedBackend, [Exchange], Instant) {
        var (backend, exchanges, wall) = try Progress.served(hasFallback: true)
        #expect(Progress.request(1...7, of: exchanges, &backend, at: wall).allSatisfy { $0.entry.app == nil })
        for exchange in exchanges.prefix(7) {
            let reply = backend.respond(to: Self.mine(exchange), from: Self.other, at: wall)
            #expect(reply.entry.app == 2, "\(exchange.ordinal): \(reply.entry.source)")
        }
        return (backend, exchanges, wall)
    }

    @Test("A change of the service for one app leaves the other with the recording")
    func change() throws {
        var (backend, exchanges, wall) = try Self.two()
        _ = try backend.perform(Recorded.step("app 2: degrade Plover authz-none", backend.configuration), at: wall)
        let second = backend.respond(to: Self.mine(exchanges[7]), from: Self.other, at: wall)
        #expect(second.entry.source == .simulated && second.response?.status == 403 && second.entry.app == 2)
        let first = Progress.request([8], of: exchanges, &backend, at: wall)[0]
        guard case .recorded(let match) = first.entry.source else {
            Issue.record("\(first.entry.source)")
            return
        }
        #expect(match.exchange == 8 && first.entry.app == 1)
    }

    @Test("A fault for one app happens to its requests alone, and uses nothing of the recording up")
    func fault() throws {
        var (backend, exchanges, wall) = try Self.two()
        _ = try backend.perform(Recorded.step("app 2: fault offline", backend.configuration), at: wall)
        #expect(Progress.request([8], of: exchanges, &backend, at: wall)[0].response?.status == 200)
        let broken = backend.respond(to: Self.mine(exchanges[7]), from: Self.other, at: wall)
        #expect(broken.response == nil && broken.entry.fault == .offline && broken.entry.app == 2)
        // Nothing of the recording was used up by it.
        _ = try backend.perform(Recorded.step("app 2: clear faults", backend.configuration), at: wall)
        let again = backend.respond(to: Self.mine(exchanges[7]), from: Self.other, at: wall)
        #expect(again.response?.status == 200 && again.entry.fault == nil)
        _ = try backend.perform(Recorded.step("app 1: fault status 503", backend.configuration), at: wall)
        #expect(Progress.request([9], of: exchanges, &backend, at: wall)[0].response?.status == 503)
        #expect(backend.respond(to: Self.mine(exchanges[8]), from: Self.other, at: wall).response?.status == 200)
        _ = try backend.perform(Recorded.step("app 1: clear faults", backend.configuration), at: wall)
        #expect(Progress.request([9], of: exchanges, &backend, at: wall)[0].response?.status == 200)
    }

    @Test(
        "The clock and Settings are everybody's, and an app that there is not has no steps",
        arguments: [
            ("app 2 revoke wren", "number and a colon"), ("app", "number and a colon"),
            ("app x: revoke wren", "number and a colon"),
            ("app 2: advance 31d", "is for all apps"), ("app 2: age 1d", "is for all apps"),
            ("app 2: rate 60", "is for all apps"),
            ("app 2: vsa sign out", "is for all apps"),
            ("app 3: degrade Plover authz-none", "there is no app 3: there are app 1, app 2"),
            ("app 2: launch", "it cannot be told what to do"),
        ]
    )
    func refused(text: String, words: String) throws {
        var (backend, _, wall) = try Self.two()
        do {
            _ = try backend.perform(Recorded.step(text, backend.configuration), at: wall)
            Issue.record("\(text) was taken")
        } catch let problem as Problem {
            #expect("\(problem)".contains(words), "\(problem)")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
    }

    @Test("Without a recording the apps have no numbers")
    func plain() throws {
        var backend = ServedBackend(try World(Kite.setup()), from: Kite.start, showing: Kite.start, at: Kite.start)
        let error = #expect(throws: ScenarioError.self) {
            _ = try backend.perform(Recorded.step("app 1: fault offline", backend.configuration), at: Kite.start)
        }
        #expect(error?.problem.contains("have no numbers") == true)
    }
}
