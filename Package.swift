// swift-tools-version: 6.2
import PackageDescription

/// The pure core alone, without SQLite, sockets and the command line, when `KINESCOPE_PURE` is set: the fastest loop.
let pureOnly = Context.environment["KINESCOPE_PURE"] != nil

/// The core without the concurrency module, so that `Task`, `Clock` and `AsyncStream` do not exist there.
///
/// `Scripts/fuzz` builds so, and with it `Scripts/test`. The flag is unsafe in SwiftPM's sense, and a package whose manifest
/// holds unsafe flags cannot be depended on: hence the environment variable.
let withoutConcurrency = pureOnly || Context.environment["KINESCOPE_WITHOUT_CONCURRENCY"] != nil

/// What parsers of foreign bytes are built with when `KINESCOPE_FUZZ` is set: the flags in it, which `Scripts/fuzz` chooses.
///
/// Only there coverage is counted: libFuzzer goes through every counter for each input, and other people's code, the properties,
/// other readings and mutators have as many of them as all parsers together. SwiftPM's `--sanitize=fuzzer` would count
/// everywhere.
let counting = (Context.environment["KINESCOPE_FUZZ"] ?? "").split(separator: " ").map(String.init)
let counted: [SwiftSetting] = counting.isEmpty ? [] : [.unsafeFlags(counting)]

/// What properties are stated with is made for the types that are compared, where it is used: without it two arrays of bytes are
/// compared as arrays of anything.
let comparing: [SwiftSetting] = counting.isEmpty ? [] : [.unsafeFlags(["-cross-module-optimization"])]

/// What an executable with such a parser in it is linked with: the same sanitizers.
let linkedWithCounters: [LinkerSetting] =
    counting.isEmpty ? [] : [.unsafeFlags(counting.filter { $0.hasPrefix("-sanitize=") })]

let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

let pure: [SwiftSetting] =
    common
    + (withoutConcurrency ? [.unsafeFlags(["-Xfrontend", "-disable-implicit-concurrency-module-import"])] : [])

let testing: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

// MARK: The core: values and machines, no file, socket, clock, random source or task.

var targets: [Target] = [
    .systemLibrary(
        name: "CLibXML2",
        pkgConfig: "libxml-2.0",
        providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
    ),
    .target(name: "VirtualTime", dependencies: [heap], swiftSettings: pure + counted),
    .target(name: "SubscriberAccount", dependencies: ["VirtualTime"], swiftSettings: pure + counted),
    .target(name: "Documents", dependencies: ["CLibXML2"], swiftSettings: pure + counted),
    .target(name: "Tokens", dependencies: ["Documents", "VirtualTime"], swiftSettings: pure + counted),
    .target(
        name: "Exchanges",
        dependencies: ["Documents", "SubscriberAccount", "VirtualTime"],
        swiftSettings: pure + counted
    ),
    .target(
        name: "PassAPI",
        dependencies: ["Exchanges", "Tokens", "Documents", "VirtualTime"],
        swiftSettings: pure + counted
    ),
    .target(
        name: "History",
        dependencies: ["PassAPI", "Tokens", "Exchanges", "SubscriberAccount", "Documents", "VirtualTime"],
        swiftSettings: pure
    ),
    .target(
        name: "Redaction",
        dependencies: ["Exchanges", "Documents", "SubscriberAccount", "VirtualTime", crypto],
        swiftSettings: pure + counted
    ),
    .target(
        name: "Device",
        dependencies: ["VirtualTime", "SubscriberAccount", collections],
        swiftSettings: pure
    ),
    .target(
        name: "ClientStack",
        dependencies: [
            "VirtualTime", "SubscriberAccount", "Device", "PassAPI", "Tokens", "Exchanges", "Documents", collections,
            crypto,
        ],
        swiftSettings: pure
    ),
    .target(
        name: "Services",
        dependencies: [
            "VirtualTime", "SubscriberAccount", "PassAPI", "Tokens", "Documents", "History", collections, crypto,
        ],
        swiftSettings: pure
    ),
    .target(
        name: "Simulation",
        dependencies: [
            "ClientStack", "Services", "Device", "VirtualTime", "SubscriberAccount", "PassAPI", "Exchanges", "Tokens",
            "Documents", collections,
        ],
        swiftSettings: pure + counted
    ),
    .target(
        name: "Replay",
        dependencies: [
            "Simulation", "ClientStack", "Services", "Device", "VirtualTime", "SubscriberAccount", "PassAPI",
            "Exchanges", "Documents", "Tokens", "History",
        ],
        swiftSettings: pure
    ),
    .target(
        name: "Report",
        dependencies: [
            "Replay", "Simulation", "Services", "Device", "History", "PassAPI", "Tokens", "Exchanges", "Documents",
            "SubscriberAccount", "VirtualTime",
        ],
        swiftSettings: pure
    ),
]

targets += [
    .target(
        name: "FuzzReadings",
        dependencies: ["Tokens", "Documents", "VirtualTime", "CLibXML2"],
        swiftSettings: pure + comparing
    ),
    .target(
        name: "Fuzzing",
        dependencies: [
            "FuzzReadings", "Redaction", "PassAPI", "Exchanges", "Tokens", "Documents", "SubscriberAccount",
            "VirtualTime",
        ],
        swiftSettings: pure
    ),
]

let pureTargets = [
    "VirtualTime", "SubscriberAccount", "Documents", "Tokens", "Exchanges", "PassAPI", "History", "Redaction", "Device",
    "ClientStack", "Services", "Simulation", "Replay", "Report", "FuzzReadings", "Fuzzing",
]

