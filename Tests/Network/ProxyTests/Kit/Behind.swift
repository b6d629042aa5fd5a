import Foundation
import NIOCore
import ServiceFront
import Services
import Simulation
import Testing
import VirtualTime

@testable import Proxy
@testable import ProxyProtocol

/// What stands behind the proxy in a test: a server, or the service that `serve` puts in the place of every server.
///
/// What must never come out of a proxy must not reach either.
enum Behind: String, CaseIterable, CustomTestStringConvertible {
    case server, service

    var testDescription: String { rawValue }

    /// A proxy with what stands behind it.
    struct Running: Sendable {
        let recorder: TestRecorder
        /// The host and port that clients connect to through it.
        let authority: String
        /// The paths of the requests that came out at its other side, in order.
        let paths: @Sendable () -> [String]
        /// The status of each of them.
        let status: String
    }

    /// Runs a test with a proxy that is stopped afterwards.
    ///
    /// - Parameters:
    ///   - isSecure: whether the server speaks TLS.
    ///   - delay: the time that a response takes.
    ///   - body: the test.
    /// - Throws: what the test does, or if nothing can be listened at.
    func run(
        isSecure: Bool = true,
        delay: Duration = .zero,
        _ body: (Running) async throws -> Void
    ) async throws {
        switch self {
        case .server:
            let answer: @Sendable (TestOrigin.Request) -> TestOrigin.Answer = { request in
                var answer = TestOrigin.Answer.text(request.uri)
                answer.delay = TimeAmount(delay)
                return answer
            }
            let origin =
                isSecure
                ? try await TestOrigin.secure(protocols: ["http/1.1"], answer: answer)
                : try await TestOrigin.start(answer: answer)
            try await withRecorder(origin: origin) { recorder, origin in
                try await body(
                    Running(
                        recorder: recorder,
                        authority: "localhost:\(origin.port)",
                        paths: { origin.requests.map(\.uri) },
                        status: "200"
                    )
                )
            }
        case .service:
            let served = ServedStandIn(delay: delay)
            let recorder = try await TestRecorder.start(answerers: [try served.front()]) {
                $0.reachesOnlyNamedHosts = true
            }
            do {
                try await body(
                    Running(
                        recorder: recorder,
                        // No server is there, and no port of its own is needed.
                        authority: "localhost:443",
                        paths: { served.paths },
                        status: "502"
                    )
                )
            } catch {
                await recorder.stop()
                throw error
            }
            await recorder.stop()
        }
    }
}

/// The example's simulated service, as `serve` has it behind the proxy; it refuses hosts that are not its own with 502.
struct ServedStandIn: Sendable {
    let state: ServedState
    private let delay: Duration

    init(delay: Duration = .zero) {
        let wall = Instant(secondsSince1970: 1_800_000_000)
        let service = Service.simulated(SimulatedService(.example, seed: 1))
        let world = World(Backend(at: wall, service: service))
        state = ServedState(ServedBackend(world, from: wall, showing: wall, at: wall, rate: 0))
        self.delay = delay
    }

    /// The paths of what has reached it.
    var paths: [String] {
        state.withBackend { $0.log.entries }.map { entry in
            let rest = entry.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
            return rest.count > 2 ? "/" + rest[2] : "/"
        }
    }

    /// The answerer, which waits before it answers if it is to.
    func front(passthrough: [String] = []) throws -> some Answerer {
        let authority = try CertificateAuthority.make(machine: "test", now: Date())
        return Delayed(
            front: ServiceFront(
                ServedOpening(.init(state)),
                endpoint: LocalEndpoint(authority: authority, of: .serving),
                control: ControlInterface(
                    ServedOpening(.init(state)),
                    token: ControlToken("secret-token"),
                    openAPI: "{}",
                    page: [],
                    now: { Instant(secondsSince1970: 1_800_000_000) },
                    readSteps: { _, _ in [] }
                ),
                passthroughHosts: passthrough,
                allowedOrigins: [],
                isRecorded: true,
                onServed: { _ in }
            ),
            delay: delay
        )
    }

    private struct Delayed: Answerer {
        let front: ServiceFront
        let delay: Duration

        var isGuarded: Bool { front.isGuarded }
        func answers(for origin: Origin) -> Bool { front.answers(for: origin) }
        func replyAtOnce(to request: LocalRequest) -> LocalReply? {
            delay > .zero ? nil : front.replyAtOnce(to: request)
        }
        func reply(to request: LocalRequest) async -> LocalReply {
            if delay > .zero { try? await Task.sleep(for: delay) }
            return await front.reply(to: request)
        }
    }
}
