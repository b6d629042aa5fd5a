import FuzzReadings
import CFuzzSupport
public import Fuzzing
import VirtualTime

/// The functions that libFuzzer calls, for the one target of the process.
///
/// An executable hands in the targets it has, and its file's name or a variable says which of them this process fuzzes;
/// the rest is here once for all. Without KINESCOPE_FUZZ in the manifest's environment the executables build too, and
/// report that there is no libFuzzer in them.
public enum FuzzEntry {
    /// Set once, before libFuzzer makes its first call; it uses one thread.
    nonisolated(unsafe) private static var target: FuzzTarget?

    nonisolated(unsafe) private static var isFirst = true

    /// True if every property is checked for every input (``FuzzTarget/quickCheck``): KINESCOPE_FUZZ_EVERYTHING.
    nonisolated(unsafe) private static var checksEverything = false

    /// The number of inputs that were checked, and of those that were checked by every property: what a machine that
    /// fuzzes far away reports.
    nonisolated(unsafe) private static var checked = 0
    nonisolated(unsafe) private static var checkedWhole = 0

    /// The factor by which an input may take longer than its target allows: unoptimized, as for coverage, nothing is as
    /// fast as it is.
    #if DEBUG
    private static let patience = 20
    #else
    private static let patience = 1
    #endif

    /// Fuzzes the target that the process is named after, as libFuzzer's arguments say, and ends with its exit code.
    ///
    /// The name is that of the executable's file without `Fuzz` in front, so that a copy or a link called `FuzzJWT`
    /// fuzzes `JWT`, wherever it lies; the variable KINESCOPE_FUZZ_TARGET goes before it. A name that no target has
    /// ends the process.
    ///
    /// - Parameter targets: the targets of this executable.
    public static func run(oneOf targets: [FuzzTarget]) -> Never {
        kinescope_fuzz_release_traps()
        let name = FuzzTarget.name(
            ofExecutable: CommandLine.arguments.first ?? "",
            variable: unsafe kinescope_fuzz_target_name().map { unsafe String(cString: $0) }
        )
        guard let target = targets.first(where: { $0.name == name }) else {
            unsafe kinescope_fuzz_refuse(
                "there is no target \(name) in this executable; name its file Fuzz and one of these, or set "
                    + "KINESCOPE_FUZZ_TARGET to one: \(targets.map(\.name).joined(separator: ", "))"
            )
        }
        unsafe Self.target = target
        unsafe checksEverything = kinescope_fuzz_checks_everything() != 0
        kinescope_fuzz_at_end { FuzzEntry.tell() }
        if kinescope_fuzz_counts() != 0 {
            unsafe CoverageCounters.keeping = (
                keep: { kinescope_fuzz_keep_counters() }, putBack: { kinescope_fuzz_put_counters_back() }
            )
        }
        unsafe kinescope_fuzz_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzerTestOneInput)
    }

    /// Checks one input; a property that does not hold ends the process with a trap, so that the input is stored.
    fileprivate static func check(_ input: UnsafeRawBufferPointer) -> CInt {
        guard let target = unsafe target else { fail("no target: nothing was said to run") }
        // -1: not to be added to the corpus.
        guard input.count <= target.maximumBytes else {
            let limit = "\(input.count) bytes, at most \(target.maximumBytes) are looked at"
            if unsafe checksEverything { unsafe kinescope_fuzz_say("KINESCOPE PASSED OVER \(target.name): \(limit)") }
            return -1
        }
        if unsafe isFirst {
            unsafe isFirst = false
            // The sanitizer ends the process here; without it nothing happens, and Scripts/fuzz complains.
            if let freed = unsafe kinescope_fuzz_probe() {
                unsafe kinescope_fuzz_say("freed memory holds \(freed.pointee)")
            }
        }
        // A virtual machine that is held up is charged for it: what is slow is slow three times.
        var spent = Duration.seconds(Int64.max)
        var runs = 0
        let limit = target.timeLimit(forBytes: input.count) * patience
        while spent > limit, runs < 3 {
            spent = min(spent, duration(of: target, unsafe Array(input)))
            runs += 1
        }
        if spent > limit {
            fail(
                PropertyFailure("time", "\(spent) of processor time for \(input.count) bytes, at most \(limit)"),
                of: target
            )
        }
        return 0
    }

    /// Checks one input, and answers how long the processor worked on it.
    private static func duration(of target: FuzzTarget, _ bytes: [UInt8]) -> Duration {
        let began = kinescope_fuzz_thread_time()
        do throws(PropertyFailure) {
            var isWhole = unsafe checksEverything
            if isWhole { try target.check(bytes) } else { isWhole = try target.sample(bytes) }
            unsafe checked += 1
            unsafe checkedWhole += isWhole ? 1 : 0
        } catch {
            fail(error, of: target)
        }
        return .nanoseconds(Int64(clamping: kinescope_fuzz_thread_time() &- began))
    }

    private static func tell() {
        guard let target = unsafe target else { return }
        unsafe kinescope_fuzz_say(
            "KINESCOPE CHECKED \(target.name): \(checked) inputs, \(checkedWhole) by every property"
        )
    }

    /// Three of four mutations are the target's own, if it has any; the fourth is libFuzzer's, which knows the
    /// dictionary.
    fileprivate static func mutate(_ data: UnsafeMutableRawBufferPointer, size: Int, seed: UInt32) -> Int {
        var generator = SeededGenerator(seed: UInt64(seed))
        if let mutate = unsafe target?.mutate, generator.below(4) != 0,
            let output = mutate(unsafe Array(data.prefix(size)), &generator), !output.isEmpty
        {
            unsafe data.copyBytes(from: output.prefix(data.count))
            return min(output.count, data.count)
        }
        return unsafe kinescope_fuzz_mutate(data.bindMemory(to: UInt8.self).baseAddress, size, data.count)
    }

    /// Ends the process because of a property that does not hold, unless only another is of interest.
    ///
    /// libFuzzer makes an input smaller as long as the process ends in whatever way: it must not end for another reason
    /// than at first.
    private static func fail(_ failure: PropertyFailure, of target: FuzzTarget) {
        let only = unsafe kinescope_fuzz_only_property().map { unsafe String(cString: $0) }
        guard only == nil || only == failure.property else { return }
        fail("KINESCOPE FINDING \(target.name): \(failure.report)")
    }

    private static func fail(_ message: String) -> Never {
        unsafe kinescope_fuzz_fail(message)
    }
}

/// libFuzzer's entry point for one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    unsafe FuzzEntry.check(UnsafeRawBufferPointer(start: data, count: size))
}

/// libFuzzer's entry point for making one input of another, in place.
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzerCustomMutator(
    _ data: UnsafeMutablePointer<UInt8>?,
    _ size: Int,
    _ maximumSize: Int,
    _ seed: UInt32
) -> Int {
    unsafe FuzzEntry.mutate(UnsafeMutableRawBufferPointer(start: data, count: maximumSize), size: size, seed: seed)
}
