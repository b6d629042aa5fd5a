import Exchanges
import FuzzReadings
import PassAPI
import Services

/// Holds a request against a recording that has nothing else: a client that requests the same is served.
enum ServedReadings {
    /// Checks that a recorded request gets its response, with nothing named, and that a second one is called so.
    static func agree(_ exchange: Exchange) throws(PropertyFailure) {
        // A tunnel is no request.
        guard exchange.request.method.uppercased() != "CONNECT" else { return }
        var recorded = exchange
        recorded.outcome = .response(HTTPResponse(status: 200))
        var recording = ServedRecording(of: [recorded])
        let client = "192.0.2.1"
        func answer() -> AppAnswer {
            recording.respond(to: exchange.request, from: client, at: exchange.startedAt)
        }
        guard case .exchange(let match) = answer() else {
            throw PropertyFailure("recorded-request-is-served", exchange.request.url)
        }
        try requireEqual(match.exchange, recorded, "recorded-request-gets-its-response")
        try require(match.differences.isEmpty, "recorded-request-differs-in-nothing", "\(match.differences)")
        // A poll may be given once more.
        guard case .unmatched(let unmatched) = answer() else { return }
        try requireEqual(unmatched.reason, .alreadyReplayed, "second-request-is-a-second-one")
    }
}
