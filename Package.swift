// swift-tools-version: 6.2
import PackageDescription

/// Every target with its directory below `Sources` (tests: below `Tests`), and the modules that it imports, all from lines
/// above or other packages; `ImportTests` holds the sources to it.
let table = """
    C/CLibXML2
    C/CZlib
    C/CFuzzSupport
    C/CCommit
    C/CMalloc
    Core/VirtualTime         HeapModule
    Core/SubscriberAccount   VirtualTime
    Core/Documents           CLibXML2 CZlib
    Core/Tokens              Documents VirtualTime
    Core/Exchanges           Documents SubscriberAccount VirtualTime
    Core/PassAPI             Exchanges Tokens Documents VirtualTime
    Core/Inspection          PassAPI Tokens Documents VirtualTime
    Core/History             PassAPI Exchanges Tokens Documents SubscriberAccount VirtualTime
    Core/Conformance
    Core/Redaction           Exchanges Documents SubscriberAccount VirtualTime Crypto
    Core/Device              SubscriberAccount VirtualTime OrderedCollections
    Core/ClientStack         Device PassAPI Exchanges Tokens Documents SubscriberAccount VirtualTime OrderedCollections
                             Crypto
    Core/Services            History PassAPI Exchanges Tokens Documents SubscriberAccount VirtualTime
                             OrderedCollections Crypto CryptoExtras
    Core/Simulation          Services History ClientStack Device PassAPI Exchanges Tokens Documents SubscriberAccount VirtualTime
                             OrderedCollections
    Core/Replay              Conformance Simulation Services ClientStack Device History PassAPI Exchanges Tokens Documents
                             SubscriberAccount VirtualTime
    Core/Report              Replay Simulation Services ClientStack Device History Inspection PassAPI Exchanges Tokens
                             Documents SubscriberAccount VirtualTime Crypto
    Storage/FileSystem
    Storage/RecordingStore   Exchanges Documents SubscriberAccount VirtualTime Crypto GRDB GRDBSQLite
    Storage/ScenarioFiles    Simulation Services Documents CYaml
    Network/ProxyProtocol    Documents NIOCore NIOHTTP1
    Network/Proxy            ProxyProtocol Exchanges Documents SubscriberAccount VirtualTime FileSystem Crypto
                             NIOCore NIOPosix NIOConcurrencyHelpers NIOHTTP1 NIOTLS NIOSSL NIOHTTP2 NIOHPACK X509 SwiftASN1
    Network/ServiceFront     Proxy ProxyProtocol Report Simulation Services Exchanges Documents SubscriberAccount
                             VirtualTime NIOCore NIOPosix NIOConcurrencyHelpers NIOHTTP1
    Products/KinescopeProbe  SubscriberAccount VirtualTime
    Products/kinescope       ServiceFront Proxy ProxyProtocol ScenarioFiles RecordingStore Report Replay Simulation Services
                             ClientStack Redaction History Inspection PassAPI Exchanges Tokens Documents SubscriberAccount
                             VirtualTime FileSystem CCommit CMalloc ArgumentParser
    Tools/FuzzReadings       Tokens Documents VirtualTime CLibXML2
    Tools/Fuzzing            FuzzReadings Report Redaction Inspection Services PassAPI Exchanges Tokens Documents
                             SubscriberAccount VirtualTime
    Tools/FuzzEntry          Fuzzing FuzzReadings VirtualTime CFuzzSupport
    Tools/ShellFuzzing       Fuzzing FuzzReadings RecordingStore ScenarioFiles ProxyProtocol Simulation Services Exchanges
                             SubscriberAccount VirtualTime NIOCore NIOHTTP1 NIOEmbedded
    Tools/Fuzz               Fuzzing FuzzEntry
    Tools/FuzzShell          ShellFuzzing Fuzzing FuzzEntry
    Tools/Digests            Report Replay Simulation Redaction Exchanges Documents VirtualTime
    Tools/Benchmarks         Fuzzing ShellFuzzing RecordingStore ScenarioFiles Redaction Report Simulation Services History
                             ClientStack Device Inspection PassAPI Exchanges Tokens Documents SubscriberAccount VirtualTime NIOCore
                             NIOPosix NIOHTTP1
    """

