public import PassAPI
import VirtualTime

extension Fault {
    /// What reaches the client, and when.
    public struct Delivery: Hashable, Sendable {
        /// What reaches the client.
        public enum Outcome: Hashable, Sendable {
            /// An answer, whole or damaged.
            case response(PassResponse)
            /// None: what the client's HTTP library says.
            case failure(String)
        }
        /// What reaches the client.
        public var outcome: Outcome
        /// How long after the request.
        public var delay: Duration

        /// A delivery of these parts.
        public init(outcome: Outcome, delay: Duration) {
            self.outcome = outcome
            self.delay = delay
        }
    }

    /// What the client gets instead of `answer`, and how much later.
    ///
    /// - Parameters:
    ///   - answer: What the service would have said, or said: see ``isBeforeService``.
    ///   - request: What it answers; it decides which noise comes.
    ///   - latency: How long an answer takes without the fault.
    ///   - choices: How the service writes answers.
    /// - Returns: What reaches the client, and when.
    public func disturb(
        _ answer: PassResponse,
        to request: PassRequest,
        latency: Duration,
        choices: WireChoices = .default
    ) -> Delivery {
        switch self {
        case .offline: Delivery(outcome: .failure("the device is offline"), delay: .zero)
        case .timeout(let duration): Delivery(outcome: .failure("the request timed out"), delay: bounded(duration))
        case .reset: Delivery(outcome: .failure("the connection was reset"), delay: latency)
        case .slow(let duration): Delivery(outcome: .response(answer), delay: bounded(duration) + bounded(latency))
        case .status(let status):
            Delivery(
                outcome: .response(PassResponse(status: status, body: nil, for: request.operation)),
                delay: latency
            )
        case .statusPage(let status):
            Delivery(
                outcome: .response(PassResponse(status: status, body: Self.page(status), for: request.operation)),
                delay: latency
            )
        case .garbageBody:
            Delivery(outcome: .response(Self.damaged(answer, to: request, choices, by: Self.noise)), delay: latency)
        case .truncatedBody:
            Delivery(
                outcome: .response(
                    Self.damaged(answer, to: request, choices) { body, _ in Array(body.prefix(body.count / 2)) }
                ),
                delay: latency
            )
        }
    }

    /// The answer as a client reads it after its bytes were damaged on the way.
    ///
    /// It is written and read again, so the client sees what a real one would: of a token's text half is still a text. An
    /// answer without a body has nothing that could be damaged.
    private static func damaged(
        _ answer: PassResponse,
        to request: PassRequest,
        _ choices: WireChoices,
        by damage: (_ body: [UInt8], _ seed: UInt64) -> [UInt8]
    ) -> PassResponse {
        guard let body = answer.body(for: request, choices: choices), !body.isEmpty else { return answer }
        return PassResponse(
            status: answer.status,
            body: damage(body, seed(of: request, body)),
            for: request.operation
        )
    }

    /// As much noise as there was body: which noise follows from the request and its answer.
    private static func noise(instead body: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed).split("noise")
        return (0..<max(body.count, 16)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    private static func seed(of request: PassRequest, _ body: [UInt8]) -> UInt64 {
        var digest = Digest()
        digest.absorb(request.operation.rawValue)
        for parameter in request.parameters {
            digest.absorb(parameter.name)
            digest.absorb(parameter.value)
        }
        digest.absorb(body)
        return digest.value
    }

    private static func page(_ status: Int) -> [UInt8] {
        Array("<html><head><title>\(status)</title></head><body><h1>\(status)</h1></body></html>\n".utf8)
    }
}

/// A span that can be added to another: not negative, not longer than time.
private func bounded(_ duration: Duration) -> Duration { min(max(duration, .zero), .seconds(1 << 40)) }
