// What Scripts/benchmark asks of Kinescope apart from the command line; each prints one line of `name=value` pairs.
//
//     Benchmarks recording …     the store, and what a recorder does with an exchange
//     Benchmarks simulation …    how fast virtual time passes
//     Benchmarks fuzzing …       one input, read by itself
//     Benchmarks serving …       a bare server, beside which serving is measured
//     Benchmarks apps …          what a response costs where many apps meet one recording

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let benchmarks: [(name: String, usage: String, run: ([String]) throws -> Bool)] = [
    ("recording", RecordingBenchmark.usage, RecordingBenchmark.run),
    ("simulation", SimulationBenchmark.usage, SimulationBenchmark.run),
    ("fuzzing", FuzzingBenchmark.usage, FuzzingBenchmark.run),
    ("serving", ServingBenchmark.usage, ServingBenchmark.run),
    ("apps", AppsBenchmark.usage, AppsBenchmark.run),
]
do {
    let chosen = benchmarks.filter { $0.name == arguments.first }
    guard try chosen.contains(where: { try $0.run(Array(arguments.dropFirst())) }) else {
        for known in chosen.isEmpty ? benchmarks : chosen { print("usage: Benchmarks \(known.name) \(known.usage)") }
        exit(2)
    }
} catch {
    print(error)
    exit(3)
}
