import Exchanges
import Foundation
import History
import Services
import Simulation
import VirtualTime

/// What a response costs where many apps meet one recording.
enum AppsBenchmark {
    static let usage = """
        HAR APPS WINDOW    APPS apps, each at an address of its own, WINDOW of them at once, make all requests of a recording
                             of one device, whose id is theirs
        """

    static func run(_ arguments: [String]) throws -> Bool {
        let numbers = arguments.compactMap { Int($0) }
        guard arguments.count == 3, numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return false }
        guard let data = FileManager.default.contents(atPath: arguments[0]) else {
            throw Failure(description: "cannot read \(arguments[0]). Name a HAR")
        }
        let recording = try HAR.recording(parsing: Array(data))
        guard let start = recording.exchanges.first?.startedAt else {
            throw Failure(description: "\(arguments[0]): there is no exchange in it")
        }
        let apps = Apps(of: recording.exchanges)
        var backend = Self.backend(of: recording, from: start)
        var (answered, unmatched) = (0, 0)
        let began = Measurement.processorTime
        for first in stride(from: 0, to: numbers[0], by: numbers[1]) {
            for place in apps.requests.indices {
                for number in first..<min(first + numbers[1], numbers[0]) {
                    let reply = backend.respond(
                        to: apps.request(place, of: number),
                        from: WireClient(address: "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"),
                        at: start
                    )
                    answered += 1
                    if reply.entry.isUnmatched { unmatched += 1 }
                }
            }
        }
        let spent = (Measurement.processorTime - began) / .microseconds(1)
        Measurement.report([
            ("responses", "\(answered)"), ("unmatched", "\(unmatched)"),
            ("microseconds_each", Measurement.decimal(spent / Double(answered))),
            ("warnings", "\(backend.log.warnings.count)"), ("resident", "\(Measurement.residentBytes)"),
        ])
        return true
    }

    /// The reason that nothing can be measured.
    private struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private static func backend(of recording: Recording, from start: Instant) -> ServedBackend {
        var backend = ServedBackend(
            World(Backend(at: start, service: .served([]))),
            recording: ServedRecording(of: recording.exchanges),
            from: start,
            showing: start,
            at: start,
            rate: 0
        )
        backend.learn(RecordedEvidence(History(recording)))
        return backend
    }

    /// Requests of a recording as apps with device ids of their own make them.
    private struct Apps {
        let requests: [HTTPRequest]
        /// The spellings of the recorded device's id.
        private let spellings: [String]

        init(of exchanges: [Exchange]) {
            requests = exchanges.map(\.request)
            let device = requests.lazy.flatMap { AppRequest($0).devices }.first ?? ""
            let escaped = device.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? device
            spellings = escaped == device ? [device] : [escaped, device]
        }

        func request(_ place: Int, of number: Int) -> HTTPRequest {
            var request = requests[place]
            for spelling in spellings where !spelling.isEmpty {
                request.url = request.url.replacing(spelling, with: "box-\(number)-of-many")
                request.body = request.body.map {
                    Array(String(decoding: $0, as: UTF8.self).replacing(spelling, with: "box-\(number)-of-many").utf8)
                }
            }
            return request
        }
    }
}
