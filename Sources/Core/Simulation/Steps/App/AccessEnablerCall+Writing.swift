import ClientStack
import OrderedCollections

extension AccessEnablerCall {
    /// The node that `CallWord` reads as this call.
    var fileNode: FileNode {
        switch self {
        case .setOptions(let options): .call(.setOptions, .map(options.map { ($0.key, .text($0.value)) }))
        case .setRequestor(let requestor, let providers):
            .call(.setRequestor, .text(requestor), [("service-providers", FileNode.texts(providers).unlessEmpty)])
        case .checkAuthentication: .call(.checkAuthentication)
        case .getAuthentication(let force, let data, let filter):
            .call(
                .getAuthentication,
                nil,
                [
                    ("force", force ? .text("yes") : nil), ("data", .data(data)),
                    ("providers", filter.map { .texts($0.providers) }),
                    ("featured", filter.flatMap { FileNode.texts($0.featured).unlessEmpty }),
                ]
            )
        case .setSelectedProvider(let provider): .call(.setSelectedProvider, provider.map { .text($0) })
        case .handleExternalURL(let url): .call(.handleExternalURL, url.map { .text($0) })
        case .checkPreauthorizedResources(let resources, let usesCache):
            .call(.checkPreauthorizedResources, .texts(resources), [("cache", usesCache ? nil : .text("no"))])
        case .preauthorize(let resources, let usesCache):
            .call(.preauthorize, .texts(resources), [("cache", usesCache ? nil : .text("no"))])
        case .checkAuthorization(let resource, let data):
            .call(.checkAuthorization, .text(resource), [("data", .data(data))])
        case .getAuthorization(let resource, let data):
            .call(.getAuthorization, .text(resource), [("data", .data(data))])
        case .logout: .call(.logout)
        case .getSelectedProvider: .call(.getSelectedProvider)
        case .getMetadata(let key): .call(.getMetadata, .text(key.words))
        }
    }
}

extension AccessEnablerCall.MetadataKey {
    /// The key as scenarios write it: `authorization KITE1`.
    var words: String {
        switch self {
        case .authentication: "authentication"
        case .authorization(let resource): "authorization \(resource)"
        case .deviceID: "device-id"
        case .user(let key): "user \(key)"
        }
    }
}

extension FileNode {
    fileprivate static func call(
        _ word: CallWord,
        _ argument: FileNode? = nil,
        _ others: [(String, FileNode?)] = []
    ) -> FileNode {
        if argument == nil, others.allSatisfy({ $0.1 == nil }) { return .text(word.rawValue) }
        return .map([(word.rawValue, argument ?? FileNode(.nothing))] + others)
    }

    fileprivate static func data(_ data: OrderedDictionary<String, String>) -> FileNode? {
        FileNode.map(data.map { ($0.key, .text($0.value)) }).unlessEmpty
    }
}
