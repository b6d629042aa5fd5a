import Foundation

/// The tools of measuring: clocks, memory, and the line that Scripts/benchmark reads.
enum Measurement {
    /// The processor time that this process has spent until now.
    static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns the number of seconds that went by on the clock on the wall.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }

    /// The largest resident size this process had so far, in bytes.
    static var residentBytes: Int {
        var usage = rusage()
        #if canImport(Darwin)
        unsafe getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #else
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1_024
        #endif
    }

    static func report(_ pairs: [(String, String)]) { print(pairs.map { "\($0.0)=\($0.1)" }.joined(separator: " ")) }

    static func decimal(_ value: Double, digits: Int = 3) -> String { String(format: "%.\(digits)f", value) }
}
