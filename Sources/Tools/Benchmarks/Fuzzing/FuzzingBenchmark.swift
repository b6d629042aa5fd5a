import Foundation

/// One input, read by itself: `milliseconds` of processor time of the fastest of three readings, and what came of it.
enum FuzzingBenchmark {
    static let usage = "none|\(Reading.names.joined(separator: "|")) FILE"

    /// There is no such input.
    struct Unreadable: Error, CustomStringConvertible {
        var path: String
        var description: String { "\(path): there is no file that can be read; check the path" }
    }

    static func run(_ arguments: [String]) throws -> Bool {
        guard arguments.count == 2 else { return false }
        guard let data = FileManager.default.contents(atPath: arguments[1]) else {
            throw Unreadable(path: arguments[1])
        }
        let input = Array(data)
        var best = Duration.seconds(1_000_000)
        var isRead = false
        for _ in 0..<3 {
            let began = Measurement.processorTime
            isRead = try Reading.read(input, at: arguments[1], as: arguments[0])
            best = min(best, Measurement.processorTime - began)
        }
        Measurement.report([
            ("milliseconds", "\(best / .milliseconds(1))"), ("came", isRead ? "read" : "refused"),
        ])
        return true
    }
}