/// The packages on GitHub that modules of others come from; with `KINESCOPE_DOCC` set, the plugin for KinescopeProbe's pages.
let packages: [(name: String, version: Version, modules: String)] = [
    ("apple/swift-collections", "1.6.0", "HeapModule OrderedCollections"),
    ("apple/swift-crypto", "4.5.2", "Crypto CryptoExtras"),
    ("apple/swift-argument-parser", "1.8.2", "ArgumentParser"),
    ("groue/GRDB.swift", "7.10.0", "GRDB GRDBSQLite"),
    ("jpsim/Yams", "6.2.2", "CYaml"),
    ("apple/swift-nio", "2.101.2", "NIOCore NIOPosix NIOConcurrencyHelpers NIOHTTP1 NIOTLS NIOEmbedded"),
    ("apple/swift-nio-ssl", "2.37.6", "NIOSSL"),
    ("apple/swift-nio-http2", "1.46.0", "NIOHTTP2 NIOHPACK"),
    ("apple/swift-certificates", "1.21.1", "X509"),
    ("apple/swift-asn1", "1.7.4", "SwiftASN1"),
]

/// What makes pages of KinescopeProbe's doc comments, only if the variable is set.
let docc = Context.environment["KINESCOPE_DOCC"] == nil ? [] : [("swiftlang/swift-docc-plugin", Version(1, 5, 0), "")]
/// What `--version` names, only if the variable is set.
let commit: [CSetting]? = Context.environment["KINESCOPE_COMMIT"].map { [.define("KINESCOPE_COMMIT", to: "\"\($0)\"")] }

/// The system's libraries, as pkg-config, Debian and Homebrew call them.
let libraries = ["CLibXML2": ("libxml-2.0", "libxml2-dev", "libxml2"), "CZlib": ("zlib", "zlib1g-dev", "zlib")]

/// What tests import besides what they test and what that imports: their module is built again when one of these is.
let alsoTested = [
    "VirtualTime": "Report", "Documents": "VirtualTime", "Tokens": "Inspection Report",
    "Inspection": "Exchanges Report", "Redaction": "Fuzzing PassAPI Tokens", "Replay": "Redaction Report",
    "Services": "Inspection Redaction Report", "Simulation": "Replay Report", "KinescopeProbe": "Exchanges",
    "ScenarioFiles": "ClientStack Device PassAPI Report SubscriberAccount VirtualTime OrderedCollections",
    "Proxy": "KinescopeProbe ServiceFront Services Simulation", "ServiceFront": "ScenarioFiles",
    "kinescope": "KinescopeProbe", "FuzzReadings": "CorpusKit Fuzzing", "Fuzzing": "CorpusKit",
    "ShellFuzzing": "CorpusKit",
]

/// Built with the flags in `KINESCOPE_FUZZ` if it is set, which `Scripts/fuzz` chooses: the parsers of foreign bytes.
// libFuzzer visits every counter for each input: `--sanitize=fuzzer` would count all other code too.
let parsers =
    words("VirtualTime SubscriberAccount Documents Tokens Exchanges PassAPI Inspection Redaction Simulation")
    + words("Report ScenarioFiles RecordingStore ProxyProtocol")
let counting = words(Context.environment["KINESCOPE_FUZZ"] ?? "")

/// The core without the concurrency module, so that `Task`, `Clock` and `AsyncStream` do not exist there.
// `Scripts/fuzz` builds so, and with it `Scripts/test --all`. The flag is unsafe in SwiftPM's sense, and a package whose manifest
// holds unsafe flags cannot be depended on: hence the environment variable.
let withoutConcurrency = Context.environment["KINESCOPE_WITHOUT_CONCURRENCY"] != nil

struct Row {
    var place: String
    var name: String
    var imports: [String]

    /// No file, socket, clock, random source or task.
    var isPure: Bool { place == "Core" || ["FuzzReadings", "Fuzzing"].contains(name) }
    /// Linked with the parsers as they are built for fuzzing.
    var isFuzzer: Bool { ["Fuzz", "FuzzShell", "Digests"].contains(name) }
    var isTested: Bool { place != "C" && !isFuzzer && !["FuzzEntry", "Benchmarks"].contains(name) }
}

func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

