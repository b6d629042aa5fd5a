// What Scripts/benchmark asks of the store itself, apart from the command line:
//
//     RecordingBenchmark write FILE COUNT       writes COUNT invented exchanges, says how many a second
//     RecordingBenchmark append FILE COUNT BATCH [power]
//                                               appends COUNT as a recorder, BATCH in a transaction: the time of each
//                                               transaction (median, p99, p99.9 in all, median of the first and the last
//                                               tenth), the largest log, and how long finishing took
//     RecordingBenchmark record FILE COUNT HAR  redacts, names and writes COUNT exchanges as a recorder does, those of
//                                               HAR again and again; or `small`, or `invented` ones
//     RecordingBenchmark open FILE              opens, finds the first match of the last exchange's key, reads it
//     RecordingBenchmark match FILE COUNT       finds COUNT keys spread over the file, says microseconds for each
//     RecordingBenchmark verify FILE            verifies, says how long it took
//
// Each prints one line of `name=value` pairs; memory is the process's largest resident size.

import Exchanges
import Foundation
import RecordingStore

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.count) {
    case ("write", 3): try Benchmark.write(to: arguments[1], count: Int(arguments[2]) ?? 0)
    case ("append", 4), ("append", 5):
        try Benchmark.append(
            to: arguments[1],
            count: Int(arguments[2]) ?? 0,
            batch: max(1, Int(arguments[3]) ?? 1),
            survivesPowerCut: arguments.last == "power"
        )
    case ("record", 4):
        try Benchmark.record(to: arguments[1], count: Int(arguments[2]) ?? 0, source: arguments[3])
    case ("open", 2): try Benchmark.open(arguments[1])
    case ("match", 3): try Benchmark.match(arguments[1], count: Int(arguments[2]) ?? 0)
    case ("verify", 2): try Benchmark.verify(arguments[1])
    default:
        print(
            """
            usage: RecordingBenchmark write FILE COUNT | append FILE COUNT BATCH [power] | open FILE | match FILE COUNT | \
            verify FILE | record FILE COUNT small|invented|HAR
            """
        )
        exit(2)
    }
} catch {
    print(error)
    exit(3)
}
