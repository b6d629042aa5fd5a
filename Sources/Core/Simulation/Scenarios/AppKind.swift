import ClientStack
public import SubscriberAccount

/// The kinds of apps by what they are made of, each with its setting.
public enum AppKind: Hashable, Sendable {
    /// REST API V1 after the cookbook.
    case rest
    /// REST API V2.
    case restV2
    /// AccessEnabler of this version.
    case sdk(PlatformVersion)
    /// The browser dialect; a provider is the MVPD that it is told to log in with, nil where the user names one.
    case browser(provider: String? = nil)

    /// The version of the SDK inside.
    public var sdkVersion: PlatformVersion? { if case .sdk(let version) = self { version } else { nil } }

    /// True if it needs no launch: a page or a program that is there when it is used.
    public var isAlwaysOpen: Bool { if case .browser = self { true } else { false } }

    // MARK: In scenario files

    /// The keys in an app's mapping, with the form of what stands behind each.
    static let schemas: [(key: String, form: StepSchema)] = [
        ("api", .words(apis.map(\.word))), ("sdk", .reference("version")), ("browser", .reference("flag")),
        ("provider", .reference("text")),
    ]

    /// The versions of the REST API, as `api` names them; without it an app uses V1.
    private static let apis: [(word: String, kind: AppKind)] = [("v1", .rest), ("v2", .restV2)]

    /// The kind that an app's mapping says.
    init(reading map: MapReader) throws(Problem) {
        let version = try map.optional("sdk", FileNode.version)
        let isBrowser = try map.optional("browser", FileNode.flag) ?? false
        let api = try map["api"]?.choice("\"api\"", Self.apis.map { ($0.word, $0.kind) })
        if api != nil, isBrowser || version != nil {
            throw Problem(
                map.place(of: "api"),
                "an app has the SDK, is a browser, or uses the REST API, not two of them"
            )
        }
        if isBrowser, version != nil {
            throw Problem(map.place(of: "browser"), "an app has the SDK or is a browser, not both")
        }
        guard !isBrowser else {
            self = .browser(provider: try map.optional("provider", FileNode.text))
            return
        }
        guard map["provider"] == nil else {
            throw Problem(
                map.place(of: "provider"),
                "\"provider\" is for browser clients",
                "in other apps the user picks one: - sign in: Meadowlark"
            )
        }
        self = version.map { .sdk($0) } ?? api ?? .rest
    }

    /// Its entries in an app's mapping.
    var fileEntries: [(String, FileNode?)] {
        switch self {
        case .rest: []
        case .restV2: [("api", .text("v2"))]
        case .sdk(let version): [("sdk", .text(version.description))]
        case .browser(let provider): [("browser", .text("yes")), ("provider", provider.map { .text($0) })]
        }
    }

    /// The decisions that a mapping says.
    func settings(_ node: FileNode) throws(Problem) -> [OptionSetting] {
        switch self {
        case .rest: try node.settings("\"options\"", RESTAppOptions.table)
        case .restV2: try node.settings("\"options\"", StreamingAppOptions.table)
        case .sdk: try node.settings("\"options\"", AccessEnablerConfiguration.table)
        case .browser: try node.settings("\"options\"", BrowserOptions.table)
        }
    }
}
