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

extension VSARequest {
    var summary: String {
        switch self {
        case .checkAccessStatus(let prompt):
            "may the app read subscription information?" + (prompt ? " (may ask the user)" : "")
        case .enqueue(let request) where request.verificationToken != nil:
            "metadata with a SAML answer for \(request.attributeNames.joined(separator: ", "))"
        case .enqueue(let request):
            request.isInterruptionAllowed
                ? "metadata, the user may be asked to log in" : "metadata, without disturbing the user"
        }
    }
}
