import Documents
import PassAPI
import Services
import VirtualTime

extension ServiceChanges {
    /// The keys of `service`.
    static let keys = ["clock", "latency", "lifetimes", "quirks", "requestors", "providers"]

    /// Reads what a file states of the back end.
    package init(reading node: FileNode) throws(Problem) {
        self.init()
        let map = try MapReader(node, "\"service\"", keys: Self.keys)
        clockOffset = try map.optional("clock", FileNode.signedDuration)
        latency = try map.optional("latency", FileNode.duration)
        if let lifetimes = map["lifetimes"] { self.lifetimes = try Lifetimes(reading: lifetimes) }
        if let quirks = map["quirks"] { self.quirks = try quirks.settings("\"quirks\"", ServiceQuirks.table) }
        for entry in try map["requestors"]?.named("\"requestors\"") ?? [] {
            requestors.append(try Requestor(reading: entry))
        }
        for entry in try map["providers"]?.named("\"providers\"") ?? [] {
            providers.append(try Provider(reading: entry))
        }
    }
}

extension ServiceChanges.Requestor {
    /// The keys of a requestor.
    static let keys = ["name", "domains", "service-token-key", "lifetimes", "providers"]

    init(reading entry: FileNode.Entry) throws(Problem) {
        self.init(id: entry.key)
        let map = try MapReader(entry.value, "the requestor \(entry.key)", keys: Self.keys)
        name = try map.optional("name", FileNode.text)
        domains = try map.optional("domains", FileNode.texts)
        if let pem = try map.optional("service-token-key", FileNode.text) {
            guard let key = ServiceTokenKey(pem: pem) else {
                throw Problem(
                    map.place(of: "service-token-key"),
                    "\"service-token-key\" is not a public key of RSA in PEM",
                    "openssl rsa -in KEY.pem -pubout writes one"
                )
            }
            serviceTokenKey = key
        }
        if let lifetimes = map["lifetimes"] { self.lifetimes = try Lifetimes(reading: lifetimes) }
        for entry in try map["providers"]?.named("\"providers\"") ?? [] {
            integrations.append(try ServiceChanges.Integration(reading: entry))
        }
    }
}

extension ServiceChanges.Integration {
    /// The keys of a requestor's integration with a provider.
    static let keys = [
        "enabled", "single-sign-on", "per-requestor", "passive", "preauthorization-limit", "lifetimes",
    ]

    init(reading entry: FileNode.Entry) throws(Problem) {
        self.init(mvpd: entry.key)
        guard !entry.value.isNothing else { return }
        let map = try MapReader(entry.value, "the integration with \(entry.key)", keys: Self.keys)
        isEnabled = try map.optional("enabled", FileNode.flag)
        isSingleSignOnEnabled = try map.optional("single-sign-on", FileNode.flag)
        isAuthenticationPerRequestor = try map.optional("per-requestor", FileNode.flag)
        isPassiveAuthenticationEnabled = try map.optional("passive", FileNode.flag)
        preauthorizationLimit = try map["preauthorization-limit"]?.count("\"preauthorization-limit\"", in: 0...100_000)
        if let lifetimes = map["lifetimes"] { self.lifetimes = try Lifetimes(reading: lifetimes) }
    }
}

extension ServiceChanges.Provider {
    /// The keys of a provider.
    static let keys = [
        "name", "logo", "platform-id", "platform-services", "boarding-status", "in-platform-picker",
        "required-metadata", "temp-pass", "subscribers",
    ]

    init(reading entry: FileNode.Entry) throws(Problem) {
        self.init(id: entry.key)
        let map = try MapReader(entry.value, "the provider \(entry.key)", keys: Self.keys)
        displayName = try map.optional("name", FileNode.text)
        logoURL = try map.optional("logo", FileNode.text)
        platformMappingID = try map.optional("platform-id", FileNode.text)
        enablePlatformServices = try map.optional("platform-services", FileNode.flag)
        boardingStatus = try map["boarding-status"]?.choice(
            "\"boarding-status\"",
            [("SUPPORTED", .supported), ("PICKER", .picker)]
        )
        displayInPlatformPicker = try map.optional("in-platform-picker", FileNode.flag)
        requiredMetadataFields = try map.optional("required-metadata", FileNode.texts)
        isTempPass = try map.optional("temp-pass", FileNode.flag)
        for entry in try map["subscribers"]?.named("\"subscribers\"") ?? [] {
            subscribers.append(try ServiceConfiguration.Subscriber(reading: entry))
        }
    }
}

extension ServiceConfiguration.Subscriber {
    /// The keys of a subscriber.
    static let keys = ["resources", "metadata"]

    init(reading entry: FileNode.Entry) throws(Problem) {
        self.init(user: entry.key)
        guard !entry.value.isNothing else { return }
        let map = try MapReader(entry.value, "the subscriber \(entry.key)", keys: Self.keys)
        resources = try map.optional("resources", FileNode.texts)
        for entry in try map["metadata"]?.named("\"metadata\"") ?? [] {
            metadata.append(Entry(entry.key, Entry.Value(reading: entry.value)))
        }
    }
}

extension ServiceConfiguration.Subscriber.Entry.Value {
    /// A text, or a list or mapping of what holds texts in the end; a mapping of ``encryptedKey`` alone has a ciphertext.
    init(reading node: FileNode) {
        switch node.content {
        case .text(let text): self = .text(text)
        case .map(let entries) where entries.count == 1 && ExactText(entries[0].key) == Self.encryptedKey:
            self = .encrypted(Self.json(entries[0].value))
        case .nothing, .list, .map: self = .json(Self.json(node))
        }
    }

    static let encryptedKey = "encrypted"

    private static func json(_ node: FileNode) -> JSONValue {
        switch node.content {
        case .nothing: .null
        case .text(let text): .string(text)
        case .list(let items): .array(items.map(json))
        case .map(let entries):
            .object(entries.reduce(into: JSONObject()) { $0[$1.key] = json($1.value) })
        }
    }
}

extension Lifetimes {
    /// The things that can have a lifetime, by the names of expirations.
    static var words: [(name: String, path: WritableKeyPath<Lifetimes, Duration?>)] {
        [
            ("authn-token", \.authentication), ("authz-token", \.authorization), ("media-token", \.media),
            ("registration-code", \.registrationCode), ("access-token", \.accessToken), ("temp-pass", \.tempPass),
            ("platform-session", \.platformSession),
        ]
    }

    /// The lifetimes that a mapping says; `alsoKnown` keys are somebody else's.
    init(reading node: FileNode, alsoKnown others: [String] = []) throws(Problem) {
        self.init()
        let map = try MapReader(node, "\"lifetimes\"", keys: Self.words.map(\.name) + others)
        for (name, path) in Self.words {
            self[keyPath: path] = try map.optional(name, FileNode.duration)
        }
    }
}
