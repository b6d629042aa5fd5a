import Foundation
import SubscriberAccount
import VirtualTime

/// A question to the framework and its answer, as a line of a VSA log.
enum VSALine {
    static func text(_ question: VSARequest, _ answer: VSAResult, at: Instant) -> String {
        var line: [(String, JSONText)] = [("at", .string(at.description))] + members(of: question)
        switch answer {
        case .accessStatus(let status, let failure):
            line.append(("accessStatus", .string(status.name)))
            if let failure { line.append(("error", error(failure))) }
        case .metadata(let found, let failure):
            line += [("metadata", found.map(metadata) ?? .null), ("error", failure.map(error) ?? .null)]
        }
        return JSONText.object(line).text
    }

    /// The line of a question that has no result yet.
    static func text(_ question: VSARequest) -> String { JSONText.object(members(of: question)).text }

    private static func members(of question: VSARequest) -> [(String, JSONText)] {
        switch question {
        case .checkAccessStatus(let prompt):
            [("call", "checkAccessStatus"), ("request", .object([("prompt", .bool(prompt))]))]
        case .enqueue(let asked):
            [("call", "enqueue"), ("request", request(asked))]
        }
    }

    /// Source: video-subscriber-account.md §4.
    private static func request(_ request: AccountMetadataRequest) -> JSONText {
        var object = Members()
        object.add("channelIdentifier", request.channelIdentifier)
        object.members += [
            ("includeAccountProviderIdentifier", .bool(request.includeAccountProviderIdentifier)),
            ("includeAuthenticationExpirationDate", .bool(request.includeAuthenticationExpirationDate)),
            ("isInterruptionAllowed", .bool(request.isInterruptionAllowed)),
        ]
        if request.forceAuthentication { object.members.append(("forceAuthentication", .bool(true))) }
        object.add("supportedAccountProviderIdentifiers", request.supportedAccountProviderIdentifiers)
        object.add("featuredAccountProviderIdentifiers", request.featuredAccountProviderIdentifiers)
        object.add("attributeNames", request.attributeNames)
        object.add("verificationToken", request.verificationToken)
        object.add("localizedVideoTitle", request.localizedVideoTitle)
        object.add("supportedAuthenticationSchemes", request.supportedAuthenticationSchemes)
        object.add("accountProviderAuthenticationToken", request.accountProviderAuthenticationToken)
        if let providers = request.applicationAccountProviders {
            let entries = providers.map { provider -> JSONText in
                .object([
                    ("localizedDisplayName", .string(provider.localizedDisplayName)),
                    ("identifier", .string(provider.identifier)),
                ])
            }
            object.members.append(("applicationAccountProviders", .array(entries)))
        }
        return .object(object.members)
    }

    /// Source: video-subscriber-account.md §5.
    private static func metadata(_ metadata: AccountMetadata) -> JSONText {
        var object = Members()
        object.add("accountProviderIdentifier", metadata.accountProviderIdentifier)
        object.add("authenticationExpirationDate", metadata.authenticationExpirationDate?.description)
        object.add("verificationData", metadata.verificationData.map { Data($0).base64EncodedString() })
        object.add("samlAttributeQueryResponse", metadata.samlAttributeQueryResponse)
        if let response = metadata.accountProviderResponse {
            object.members.append(("accountProviderResponse", providerResponse(response)))
        }
        return .object(object.members)
    }

    /// Source: video-subscriber-account.md §6.
    static func providerResponse(_ response: AccountProviderResponse) -> JSONText {
        var object = Members()
        object.add("authenticationScheme", response.authenticationScheme)
        object.add("status", response.status)
        object.add("body", response.body)
        return .object(object.members)
    }

    /// Source: video-subscriber-account.md §7.
    private static func error(_ error: AccountError) -> JSONText {
        .object([
            ("domain", .string(error.domain)), ("code", .integer(error.code)),
            ("userInfo", .object(error.userInfo.map { ($0.key, $0.isString ? .string($0.value) : .raw($0.value)) })),
        ])
    }

    /// An object in the making, that does not mention what is not there.
    private struct Members {
        var members: [(String, JSONText)] = []

        mutating func add(_ key: String, _ value: String?) {
            if let value { members.append((key, .string(value))) }
        }

        mutating func add(_ key: String, _ values: [String]) {
            if !values.isEmpty { members.append((key, .strings(values))) }
        }
    }
}
