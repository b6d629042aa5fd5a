public import PassAPI
import VirtualTime

extension Fault {
    /// Returns the delivery that the client gets instead of `delivery`, and how much later.
    ///
    /// - Parameters:
    ///   - delivery: The delivery without the fault.
    ///   - request: The request that it answers; it decides which noise comes.
    /// - Returns: What reaches the client, and when.
    public func disturb(_ delivery: Delivery, to request: PassRequest) -> Delivery {
        var delivery = delivery
        switch self {
        case .offline: delivery = Delivery(outcome: .failure("the device is offline"), delay: .zero)
        case .timeout(let duration):
            delivery = Delivery(outcome: .failure("the request timed out"), delay: bounded(duration))
        case .reset: delivery.outcome = .failure("the connection was reset")
        case .slow(let duration): delivery.delay = bounded(duration) + bounded(delivery.delay)
        case .status(let status):
            delivery.outcome = .response(PassResponse(status: status, body: nil, for: request.operation))
        case .statusPage(let status):
            delivery.outcome = .response(
                PassResponse(status: status, body: Self.page(status), for: request.operation)
            )
        case .garbageBody: delivery.damage(of: request, by: Self.noise)
        case .truncatedBody: delivery.damage(of: request) { body, _ in Array(body.prefix(body.count / 2)) }
        }
        return delivery
    }

    /// As much noise as there was body: which noise follows from the request and its answer.
    static func noise(instead body: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed).split("noise")
        return (0..<max(body.count, 16)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }

    static func page(_ status: Int) -> [UInt8] {
        Array("<html><head><title>\(status)</title></head><body><h1>\(status)</h1></body></html>\n".utf8)
    }
}

extension Delivery {
    /// Damages the body on the way: its response is written and read again, so the client sees what a real one would.
    ///
    /// Of a token's text half is still a text. A response without a body has nothing that could be damaged.
    fileprivate mutating func damage(
        of request: PassRequest,
        by damaged: (_ body: [UInt8], _ seed: UInt64) -> [UInt8]
    ) {
        guard case .response(let response) = outcome, let body = response.body(for: request), !body.isEmpty
        else { return }
        var seed = Digest()
        seed.absorb(request.operation.rawValue)
        for parameter in request.parameters {
            seed.absorb(parameter.name)
            seed.absorb(parameter.value)
        }
        seed.absorb(body)
        outcome = .response(
            PassResponse(status: response.status, body: damaged(body, seed.value), for: request.operation)
        )
    }
}

/// A span that can be added to another: not negative, not longer than time.
private func bounded(_ duration: Duration) -> Duration { min(max(duration, .zero), .seconds(1 << 40)) }
