// What Scripts/benchmark asks of the simulation itself, apart from the command line:
//
//     SimulationBenchmark bare MACHINES DAYS            machines that sleep half an hour at a time, on the bare kernel
//     SimulationBenchmark stack KIND DEVICES SIZE DAYS  DEVICES in worlds of SIZE, everybody plays every day
//
// KIND is one of Household.Kind, or `all`, one after the other. Each prints one line of `name=value` pairs. An event is an
// input that was handed to a machine. On the bare kernel each is an entry of the agenda; in the full stack they are the
// entries of the agenda (answers that arrive, timers that fire, what people do in turn), what is tapped, and the requests
// that the twin is handed.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.compactMap { Int($0) }
do {
    switch (arguments.first, numbers.count) {
    case ("bare", 2): Benchmark.bare(machines: numbers[0], days: numbers[1])
    case ("stack", 3) where arguments.count == 5:
        let kind = Household.Kind(rawValue: arguments[1])
        guard arguments[1] == "all" || kind != nil, numbers.allSatisfy({ $0 > 0 }) else { fallthrough }
        try Benchmark.stack(
            kinds: kind.map { [$0] } ?? Household.Kind.allCases,
            devices: numbers[0],
            size: numbers[1],
            days: numbers[2]
        )
    default:
        let kinds = ["all"] + Household.Kind.allCases.map(\.rawValue)
        print("usage: SimulationBenchmark bare MACHINES DAYS | stack \(kinds.joined(separator: "|")) DEVICES SIZE DAYS")
        exit(2)
    }
} catch {
    print(error)
    exit(3)
}
