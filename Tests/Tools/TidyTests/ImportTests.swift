import Testing

/// Imports point down and only down: the table of the design, as data.
///
/// The compiler holds imports to the manifest; this holds the manifest's targets to the table, and libraries to the
/// targets that may see them.
@Suite struct ImportTests {
    /// The targets from the lowest floor up, each with what it may import besides the standard library.
    static let allowed: [(target: String, imports: Set<String>)] = [
        ("VirtualTime", ["HeapModule"]),
        ("SubscriberAccount", ["VirtualTime"]),
        ("CLibXML2", []),
        ("Documents", ["CLibXML2"]),
        ("Tokens", ["Documents", "VirtualTime"]),
        ("Exchanges", ["Documents", "SubscriberAccount", "VirtualTime"]),
        ("PassAPI", ["Exchanges", "Tokens", "Documents", "VirtualTime"]),
        ("History", ["PassAPI", "Tokens", "Exchanges", "SubscriberAccount", "Documents", "VirtualTime"]),
        ("Redaction", ["Exchanges", "Documents", "SubscriberAccount", "VirtualTime", "Crypto"]),
        ("Device", ["VirtualTime", "SubscriberAccount", "OrderedCollections"]),
        (
            "ClientStack",
            [
                "VirtualTime", "SubscriberAccount", "Device", "PassAPI", "Tokens", "Exchanges", "Documents",
                "OrderedCollections", "Crypto",
            ]
        ),
        (
            "Services",
            [
                "VirtualTime", "SubscriberAccount", "PassAPI", "Tokens", "Documents", "History", "OrderedCollections",
                "Crypto",
            ]
        ),
        (
            "Simulation",
            [
                "ClientStack", "Services", "Device", "VirtualTime", "SubscriberAccount", "PassAPI", "Exchanges",
                "Tokens", "Documents", "OrderedCollections",
            ]
        ),
        (
            "Replay",
            [
                "Simulation", "ClientStack", "Services", "Device", "VirtualTime", "SubscriberAccount", "PassAPI",
                "Exchanges", "Documents", "Tokens", "History",
            ]
        ),
        (
            "Report",
            [
                "Replay", "Simulation", "Services", "Device", "History", "PassAPI", "Tokens", "Exchanges", "Documents",
                "SubscriberAccount", "VirtualTime",
            ]
        ),
        ("FuzzReadings", ["Tokens", "Documents", "VirtualTime", "CLibXML2", "Foundation"]),
        (
            "Fuzzing",
            [
                "FuzzReadings", "Redaction", "PassAPI", "Exchanges", "Tokens", "Documents", "SubscriberAccount",
                "VirtualTime",
            ]
        ),
    ]

    /// The targets that touch the outside world.
    static let shells = fuzzers.union([
        "RecordingStore", "ScenarioFiles", "Relaying", "Recorder", "KinescopeProbe", "kinescope", "RecordingBenchmark",
        "SimulationBenchmark", "FuzzingBenchmark", "CZlib", "CFuzzSupport", "FuzzEntry", "ShellFuzzing", "Digests",
    ])

    /// What libFuzzer starts: nothing but which targets there are.
    static let fuzzers: Set = ["Fuzz", "FuzzShell"]

    @Test("Every target is in the table or a shell")
    func everyTargetIsKnown() {
        let known = Set(Self.allowed.map(\.target)).union(Self.shells)
        let unknown = Set(SourceFile.sources.map(\.target)).subtracting(known).sorted()
        expectNone(unknown, "add these targets to the table in \(#fileID), with what they may import")
    }

    @Test("A core target imports what the table allows it, no more and no less", arguments: allowed.map(\.target))
    func imports(target: String) throws {
        let allowed = Self.allowed.first { $0.target == target }?.imports ?? []
        var found: Set<String> = []
        let statement = try Regex(
            #"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private )?import (?:\w+ )?(\w+)"#
        )
        var wrong: [String] = []
        for file in SourceFile.sources where file.target == target {
            for (index, line) in file.code.enumerated() {
                guard let match = line.firstMatch(of: statement), let module = match.output[1].substring else {
                    continue
                }
                found.insert(String(module))
                if !allowed.contains(String(module)) {
                    wrong.append("\(file.path):\(index + 1): \(target) may not import \(module)")
                }
            }
        }
        expectNone(wrong, "imports point down and only down")
        expectNone(allowed.subtracting(found).sorted(), "\(target) does not import these: take them out of the table")
    }

    @Test("Each library stays with the rooms that need it: SQLite with the store, YAML with scenario files")
    func libraries() throws {
        let homes: [(String, Set<String>)] = [
            ("GRDB\\w*", ["RecordingStore"]), ("ArgumentParser", ["kinescope"]),
            ("Crypto", ["Redaction", "ClientStack", "Services", "RecordingStore", "Recorder"]),
            ("CLibXML2", ["Documents", "FuzzReadings"]), ("CYaml", ["ScenarioFiles"]), ("Yams", []),
            ("NIO\\w*", ["Relaying", "Recorder", "ShellFuzzing"]),
            ("X509", ["Recorder"]),
            ("SwiftASN1", ["Recorder"]), ("CZlib", ["Recorder"]),
        ]
        for (library, targets) in homes {
            let regex = try CodePattern(#"^\s*(?:\w+ )*import \#(library)\b"#)
            let strays = SourceFile.sources.filter { !targets.contains($0.target) }.flatMap { $0.places(regex) }
            expectNone(strays, "\(library) stays in \(targets.sorted())")
        }
    }
}
