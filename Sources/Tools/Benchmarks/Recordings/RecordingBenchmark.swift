import Exchanges
import Foundation
import RecordingStore

/// The measurements, each printing one line.
enum Benchmark {
    static func write(to path: String, count: Int) throws {
        var generator = ExchangeGenerator()
        var spent = 0.0
        var options = RecordingWriter.Options()
        options.replacesExisting = true
        let writer = try RecordingWriter.create(at: path, options: options)
        for start in stride(from: 0, to: count, by: 1_000) {
            let batch = (start..<min(start + 1_000, count)).map { _ in generator.next() }
            spent += try seconds {
                for item in batch {
                    try writer.append(item.exchange, operation: item.operation, matchKey: item.key)
                }
            }
        }
        spent += try seconds { try writer.finish() }
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        report([
            ("exchanges", "\(count)"), ("seconds", decimal(spent)),
            ("per_second", "\(Int(Double(count) / spent))"),
            ("bytes_per_exchange", "\(bytes / max(count, 1))"),
        ])
    }

    /// What a recorder waits for: transactions of so many exchanges each.
    static func append(to path: String, count: Int, batch: Int, survivesPowerCut: Bool) throws {
        var generator = ExchangeGenerator()
        var times: [Double] = []
        times.reserveCapacity(count / batch + 1)
        var largestLog = 0
        var options = RecordingWriter.Options()
        options.replacesExisting = true
        options.durability = .everyAppend
        options.survivesPowerCut = survivesPowerCut
        let writer = try RecordingWriter.create(at: path, options: options)
        for start in stride(from: 0, to: count, by: batch) {
            let items = (start..<min(start + batch, count)).map { _ in generator.next() }
            let spent = try seconds {
                try writer.transaction {
                    for item in items {
                        try writer.append(item.exchange, operation: item.operation, matchKey: item.key)
                    }
                }
            }
            times.append(spent * 1_000_000)
            if times.count % 100 == 0 { largestLog = max(largestLog, size(of: path + "-wal")) }
        }
        let finishing = try seconds { try writer.finish() }
        let tenth = max(times.count / 10, 1)
        report([
            ("exchanges", "\(count)"), ("batch", "\(batch)"),
            ("median_us", decimal(quantile(0.5, of: times[...]))), ("p99_us", decimal(quantile(0.99, of: times[...]))),
            ("p999_us", decimal(quantile(0.999, of: times[...]))), ("max_us", decimal(times.max() ?? 0)),
            ("first_tenth_us", decimal(quantile(0.5, of: times.prefix(tenth)))),
            ("last_tenth_us", decimal(quantile(0.5, of: times.suffix(tenth)))),
            ("per_second", "\(Int(Double(count) / times.reduce(0, +) * 1_000_000))"),
            ("largest_log_kib", "\(largestLog / 1_024)"), ("finish_seconds", decimal(finishing)),
        ])
    }

    private static func quantile(_ part: Double, of times: ArraySlice<Double>) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    private static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.size] as? Int ?? 0
    }

    static func open(_ path: String) throws {
        let before = residentBytes
        var found: Int?
        let spent = try seconds {
            let file = try RecordingFile.open(path)
            guard let key = try file.matchKeys(of: [file.lastExchange]).first else { return }
            found = try file.firstMatch(key: key)
            if let found { _ = try file.exchange(ordinal: found) }
        }
        report([
            ("milliseconds", decimal(spent * 1_000)), ("found", "\(found ?? 0)"),
            ("added_kib", "\((residentBytes - before) / 1_024)"),
        ])
    }

    static func match(_ path: String, count: Int) throws {
        let file = try RecordingFile.open(path)
        let last = max(file.lastExchange, 1)
        let ordinals = (0..<count).map { ($0 * 7_919) % last + 1 }
        let keys = try file.matchKeys(of: ordinals)
        for key in keys { _ = try file.firstMatch(key: key) }
        let spent = try seconds { for key in keys { _ = try file.firstMatch(key: key) } }
        report([("microseconds", decimal(spent / Double(max(keys.count, 1)) * 1_000_000)), ("keys", "\(keys.count)")])
    }

    static func verify(_ path: String) throws {
        var problems = 0
        let spent = try seconds { problems = try RecordingFile.open(path).verify().count }
        report([("seconds", decimal(spent)), ("problems", "\(problems)")])
    }

    // MARK: Measuring

    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let (seconds, attoseconds) = try clock.measure(body).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    static func report(_ pairs: [(String, String)]) {
        let all = pairs + [("peak_kib", "\(residentBytes / 1_024)")]
        print(all.map { "\($0.0)=\($0.1)" }.joined(separator: " "))
    }

    static func decimal(_ value: Double) -> String { String(format: "%.3f", value) }

    /// The largest resident size this process had so far.
    private static var residentBytes: Int {
        var usage = rusage()
        #if canImport(Darwin)
        unsafe getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #else
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1_024
        #endif
    }
}
