public import Exchanges
import PassAPI
import VirtualTime

extension Fault {
    /// A response on the wire after a fault.
    public struct Disturbed: Hashable, Sendable {
        /// The response; nil where the connection breaks off.
        public var response: HTTPResponse?
        /// The time that it is held back, or that passes before the connection breaks off.
        public var delay: Duration
    }

    /// Returns what a client on the wire gets instead of `response`, and how much later.
    ///
    /// Nobody can be kept from sending, so a device that is offline is a connection that breaks off.
    ///
    /// - Parameters:
    ///   - response: the response without the fault; nil where there is none.
    ///   - seed: decides which noise comes.
    /// - Returns: what reaches the client, and when.
    public func disturb(_ response: HTTPResponse?, seed: UInt64) -> Disturbed {
        switch self {
        case .offline, .reset: return Disturbed(response: nil, delay: .zero)
        case .timeout(let duration): return Disturbed(response: nil, delay: duration)
        case .slow(let duration): return Disturbed(response: response, delay: duration)
        case .status(let status): return Disturbed(response: HTTPResponse(status: status), delay: .zero)
        case .statusPage(let status):
            let headers = [HeaderField("Content-Type", "text/html; charset=utf-8")]
            let page = HTTPResponse(status: status, headers: headers, body: Self.page(status))
            return Disturbed(response: page, delay: .zero)
        case .garbageBody:
            return Disturbed(response: response.map { $0.with { Self.noise(instead: $0, seed: seed) } }, delay: .zero)
        case .truncatedBody:
            return Disturbed(response: response.map { $0.with { Array($0.prefix($0.count / 2)) } }, delay: .zero)
        }
    }
}

extension HTTPResponse {
    /// The response with another body, if it has one that could be damaged.
    fileprivate func with(_ damaged: ([UInt8]) -> [UInt8]) -> HTTPResponse {
        guard let body, !body.isEmpty else { return self }
        var response = self
        response.body = damaged(body)
        return response
    }
}
