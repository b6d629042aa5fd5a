import Device
import OrderedCollections
import PassAPI
import VirtualTime

/// The tokens a browser client keeps: one AuthN token, and an AuthZ token for each resource.
///
/// Source: access-enabler.md §14.3, tokens.md §9. What was read is remembered beside its text, so that no token is parsed
/// twice; the text that is kept decides, for a device may lose it.
struct BrowserCache: Hashable, Sendable {
    /// The file that keeps them.
    let store: StoreName
    private let place: BrowserOptions.Cache
    /// The texts of a client that keeps them in memory.
    private var memory: OrderedDictionary<Key, String> = [:]
    /// The tokens that an earlier run has kept, until they are written down.
    private var earlier: OrderedDictionary<Key, String> = [:]
    private var read: OrderedDictionary<Key, BrowserToken> = [:]

    /// The identity of a token.
    enum Key: Hashable, Sendable {
        case authentication
        /// By the resource's guid, or its id.
        case authorization(String)

        /// Its place in the file.
        var path: [String] {
            switch self {
            case .authentication: ["authn_token"]
            case .authorization(let resource): ["authz_token", resource]
            }
        }
    }

    init(_ configuration: BrowserConfiguration) {
        store = .file("ap-mso/\(configuration.requestor)", bundleID: configuration.bundleID)
        place = configuration.options.cache
        earlier[.authentication] = configuration.authenticationToken
        for kept in configuration.authorizationTokens {
            earlier[.authorization(MRSSResource(kept.resource).name)] = kept.text
        }
    }

    /// Writes down what an earlier run has kept, before anything else happens.
    mutating func settle(on device: inout Device) {
        guard !earlier.isEmpty else { return }
        for (key, text) in earlier { write(text, key, on: &device) }
        earlier = [:]
    }

    /// The token under `key`; nil if none is kept, or what is kept cannot be read.
    func token(_ key: Key, on device: Device) -> BrowserToken? {
        guard let text = text(key, on: device) else { return nil }
        if let known = read[key], known.text == text { return known }
        return BrowserToken(text, key)
    }

    /// The resources that an AuthZ token is kept for, in the order they were first authorized.
    func resources(on device: Device) -> [String] {
        let keys = OrderedSet(memory.keys).union(earlier.keys)
        let inMemory = keys.compactMap { if case .authorization(let resource) = $0 { resource } else { nil } }
        guard place == .file else { return inMemory }
        let inFile = device.stores.leaves(in: store, under: ["authz_token"]).compactMap(\.path.last)
        return Array(OrderedSet(inFile).union(inMemory))
    }

    /// Keeps `token` in place of another under `key`.
    mutating func keep(_ token: BrowserToken, _ key: Key, on device: inout Device) -> StorageChange? {
        read[key] = token
        write(token.text, key, on: &device)
        return change(.wrote, key.path, .issued)
    }

    /// Forgets every token of the requestor.
    mutating func removeAll(because reason: CodedText, on device: inout Device) -> StorageChange? {
        read = [:]
        memory = [:]
        guard place == .file, device.stores[store, []] != nil else { return nil }
        device.stores[store, []] = nil
        return change(.removed, [], reason)
    }

    /// The program ends: what it had in memory is gone.
    mutating func restart() { memory = [:] }

    private func text(_ key: Key, on device: Device) -> String? {
        if let text = earlier[key] { return text }
        return place == .memory ? memory[key] : device.stores[text: store, key.path]
    }

    private mutating func write(_ text: String, _ key: Key, on device: inout Device) {
        switch place {
        case .memory: memory[key] = text
        case .file: device.stores[store, key.path] = .text(text)
        }
    }

    private func change(_ action: StorageChange.Action, _ path: [String], _ reason: CodedText) -> StorageChange? {
        place == .memory ? nil : StorageChange(action, store, path, by: .app, because: reason)
    }
}

extension BrowserToken {
    fileprivate init?(_ text: String, _ key: BrowserCache.Key) {
        switch key {
        case .authentication: self.init(authentication: text)
        case .authorization: self.init(authorization: text)
        }
    }
}
