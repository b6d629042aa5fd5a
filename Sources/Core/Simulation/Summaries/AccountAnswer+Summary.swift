// What the timeline tells a reader of it, in one line.

import SubscriberAccount
import VirtualTime

extension AccountAnswer {
    var kind: String {
        switch self {
        case .accessStatus: "checkAccessStatus"
        case .metadata: "enqueue"
        }
    }

    var summary: String {
        switch self {
        case .accessStatus(let status, let error):
            status.name + (error.map { ", \($0.summary)" } ?? "")
        case .metadata(let metadata, let error):
            [metadata?.summary ?? "no metadata", error?.summary].compactMap { $0 }.joined(separator: ", ")
        }
    }
}

extension AccountMetadata {
    fileprivate var summary: String {
        let parts = [
            accountProviderIdentifier.map { "provider \($0)" } ?? "no provider",
            authenticationExpirationDate.map { "until \($0)" },
            samlAttributeQueryResponse.map { "SAML answer of \($0.utf8.count) bytes" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension AccountError {
    fileprivate var summary: String {
        let name = knownCode.map { " \($0)" } ?? ""
        let info = userInfo.map { ", \($0.key) = \($0.value)" }.joined()
        return "\(domain) \(code)\(name)\(info)"
    }
}
