import ClientStack
import OrderedCollections

/// The methods of AccessEnabler that the step `call` can name, as the API reference spells them.
enum CallWord: String, CaseIterable, Hashable, Sendable {
    case setOptions
    case setRequestor
    case checkAuthentication
    case getAuthentication
    case setSelectedProvider
    case handleExternalURL
    case checkPreauthorizedResources
    case preauthorize
    case checkAuthorization
    case getAuthorization
    case logout
    case getSelectedProvider
    case getMetadata

    /// The keys beside the method's name, for arguments after the first.
    var keys: [String] {
        switch self {
        case .setRequestor: ["service-providers"]
        case .getAuthentication: ["force", "data", "providers", "featured"]
        case .checkPreauthorizedResources, .preauthorize: ["cache"]
        case .checkAuthorization, .getAuthorization: ["data"]
        case .setOptions, .checkAuthentication, .setSelectedProvider, .handleExternalURL, .logout, .getSelectedProvider,
            .getMetadata:
            []
        }
    }

    /// The call that a step says: `checkAuthentication`, or `{ getAuthorization: KITE1, data: {…} }`.
    static func call(_ node: FileNode) throws(Problem) -> AccessEnablerCall {
        switch node.content {
        case .text(let text):
            let name = text.prefix { $0 != " " && $0 != ":" }
            let rest = text.dropFirst(name.count).drop { $0 == " " || $0 == ":" }
            let value = rest.isEmpty ? FileNode.Content.nothing : .text(String(rest))
            return try call(
                FileNode(
                    .map([.init(key: String(name), place: node.place, value: FileNode(value, at: node.place))]),
                    at: node.place
                )
            )
        case .map(let entries):
            let words = entries.compactMap { CallWord(rawValue: $0.key) }
            guard let word = words.first, words.count == 1 else {
                guard let entry = entries.first, words.isEmpty else {
                    throw Problem(node.place, "a call is of one method")
                }
                throw .unknown("method", entry.key, at: entry.place, known: allCases.map(\.rawValue))
            }
            let map = try MapReader(node, "the call \(word.rawValue)", keys: [word.rawValue] + word.keys)
            return try word.call(map[word.rawValue] ?? FileNode(.nothing, at: node.place), map)
        case .nothing, .list:
            throw node.wrong("\"call\"", "a method's name, or a mapping with it")
        }
    }

    private func call(_ node: FileNode, _ map: MapReader) throws(Problem) -> AccessEnablerCall {
        let what = "\"\(rawValue)\""
        switch self {
        case .setOptions: return .setOptions(try node.data(what))
        case .setRequestor:
            let providers = try map.optional("service-providers", FileNode.texts)
            return .setRequestor(try node.text(what), serviceProviders: providers ?? [])
        case .getAuthentication:
            try nothing(node)
            let featured = try map.optional("featured", FileNode.texts)
            let providers = try map.optional("providers", FileNode.texts)
            if featured != nil, providers == nil {
                throw Problem(map.place(of: "featured"), "\"featured\" needs \"providers\", of which it is a part")
            }
            return .getAuthentication(
                force: try map.optional("force", FileNode.flag) ?? false,
                data: try map["data"]?.data("\"data\"") ?? [:],
                filter: providers.map { .init(providers: $0, featured: featured ?? []) }
            )
        case .setSelectedProvider: return .setSelectedProvider(node.isNothing ? nil : try node.text(what))
        case .handleExternalURL: return .handleExternalURL(node.isNothing ? nil : try node.text(what))
        case .checkPreauthorizedResources, .preauthorize:
            let usesCache = try map.optional("cache", FileNode.flag) ?? true
            let resources = try node.texts(what)
            return self == .preauthorize
                ? .preauthorize(resources, usesCache: usesCache)
                : .checkPreauthorizedResources(resources, usesCache: usesCache)
        case .checkAuthorization, .getAuthorization:
            let data = try map["data"]?.data("\"data\"") ?? [:]
            let resource = try node.text(what)
            return self == .checkAuthorization
                ? .checkAuthorization(resource, data: data) : .getAuthorization(resource, data: data)
        case .getMetadata: return .getMetadata(try AccessEnablerCall.MetadataKey(reading: node))
        case .checkAuthentication:
            try nothing(node)
            return .checkAuthentication
        case .logout:
            try nothing(node)
            return .logout
        case .getSelectedProvider:
            try nothing(node)
            return .getSelectedProvider
        }
    }

    private func nothing(_ node: FileNode) throws(Problem) {
        guard node.isNothing else { throw Problem(node.place, "\"\(rawValue)\" takes no argument, not \(node.kind)") }
    }
}

extension AccessEnablerCall.MetadataKey {
    /// `authentication`, `device-id`, `authorization KITE1`, `user zip`.
    init(reading node: FileNode) throws(Problem) {
        let text = try node.text("\"getMetadata\"")
        let word = String(text.prefix { $0 != " " })
        let rest = String(text.dropFirst(word.count + 1))
        switch (word, rest.isEmpty) {
        case ("authentication", true): self = .authentication
        case ("device-id", true): self = .deviceID
        case ("authorization", false): self = .authorization(resource: rest)
        case ("user", false): self = .user(key: rest)
        default:
            throw Problem(
                node.place,
                "\"getMetadata\" cannot be \"\(text.shortened)\"",
                "write authentication, device-id, authorization KITE1 or user zip"
            )
        }
    }
}

extension FileNode {
    /// Named texts.
    fileprivate func data(_ what: String) throws(Problem) -> OrderedDictionary<String, String> {
        var data: OrderedDictionary<String, String> = [:]
        for entry in try named(what) {
            guard case .text(let text) = entry.value.content else {
                data[entry.key] = entry.value.isNothing ? "" : try entry.value.text("\"\(entry.key)\"")
                continue
            }
            data[entry.key] = text
        }
        return data
    }
}
