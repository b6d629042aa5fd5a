import Checkout
import Testing

/// Imports point down and only down: the table in `Package.swift`, held to the sources.
///
/// The compiler holds imports to the manifest; this finds what is there too much, and says in which line a rule was broken.
@Suite struct ImportTests {
    /// The imports that the core may not make even from the system, and who makes them anyway: a second reading by
    /// other means.
    static let excepted = ["FuzzReadings": ["Foundation"]]

    @Test("The table is read, and every folder of a target is in it")
    func everyTargetIsKnown() throws {
        let table = try #require(TargetTable.current)
        #expect(table.rows.count > 30)
        #expect(table.foreign.isSuperset(of: ["NIOCore", "GRDB", "Crypto"]))
        let known = Set(table.rows.map { "Sources/\($0.place)/\($0.name)" })
        let folders = SourceFile.sources.map { $0.path.split(separator: "/").prefix(3).joined(separator: "/") }
        expectNone(Set(folders).subtracting(known).sorted(), "add these targets to the table in Package.swift")
        expectNone(known.filter { !Checkout.exists($0) }.sorted(), "there is no such folder")
    }

    @Test("A target imports what its row allows, no more and no less", arguments: TargetTable.rows)
    func imports(row: TargetTable.Row) throws {
        let table = try #require(TargetTable.current)
        let statement = try Regex(
            #"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private )?import (?:\w+ )?(\w+)"#
        )
        var found: Set<String> = []
        var wrong: [String] = []
        for file in SourceFile.sources where file.target == row.name {
            for (index, line) in file.code.enumerated() {
                guard let module = try statement.firstMatch(in: line)?.output[1].substring.map(String.init) else {
                    continue
                }
                found.insert(module)
                let isOurs = table.row(module) != nil || table.foreign.contains(module) || row.isPure
                if isOurs, !row.imports.contains(module), !(Self.excepted[row.name] ?? []).contains(module) {
                    wrong.append("\(file.path):\(index + 1): \(row.name) may not import \(module)")
                }
            }
        }
        expectNone(wrong, "imports point down and only down")
        let unused = Set(row.imports).subtracting(found).sorted()
        expectNone(unused, "\(row.name) does not import these: take them out of the table in Package.swift")
    }

    @Test("A target imports from the rows above its own, and each name is one that is known")
    func down() throws {
        let table = try #require(TargetTable.current)
        for (index, row) in table.rows.enumerated() {
            let above = Set(table.rows.prefix(index).map(\.name)).union(table.foreign)
            expectNone(row.imports.filter { !above.contains($0) }, "\(row.name) imports what does not stand above it")
        }
    }

    @Test(
        "Those who must not know each other do not, however far one looks",
        arguments: [
            ("ClientStack", "Services"), ("Services", "ClientStack"), ("History", "ClientStack"),
            ("Proxy", "Replay"),
            ("Proxy", "RecordingStore"), ("RecordingStore", "PassAPI"), ("ScenarioFiles", "RecordingStore"),
            ("KinescopeProbe", "Documents"), ("ProxyProtocol", "VirtualTime"), ("FuzzReadings", "PassAPI"),
        ]
    )
    func strangers(one: String, other: String) throws {
        let table = try #require(TargetTable.current)
        #expect(table.row(one) != nil && table.row(other) != nil)
        #expect(!table.reach(of: one).contains(other))
    }

    @Test("Each library stays with the rooms that need it: SQLite with the store, YAML with scenario files")
    func libraries() throws {
        let homes: [(String, Set<String>)] = [
            ("GRDB", ["RecordingStore"]), ("ArgumentParser", ["kinescope"]),
            ("Crypto", ["Redaction", "ClientStack", "Services", "Report", "RecordingStore", "Proxy"]),
            ("CLibXML2", ["Documents", "FuzzReadings"]), ("CYaml", ["ScenarioFiles"]), ("Yams", []),
            ("NIO", ["ProxyProtocol", "Proxy", "ServiceFront", "ShellFuzzing", "Benchmarks"]), ("X509", ["Proxy"]),
            ("SwiftASN1", ["Proxy"]),
            ("CZlib", ["Documents"]),
        ]
        for (library, targets) in homes {
            let users = TargetTable.rows.filter { $0.imports.contains { $0.hasPrefix(library) } }.map(\.name)
            #expect(Set(users) == targets, "\(library) stays in \(targets.sorted())")
        }
    }
}
