import Checkout
import Exchanges
import Foundation
import VirtualTime

/// The recordings that come with the sources, each with its VSA log if it has one.
enum BundledRecordings {
    /// Their paths from the top, sorted.
    static let paths = Checkout.files(below: "Recordings", suffix: ".har")

    /// The recording at `path`.
    static func recording(_ path: String) throws -> Recording {
        var recording = try HAR.recording(parsing: Checkout.bytes(of: path))
        let log = path.dropLast(4) + ".accounts.jsonl"
        if Checkout.exists(String(log)) { recording.vsaCalls = try VSALog.parse(Checkout.bytes(of: String(log))) }
        return recording
    }

    /// The same things again and again, six minutes apart, each exchange with texts of its own, until there are `count`.
    static func long(_ path: String, count: Int) throws -> Recording {
        var recording = try recording(path)
        let cycle = recording.exchanges
        for number in cycle.count..<count {
            var exchange = cycle[number % cycle.count]
            exchange.ordinal = number + 1
            exchange.startedAt += .seconds(360 * (number / cycle.count))
            exchange.request.headers.append(HeaderField("X-Number", "request-\(number)-\(number * 7_919)"))
            if case .response(var response) = exchange.outcome {
                response.headers.append(HeaderField("X-Request-Id", "5e682f5e-69fa-\(number)"))
                let text = response.body.flatMap { String(validating: $0, as: UTF8.self) }
                response.body = text.map { Array($0.replacing("scrambled", with: "scrambled\(number)").utf8) }
                exchange.outcome = .response(response)
            }
            recording.exchanges.append(exchange)
        }
        return recording
    }
}
