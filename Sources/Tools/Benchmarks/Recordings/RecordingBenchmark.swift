import Exchanges
import Foundation
import RecordingStore

/// The store itself, and what a recorder does with each exchange; memory is the process's largest resident size.
enum RecordingBenchmark {
    static let usage = """
        write FILE COUNT                  writes COUNT synthetic exchanges, prints how many a second
          append FILE COUNT BATCH [power]   appends COUNT as a recorder, BATCH in a transaction: the time of each transaction,
                                            the largest log, how long finishing took; power: as `--durability power`
          record FILE COUNT small|synthetic|HAR
                                            redacts, names and writes COUNT exchanges as a recorder does
          open FILE                         opens and reads the last exchange, as `show N` does
          verify FILE                       verifies, prints how long it took
        """

    static func run(_ arguments: [String]) throws -> Bool {
        switch (arguments.first, arguments.count) {
        case ("write", 3): try write(to: arguments[1], count: Int(arguments[2]) ?? 0)
        case ("append", 4), ("append", 5):
            try append(
                to: arguments[1],
                count: Int(arguments[2]) ?? 0,
                batch: max(1, Int(arguments[3]) ?? 1),
                survivesPowerCut: arguments.last == "power"
            )
        case ("record", 4): try record(to: arguments[1], count: Int(arguments[2]) ?? 0, source: arguments[3])
        case ("open", 2): try open(arguments[1])
        case ("verify", 2): try verify(arguments[1])
        default: return false
        }
        return true
    }

    static func write(to path: String, count: Int) throws {
        var generator = ExchangeGenerator()
        var spent = 0.0
        var options = RecordingWriter.Options()
        options.replacesExisting = true
        let writer = try RecordingWriter.create(at: path, options: options)
        for start in stride(from: 0, to: count, by: 1_000) {
            let batch = (start..<min(start + 1_000, count)).map { _ in generator.next() }
            spent += try Measurement.seconds {
                for item in batch {
                    try writer.append(item.exchange, operation: item.operation, matchKey: item.key)
                }
            }
        }
        spent += try Measurement.seconds { try writer.finish() }
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        report([
            ("exchanges", "\(count)"), ("seconds", Measurement.decimal(spent)),
            ("per_second", "\(Int(Double(count) / spent))"),
            ("bytes_per_exchange", "\(bytes / max(count, 1))"),
        ])
    }

    /// Measures what a recorder waits for: transactions of so many exchanges each.
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
            let spent = try Measurement.seconds {
                try writer.transaction {
                    for item in items {
                        try writer.append(item.exchange, operation: item.operation, matchKey: item.key)
                    }
                }
            }
            times.append(spent * 1_000_000)
            if times.count % 100 == 0 { largestLog = max(largestLog, size(of: path + "-wal")) }
        }
        let finishing = try Measurement.seconds { try writer.finish() }
        let tenth = max(times.count / 10, 1)
        report([
            ("exchanges", "\(count)"), ("batch", "\(batch)"),
            ("median_us", Measurement.decimal(quantile(0.5, of: times[...]))),
            ("p99_us", Measurement.decimal(quantile(0.99, of: times[...]))),
            ("p999_us", Measurement.decimal(quantile(0.999, of: times[...]))),
            ("max_us", Measurement.decimal(times.max() ?? 0)),
            ("first_tenth_us", Measurement.decimal(quantile(0.5, of: times.prefix(tenth)))),
            ("last_tenth_us", Measurement.decimal(quantile(0.5, of: times.suffix(tenth)))),
            ("per_second", "\(Int(Double(count) / times.reduce(0, +) * 1_000_000))"),
            ("largest_log_kib", "\(largestLog / 1_024)"), ("finish_seconds", Measurement.decimal(finishing)),
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
        let before = Measurement.residentBytes
        let spent = try Measurement.seconds {
            let file = try RecordingFile.open(path)
            _ = try file.exchange(ordinal: file.lastExchange)
            _ = try file.operation(of: file.lastExchange)
        }
        report([
            ("milliseconds", Measurement.decimal(spent * 1_000)),
            ("added_kib", "\((Measurement.residentBytes - before) / 1_024)"),
        ])
    }

    static func verify(_ path: String) throws {
        var problems = 0
        let spent = try Measurement.seconds { problems = try RecordingFile.open(path).verify().count }
        report([("seconds", Measurement.decimal(spent)), ("problems", "\(problems)")])
    }

    static func report(_ pairs: [(String, String)]) {
        Measurement.report(pairs + [("peak_kib", "\(Measurement.residentBytes / 1_024)")])
    }
}