let rows = table.replacing("\n   ", with: " ").split(separator: "\n").map { line in
    let row = words(String(line))
    let path = row[0].split(separator: "/").map(String.init)
    return Row(place: path[0], name: path[1], imports: Array(row.dropFirst()))
}
/// The targets there are: all, but for what a build for fuzzing does not need.
let built = counting.isEmpty ? rows : rows.filter { reached(from: rows.filter(\.isFuzzer)).contains($0.name) }
let foreign = packages.reduce(into: [String: Target.Dependency]()) { known, package in
    for module in words(package.modules) {
        // A module of C comes with the product that has it.
        let product = module == "CYaml" ? "Yams" : module
        known[module] = .product(name: product, package: words(package.name.replacing("/", with: " "))[1])
    }
}

/// These rows and what they import, however far: each imports from rows above its own.
func reached(from some: [Row]) -> Set<String> {
    rows.reversed().reduce(into: Set(some.map(\.name))) { if $0.contains($1.name) { $0.formUnion($1.imports) } }
}

func dependencies(_ names: [String]) -> [Target.Dependency] { names.map { foreign[$0] ?? .target(name: $0) } }

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

func target(_ row: Row) -> Target {
    let (name, path, needs) = (row.name, "Sources/\(row.place)/\(row.name)", dependencies(row.imports))
    if let (config, debian, brew) = libraries[name] {
        let providers: [SystemPackageProvider] = [.apt([debian]), .brew([brew])]
        return .systemLibrary(name: name, path: path, pkgConfig: config, providers: providers)
    }
    if row.place == "C" { return .target(name: name, path: path, cSettings: name == "CCommit" ? commit : nil) }
    var flags = row.isPure && withoutConcurrency ? ["-Xfrontend", "-disable-implicit-concurrency-module-import"] : []
    if parsers.contains(name) { flags += counting }
    // Properties are made for the types that they compare, where they are used: else bytes are compared as arrays of anything.
    if name == "FuzzReadings", !counting.isEmpty { flags.append("-cross-module-optimization") }
    var swift = strict + [.enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety()]
    if !flags.isEmpty { swift.append(.unsafeFlags(flags)) }
    let sanitizers = row.isFuzzer ? counting.filter { $0.hasPrefix("-sanitize=") } : []
    let link: [LinkerSetting] = sanitizers.isEmpty ? [] : [.unsafeFlags(sanitizers)]
    // What people edit of the page; Scripts/assets writes the Swift that holds it.
    let edited = name == "Report" ? ["Page/Assets"] : []
    guard row.isFuzzer || ["kinescope", "Benchmarks"].contains(name) else {
        return .target(name: name, dependencies: needs, path: path, exclude: edited, swiftSettings: swift)
    }
    return .executableTarget(name: name, dependencies: needs, path: path, swiftSettings: swift, linkerSettings: link)
}

func tests(_ row: Row) -> Target {
    let name = "\(row.name == "kinescope" ? "CommandLine" : row.name)Tests"
    let needs = Set(row.imports + [row.name, "Checkout"] + words(alsoTested[row.name] ?? "")).sorted()
    let path = "Tests/\(row.place)/\(name)"
    return .testTarget(name: name, dependencies: dependencies(needs), path: path, swiftSettings: strict)
}

let tools = "Tests/Tools/"
let corpus = dependencies(["Checkout", "Fuzzing", "FuzzReadings", "VirtualTime"])
let tested: [Target] =
    rows.filter(\.isTested).map(tests) + [
        .target(name: "Checkout", path: tools + "Checkout", swiftSettings: strict),
        .target(name: "CorpusKit", dependencies: corpus, path: tools + "CorpusKit", swiftSettings: strict),
        .testTarget(name: "TidyTests", dependencies: ["Checkout"], path: tools + "TidyTests", swiftSettings: strict),
    ]
let products: [Product] = [
    .executable(name: "kinescope", targets: ["kinescope"]),
    .library(name: "KinescopeProbe", targets: ["KinescopeProbe"]),
]
let package = Package(
    name: "Kinescope",
    platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17)],
    products: counting.isEmpty ? products : [],
    dependencies: (packages + docc).map { .package(url: "https://github.com/\($0.name)", from: $0.version) },
    targets: built.map(target) + (counting.isEmpty ? tested : []),
    swiftLanguageModes: [.v6]
)
