import Documents
import PassAPI
import Services
import VirtualTime

extension ServiceChanges {
    /// The node that ``init(reading:)`` reads as these changes.
    var fileNode: FileNode {
        .map([
            ("clock", clockOffset.map { .text($0.signedWords) }), ("latency", latency.map { .text($0.words) }),
            ("lifetimes", lifetimes.fileNode.unlessEmpty), ("quirks", quirks.fileNode.unlessEmpty),
            ("requestors", FileNode.map(requestors.map { ($0.id, $0.fileNode) }).unlessEmpty),
            ("providers", FileNode.map(providers.map { ($0.id, $0.fileNode) }).unlessEmpty),
        ])
    }
}

extension ServiceChanges.Requestor {
    fileprivate var fileNode: FileNode {
        .map([
            ("name", name.map { .text($0) }), ("domains", domains.map { .texts($0) }),
            ("service-token-key", serviceTokenKey.map { .text($0.pem) }),
            ("lifetimes", lifetimes.fileNode.unlessEmpty),
            ("providers", FileNode.map(integrations.map { ($0.mvpd, $0.fileNode) }).unlessEmpty),
        ])
    }
}

extension ServiceChanges.Integration {
    fileprivate var fileNode: FileNode {
        .map([
            ("enabled", isEnabled?.fileNode), ("single-sign-on", isSingleSignOnEnabled?.fileNode),
            ("per-requestor", isAuthenticationPerRequestor?.fileNode),
            ("passive", isPassiveAuthenticationEnabled?.fileNode),
            ("preauthorization-limit", preauthorizationLimit.map { .text(String($0)) }),
            ("lifetimes", lifetimes.fileNode.unlessEmpty),
        ])
    }
}

extension ServiceChanges.Provider {
    fileprivate var fileNode: FileNode {
        .map([
            ("name", displayName.map { .text($0) }), ("logo", logoURL.map { .text($0) }),
            ("platform-id", platformMappingID.map { .text($0) }),
            ("platform-services", enablePlatformServices?.fileNode),
            ("boarding-status", boardingStatus.map { .text($0.rawValue) }),
            ("in-platform-picker", displayInPlatformPicker?.fileNode),
            ("required-metadata", requiredMetadataFields.map { .texts($0) }), ("temp-pass", isTempPass?.fileNode),
            ("subscribers", FileNode.map(subscribers.map { ($0.user, $0.fileNode) }).unlessEmpty),
        ])
    }
}

extension ServiceConfiguration.Subscriber {
    fileprivate var fileNode: FileNode {
        .map([
            ("resources", resources.map { .texts($0) }),
            ("metadata", FileNode.map(metadata.map { ($0.name, $0.value.fileNode) }).unlessEmpty),
        ])
    }
}

extension ServiceConfiguration.Subscriber.Entry.Value {
    fileprivate var fileNode: FileNode {
        switch self {
        case .text(let text): .text(text)
        case .json(let value): Self.fileNode(value)
        case .encrypted(let value): .map([(Self.encryptedKey, Self.fileNode(value))])
        }
    }

    private static func fileNode(_ value: JSONValue) -> FileNode {
        switch value {
        case .null: FileNode(.nothing)
        case .array(let items): FileNode(.list(items.map(fileNode)))
        case .object(let object): .map(object.members.map { ($0.key, fileNode($0.value)) })
        default: .text(value.string ?? value.serialized)
        }
    }
}

extension Lifetimes {
    /// The lifetimes that are set.
    var fileNode: FileNode { .map(fileEntries) }

    /// The lifetimes that are set, by name.
    var fileEntries: [(String, FileNode?)] {
        Self.words.map { name, path in (name, self[keyPath: path].map { .text($0.words) }) }
    }
}
