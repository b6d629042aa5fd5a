import Testing

/// The things that the core may not know: what time it is, randomness, tasks, files, the environment.
///
/// All of it is handed in, so that the same input gives the same output, bit for bit.
@Suite struct PurityTests {
    static let bans = [
        Ban("the present moment", #"\bDate\(\)|\bDate\.now\b|\.now\(\)|\b(gettimeofday|clock_gettime|time)\(nil"#),
        Ban("a clock", #"\b(ContinuousClock|SuspendingClock|DispatchTime|mach_absolute_time)\b"#),
        Ban("chance", #"\bUUID\(\)|\bSystemRandomNumberGenerator\b|\.randomElement\(\)|\.shuffled\(\)|\.shuffle\(\)"#),
        Ban("a random value without a generator", #"\.random\((?!.*using:)|\barc4random|\bgetrandom\("#),
        Ban("a random key", #"\bSymmetricKey\(size|PrivateKey\(\)|\.Nonce\(\)"#),
        Ban("a hash that is seeded per process", #"\bhashValue\b|\bHasher\("#),
        Ban(
            "tasks and threads",
            #"\bTask\s*(\{|\.|\(|<)|\bDispatchQueue\b|\bThread\b|\basync\b|\bawait\b|\bactor [A-Z]"#
        ),
        Ban("locks and shared state", #"\b(NSLock|Mutex|DispatchSemaphore|OperationQueue)\b|nonisolated\(unsafe\)"#),
        Ban("the environment", #"\b(ProcessInfo|getenv|CommandLine|UserDefaults|Bundle)\b"#),
        Ban("files and sockets", #"\b(FileManager|FileHandle|fopen|URLSession|socket)\b|\bopen\(.*\bO_[A-Z]"#),
        Ban("printing", #"(?:^|[^\w.])(debugPrint|print|dump|NSLog|readLine)\((?!.*\bin\b)"#),
        Ban(
            "locale and time zone defaults",
            #"\b(Locale|TimeZone|Calendar)\.(current|autoupdatingCurrent)|DateFormatter"#
        ),
        Ban("where it was compiled", #"#(file|filePath|fileID)\b"#),
        Ban("floating-point time", #"\bTimeInterval\b|timeIntervalSince"#),
    ]

    /// A failed property tells a reader where it is stated, and the counters of a fuzzer are one for the process; nothing is
    /// decided by either.
    static let excepted: [String: Substring] = [
        "where it was compiled": "PropertyFailure.swift", "locks and shared state": "CoverageCounters.swift",
    ]

    @Test("No core target knows", arguments: bans)
    func ambientNames(ban: Ban) throws {
        let files = SourceFile.sources.filter { !TargetTable.impure.contains($0.target) }
        let places = try ban.places(in: files.filter { Self.excepted[ban.name] != $0.path.split(separator: "/").last })
        expectNone(places, "the core is handed \(ban.name), it does not reach for it")
    }

    @Test(
        "The check sees what it looks for, and nothing in comments and texts",
        arguments: [
            ("let a = Date()", true), ("let a = Date(timeIntervalSince1970: 1)", true), ("// Date()", false),
            ("let a = \"Date()\"", false), ("let a = \"\\(UUID())\"", true), ("Task { }", true),
            ("let taskName = 1", false), ("Int.random(in: 0..<3, using: &generator)", false),
            ("let a = Foundation.Date()", true), ("code = value.hashValue", true), ("ProcessInfo.processInfo", true),
            ("FileManager.default", true), ("ContinuousClock.now", true), ("DispatchQueue.main", true),
            ("Locale.current", true), ("let hashValues = 1", false), ("Int.random(in: 0..<3)", true),
            ("reader.open(x)", false), ("let here = #filePath", true), ("here: StaticString = #fileID", true),
            ("element.name.dump()", false),
        ]
    )
    func sees(line: String, isFound: Bool) throws {
        let file = SourceFile(path: "Sources/Core/Example/Example.swift", text: line)
        let found = try Self.bans.contains { try !$0.places(in: [file]).isEmpty }
        #expect(found == isFound)
    }
}
