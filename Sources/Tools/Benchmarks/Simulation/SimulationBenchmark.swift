import Foundation
import Simulation
import VirtualTime

/// The measurements, each printing one line.
enum Benchmark {
    /// Why a measurement is worth nothing.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static func bare(machines: Int, days: Int) {
        var dormitory = Dormitory(machines: machines)
        var events = 0
        let spent = measure { events = dormitory.pass(days: days) }
        report([("events", "\(events)")] + spent.pairs(events: events))
    }

    /// `devices` in worlds of `size` each, all of which are as busy: what a device costs in company.
    static func stack(kinds: [Household.Kind], devices: Int, size: Int, days: Int) throws {
        var spent = Spent()
        var events = 0
        var entries = 0
        var told = 0
        var digest = Digest()
        for first in stride(from: 0, to: devices, by: max(size, 1)) {
            let members = (first..<min(first + size, devices)).map { kinds[$0 % kinds.count] }
            var household = try Household(members)
            spent += measure { household.live(days: days) }
            guard household.plays == household.expectedPlays(days: days) else {
                throw Failure(
                    description:
                        "\(household.plays) playbacks instead of \(household.expectedPlays(days: days)) "
                        + "with \(members.map(\.rawValue).joined(separator: ", "))"
                )
            }
            events += household.events
            entries += household.entries
            told += household.world.timeline.events.count
            digest.absorb(household.world.timeline.digest.value)
        }
        report(
            [("devices", "\(devices)"), ("events", "\(events)"), ("entries", "\(entries)"), ("told", "\(told)")]
                + spent.pairs(events: events)
                + [
                    ("entries_per_second", "\(Int(Double(entries) / max(spent.processor, 1e-9)))"),
                    ("milliseconds_per_device", decimal(spent.processor * 1_000 / Double(devices))),
                    ("digest", "\(digest)"),
                ]
        )
    }

    // MARK: Measuring

    /// What something took, in seconds.
    private struct Spent {
        var processor = 0.0
        var wall = 0.0

        static func += (sum: inout Spent, more: Spent) {
            sum.processor += more.processor
            sum.wall += more.wall
        }

        func pairs(events: Int) -> [(String, String)] {
            [
                ("seconds", Benchmark.decimal(processor)), ("wall_milliseconds", Benchmark.decimal(wall * 1_000)),
                ("per_second", "\(Int(Double(events) / max(processor, 1e-9)))"),
            ]
        }
    }

    private static func measure(_ body: () -> Void) -> Spent {
        var begin = timespec()
        var end = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin)
        let (seconds, attoseconds) = ContinuousClock().measure(body).components
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
        return Spent(
            processor: Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9,
            wall: Double(seconds) + Double(attoseconds) / 1e18
        )
    }

    private static func report(_ pairs: [(String, String)]) {
        print(pairs.map { "\($0.0)=\($0.1)" }.joined(separator: " "))
    }

    private static func decimal(_ value: Double) -> String { String(format: "%.6f", value) }
}
