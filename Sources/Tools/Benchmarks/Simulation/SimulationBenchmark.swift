import Simulation
import VirtualTime

/// The speed at which virtual time passes.
///
/// An event is an input that was handed to a machine. On the bare kernel each is an entry of the agenda; in the full
/// stack they are the entries of the agenda (responses that arrive, timers that fire, what people do in turn), what is
/// tapped, and the requests that the simulated service is handed.
enum SimulationBenchmark {
    static let usage = """
        bare MACHINES DAYS                machines that sleep half an hour at a time, on the bare kernel
          stack KIND DEVICES SIZE DAYS      DEVICES in worlds of SIZE, every user plays every day; KIND: all, one after the
                                            other, or \(Household.Kind.allCases.map(\.rawValue).joined(separator: ", "))
        """

    static func run(_ arguments: [String]) throws -> Bool {
        let numbers = arguments.compactMap { Int($0) }
        switch (arguments.first, numbers.count) {
        case ("bare", 2): bare(machines: numbers[0], days: numbers[1])
        case ("stack", 3) where arguments.count == 5:
            let kind = Household.Kind(rawValue: arguments[1])
            guard arguments[1] == "all" || kind != nil, numbers.allSatisfy({ $0 > 0 }) else { return false }
            try stack(
                kinds: kind.map { [$0] } ?? Household.Kind.allCases,
                devices: numbers[0],
                size: numbers[1],
                days: numbers[2]
            )
        default: return false
        }
        return true
    }

    /// The reason that a measurement is worth nothing.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static func bare(machines: Int, days: Int) {
        var dormitory = Dormitory(machines: machines)
        var events = 0
        let spent = measure { events = dormitory.pass(days: days) }
        Measurement.report([("events", "\(events)")] + spent.pairs(events: events))
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
        Measurement.report(
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

    /// The time that something took, in seconds.
    private struct Spent {
        var processor = 0.0
        var wall = 0.0

        static func += (sum: inout Spent, more: Spent) {
            sum.processor += more.processor
            sum.wall += more.wall
        }

        func pairs(events: Int) -> [(String, String)] {
            [
                ("seconds", decimal(processor)), ("wall_milliseconds", decimal(wall * 1_000)),
                ("per_second", "\(Int(Double(events) / max(processor, 1e-9)))"),
            ]
        }
    }

    private static func measure(_ body: () -> Void) -> Spent {
        let began = Measurement.processorTime
        let wall = Measurement.seconds(body)
        return Spent(processor: (Measurement.processorTime - began) / .seconds(1), wall: wall)
    }

    private static func decimal(_ value: Double) -> String { Measurement.decimal(value, digits: 6) }
}
