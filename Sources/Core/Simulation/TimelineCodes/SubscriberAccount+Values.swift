// What a program takes from questions to Apple's framework and their answers on the timeline.

import SubscriberAccount
import VirtualTime

extension VSARequest {
    var kind: String {
        switch self {
        case .checkAccessStatus: "checkAccessStatus"
        case .enqueue: "enqueue"
        }
    }

    var values: [EventValue] {
        switch self {
        case .checkAccessStatus(let prompt): [.truth("prompt", prompt)]
        case .enqueue(let request):
            [
                .truth("isInterruptionAllowed", request.isInterruptionAllowed),
                .truth("hasVerificationToken", request.verificationToken != nil),
                .list("attributeNames", request.attributeNames),
            ]
        }
    }
}

extension VSAResult {
    var kind: String {
        switch self {
        case .accessStatus: "checkAccessStatus"
        case .metadata: "enqueue"
        }
    }

    var values: [EventValue] {
        switch self {
        case .accessStatus(let status, let error): [.code("accessStatus", status.name)] + (error?.values ?? [])
        case .metadata(let metadata, let error): (metadata?.values ?? []) + (error?.values ?? [])
        }
    }
}

extension AccountMetadata {
    fileprivate var values: [EventValue] {
        [
            accountProviderIdentifier.map { .text("provider", $0) },
            authenticationExpirationDate.map { .instant("expiresAt", $0) },
            samlAttributeQueryResponse.map { .number("samlResponseBytes", $0.utf8.count) },
        ].compactMap(\.self)
    }
}

extension AccountError {
    fileprivate var values: [EventValue] {
        [.code("errorDomain", domain), .number("errorCode", code)] + userInfo.map { .text($0.key, $0.value) }
    }
}
