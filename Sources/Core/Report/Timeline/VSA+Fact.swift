import Documents
import SubscriberAccount
import VirtualTime

extension VSARequest {
    /// The framework's method, and whether it may ask the user.
    var title: String {
        switch self {
        case .checkAccessStatus: "checkAccessStatus"
        case .enqueue(let request): request.isInterruptionAllowed ? "enqueue, prompts" : "enqueue"
        }
    }

    /// The properties of the request, by Apple's names.
    var details: [(name: String, value: String)] {
        switch self {
        case .checkAccessStatus(let prompt): [("prompt", "\(prompt)")]
        case .enqueue(let request): request.properties
        }
    }
}

extension VSAResult {
    /// The result in a few words, its expiration as it is seen from `now`, when the result came.
    func fact(at now: Instant) -> String {
        switch self {
        case .accessStatus(let status, let error): status.name + (error.map { ", \($0.fact)" } ?? "")
        case .metadata(let metadata, let error):
            [metadata?.fact(at: now), error?.fact].compactMap { $0 }.joined(separator: ", ").nonEmpty
                ?? "neither metadata nor an error"
        }
    }

    /// The properties of the metadata, by Apple's names.
    var details: [(name: String, value: String)] {
        if case .metadata(let metadata?, _) = self { metadata.properties } else { [] }
    }
}

extension AccountMetadata {
    fileprivate func fact(at now: Instant) -> String {
        // The provider is that of the call before.
        if let response = samlAttributeQueryResponse {
            return "SAML response, \(CountedNoun.text(response.utf8.count, "byte"))"
        }
        let end = authenticationExpirationDate.map { ", " + $0.expiration(seenFrom: now) } ?? ""
        return (accountProviderIdentifier ?? "no provider") + end
    }
}

extension AccountError {
    /// `error 3 serviceTemporarilyUnavailable`, of another domain than the framework's with that.
    var fact: String {
        let domain = knownCode == nil ? "\(domain) " : ""
        let info = userInfo.map { ", \($0.key) = \($0.value)" }.joined()
        return "\(domain)error \(code)" + (knownCode.map { " \($0)" } ?? "") + info
    }
}

extension String {
    /// The text itself; nil for none.
    var nonEmpty: String? { isEmpty ? nil : self }
}
