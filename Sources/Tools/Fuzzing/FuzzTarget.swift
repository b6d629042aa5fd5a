public import FuzzReadings
public import VirtualTime

/// A parser under test: what is checked for every input, and how inputs are made from others.
public struct FuzzTarget: Sendable {
    /// The name: what fuzzes it is called `Fuzz` and this, its seeds lie in `Corpus` under this.
    public let name: String
    /// Bytes of the longest input that is looked at; longer ones are passed over.
    ///
    /// `Scripts/fuzz` makes shorter ones: most checks are reached by them, and they are faster.
    public let maximumBytes: Int
    /// Processor time that an input of 64 KB or less may take at most; one that takes longer is a finding.
    ///
    /// Ten times what the slowest input known takes in a release build, since a sanitizer's build is as much slower.
    public let timeLimit: Duration
    /// Bytes of the longest input that the limit is for; longer ones may take more in proportion.
    private static let timedBytes = 64 * 1024
    /// Checks every property for one input.
    ///
    /// Throws: the first property that does not hold.
    public let check: @Sendable (_ input: [UInt8]) throws(PropertyFailure) -> Void
    /// The check of seven inputs in eight while fuzzing, if the whole costs more than reading does; nil if it does not.
    ///
    /// The eighth is chosen by its bytes, so that an input that shows a fault shows it again. Whatever becomes part of
    /// a corpus is checked as a whole.
    public let quickCheck: (@Sendable (_ input: [UInt8]) throws(PropertyFailure) -> Void)?
    /// Makes another input of one, with chance from the generator; nil if bytes are mutated as libFuzzer does it only.
    public let mutate: (@Sendable (_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]?)?

    /// A target of this name.
    public init(
        _ name: String,
        maximumBytes: Int,
        timeLimit: Duration = .milliseconds(500),
        check: @escaping @Sendable (_ input: [UInt8]) throws(PropertyFailure) -> Void,
        quickCheck: (@Sendable (_ input: [UInt8]) throws(PropertyFailure) -> Void)? = nil,
        mutate: (@Sendable (_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8]?)? = nil
    ) {
        self.name = name
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
        self.check = check
        self.quickCheck = quickCheck
        self.mutate = mutate
    }

    /// Processor time that an input of so many bytes may take at most.
    public func timeLimit(forBytes count: Int) -> Duration {
        timeLimit * (Double(max(count, Self.timedBytes)) / Double(Self.timedBytes))
    }

    /// Checks a sample of what ``check`` does: all of it for one input in eight, a glance for the others.
    ///
    /// Throws: the first property that does not hold.
    /// - Returns: whether it was all of it.
    @discardableResult
    public func sample(_ input: [UInt8]) throws(PropertyFailure) -> Bool {
        if let quickCheck, Self.number(drawnBy: input) & 7 != 0 {
            try quickCheck(input)
            return false
        }
        try check(input)
        return true
    }

    /// A number that an input's own bytes draw: some of them and their count, since all would cost as much as reading.
    static func number(drawnBy input: [UInt8]) -> UInt64 {
        var digest = Digest()
        digest.absorb(UInt64(input.count))
        digest.absorb(stride(from: 0, to: input.count, by: max(1, input.count / 32)).map { input[$0] })
        return digest.value ^ digest.value >> 32
    }

    /// At most 128 bytes of an input, from a place that its own bytes choose.
    static func window(of input: [UInt8]) -> ArraySlice<UInt8> {
        guard input.count > 128 else { return input[...] }
        let start = Int((number(drawnBy: input) >> 8) % UInt64(input.count - 127))
        return input[start..<start + 128]
    }

    /// The name of the target that a process is to fuzz.
    ///
    /// - Parameters:
    ///   - path: the executable as it was started: `…/FuzzJWT` fuzzes `JWT`.
    ///   - variable: what KINESCOPE_FUZZ_TARGET says, which goes before it; nil or empty if it is not set.
    /// - Returns: the name, which need not be a target's.
    public static func name(ofExecutable path: String, variable: String?) -> String {
        if let variable, !variable.isEmpty { return variable }
        let file = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        return file.hasPrefix("Fuzz") ? String(file.dropFirst(4)) : file
    }

    /// The targets of the core, in the order of the documentation.
    public static let core: [FuzzTarget] = [
        .samlResponse, .authenticationToken, .authorizationToken, .mediaToken, .tokenDate, .transportForm, .webToken,
        .vsaLog, .jsonAnswer, .xmlAnswer, .requestRecognition, .headerValue, .archiveImport,
    ]
}
