import Documents
import SubscriberAccount
import VirtualTime

extension VSAResult {
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
            authenticationExpirationDate.map { "expires \($0)" },
            samlAttributeQueryResponse.map { "SAML response of \(CountedNoun.text($0.utf8.count, "byte"))" },
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

extension VSARequest {
    var summary: String {
        switch self {
        case .checkAccessStatus(let prompt):
            "checkAccessStatus(prompt: \(prompt))"
        case .enqueue(let request) where request.verificationToken != nil:
            "enqueue with a verification token, for \(request.attributeNames.joined(separator: ", "))"
        case .enqueue(let request):
            request.isInterruptionAllowed
                ? "enqueue, with prompts" : "enqueue, without prompts"
        }
    }
}