/// A test may look at every room of the core: what it may not do is decided in Sources.
targets += pureTargets.map { name in
    .testTarget(
        name: "\(name)Tests",
        dependencies: pureTargets.map { .target(name: $0) }
            + (name.hasPrefix("Fuzz") ? ["Checkout", "CorpusKit"] : ["Checkout"]),
        swiftSettings: testing
    )
}

targets += [
    .target(name: "Checkout", path: "Tests/Checkout", swiftSettings: testing),
    .target(
        name: "CorpusKit",
        dependencies: ["Checkout", "Fuzzing", "FuzzReadings", "VirtualTime"],
        path: "Tests/CorpusKit",
        swiftSettings: testing
    ),
]

var dependencies: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
]

// MARK: The shell: SQLite, files, the command line.

if !pureOnly {
    dependencies += [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    ]
    let network: [Target.Dependency] = [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
    ]
    targets += [
        .target(
            name: "ScenarioFiles",
            dependencies: [
                "Simulation", "Documents", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: common + counted
        ),
        .target(
            name: "RecordingStore",
            dependencies: [
                "Exchanges", "SubscriberAccount", "Documents", "VirtualTime", crypto,
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: common + counted
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .target(
            name: "Relaying",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: common + counted
        ),
        .target(
            name: "Recorder",
            dependencies: [
                "Relaying",
                "Exchanges", "Documents", "SubscriberAccount", "VirtualTime", "CZlib", collections, crypto,
            ] + network,
            swiftSettings: common
        ),
        .target(name: "KinescopeProbe", dependencies: ["SubscriberAccount", "VirtualTime"], swiftSettings: common),
        .executableTarget(
            name: "RecordingBenchmark",
            dependencies: ["RecordingStore", "Redaction", "PassAPI", "Exchanges", "VirtualTime"],
            swiftSettings: common
        ),
        .executableTarget(
            name: "SimulationBenchmark",
            dependencies: ["Simulation", "ClientStack", "Device", "Exchanges", "SubscriberAccount", "VirtualTime"],
            swiftSettings: common
        ),
        .executableTarget(
            name: "kinescope",
            dependencies: pureTargets.map { .target(name: $0) } + [
                "RecordingStore", "ScenarioFiles", "Recorder", "Relaying",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "RecordingStoreTests",
            dependencies: pureTargets.map { .target(name: $0) } + [
                "Checkout", "RecordingStore", .product(name: "GRDB", package: "GRDB.swift"), crypto,
            ],
            swiftSettings: testing
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: pureTargets.map { .target(name: $0) } + [
                "Checkout", "RecordingStore", "ScenarioFiles", "Recorder", "Relaying", "KinescopeProbe", "kinescope",
            ],
            swiftSettings: testing
        ),
        .testTarget(
            name: "ScenarioFilesTests",
            dependencies: pureTargets.map { .target(name: $0) } + [
                "Checkout", "ScenarioFiles", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: testing
        ),
        .testTarget(
            name: "RecorderTests",
            dependencies: pureTargets.map { .target(name: $0) } + [
                "Recorder", "Relaying", "KinescopeProbe", crypto,
            ] + network,
            swiftSettings: testing
        ),
        .testTarget(
            name: "RelayingTests",
            dependencies: [
                "Checkout", "Relaying", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: testing
        ),
        .testTarget(
            name: "KinescopeProbeTests",
            dependencies: ["KinescopeProbe", "Exchanges", "SubscriberAccount", "VirtualTime"],
            swiftSettings: testing
        ),
        .testTarget(name: "TidyTests", dependencies: ["Checkout"], swiftSettings: testing),
        .target(name: "CFuzzSupport"),
        .target(
            name: "FuzzEntry",
            dependencies: ["Fuzzing", "FuzzReadings", "VirtualTime", "CFuzzSupport"],
            swiftSettings: common
        ),
        .target(
            name: "ShellFuzzing",
            dependencies: [
                "Fuzzing", "FuzzReadings", "RecordingStore", "ScenarioFiles", "Relaying", "Simulation", "Services",
                "Exchanges", "SubscriberAccount", "VirtualTime",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: common
        ),
        .executableTarget(
            name: "FuzzingBenchmark",
            dependencies: [
                "Fuzzing", "ShellFuzzing", "RecordingStore", "ScenarioFiles", "PassAPI", "Exchanges", "Documents",
                "Tokens", "VirtualTime",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "ShellFuzzingTests",
            dependencies: [
                "ShellFuzzing", "CorpusKit", "Fuzzing", "FuzzReadings", "RecordingStore", "Relaying", "ScenarioFiles",
                "Simulation", "Exchanges", "SubscriberAccount", "VirtualTime",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: testing
        ),
        // What libFuzzer starts: the targets of the core, and those that need a file, YAML or an HTTP decoder. One for all
        // would let each target go through the other's counters for every input.
        .executableTarget(
            name: "Fuzz",
            dependencies: ["Fuzzing", "FuzzEntry"],
            swiftSettings: common,
            linkerSettings: linkedWithCounters
        ),
        .executableTarget(
            name: "FuzzShell",
            dependencies: ["ShellFuzzing", "Fuzzing", "FuzzEntry"],
            swiftSettings: common,
            linkerSettings: linkedWithCounters
        ),
        // Built as those are: what Scripts/test compares with the debug build's `kinescope`.
        .executableTarget(
            name: "Digests",
            dependencies: ["Report", "Replay", "Simulation", "Redaction", "Exchanges"],
            swiftSettings: common,
            linkerSettings: linkedWithCounters
        ),
    ]
}

let package = Package(
    name: "Kinescope",
    platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17)],
    products: pureOnly
        ? []
        : [
            .executable(name: "kinescope", targets: ["kinescope"]),
            .library(name: "KinescopeProbe", targets: ["KinescopeProbe"]),
        ],
    dependencies: dependencies,
    targets: targets,
    swiftLanguageModes: [.v6]
)
