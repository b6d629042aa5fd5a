// What Scripts/benchmark asks of the parsers: one input, read by itself.
//
//     FuzzingBenchmark TARGET FILE     reads FILE as Kinescope does where such input comes in; none reads nothing
//
// It prints one line of `name=value` pairs: `milliseconds` of processor time of the fastest of three readings, and what came
// of it, `read` or `refused`.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else {
    print("usage: FuzzingBenchmark none|\(Reading.names.joined(separator: "|")) FILE")
    exit(2)
}
do {
    let input = Array(try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    var best = Duration.seconds(1_000_000)
    var isRead = false
    for _ in 0..<3 {
        let began = Reading.processorTime()
        isRead = try Reading.read(input, at: arguments[1], as: arguments[0])
        best = min(best, Reading.processorTime() - began)
    }
    print("milliseconds=\(best / .milliseconds(1)) came=\(isRead ? "read" : "refused")")
} catch {
    print(error)
    exit(3)
}
