// macOS has the module, but neither of the two calls; Catalyst has no module.
#if canImport(VideoSubscriberAccount) && !os(macOS) && !targetEnvironment(macCatalyst)
import Foundation
public import SubscriberAccount
import VirtualTime
public import VideoSubscriberAccount

/// Apple's account manager, spoken to in values: what a ``RecordingAccountManager`` wraps in an app.
///
/// Its delegate is the app's own and is set on the manager as ever. Apple says of no version that the class needs a
/// certain thread, and of every handler that it may be called on any; calls are made on the thread they come on.
public final class VideoSubscriberAccountManager: AccountManaging, @unchecked Sendable {
    private let manager: VSAccountManager

    /// A wrapper of the app's manager.
    public init(_ manager: VSAccountManager) { self.manager = manager }

    /// Asks the system whether the app may read the user's subscription.
    public func checkAccessStatus(
        prompt: Bool,
        completionHandler: @escaping @Sendable (AccountAccessStatus, AccountError?) -> Void
    ) {
        manager.checkAccessStatus(options: prompt ? [.prompt: true] : [:]) { status, error in
            completionHandler(AccountAccessStatus(status), error.map(AccountError.init))
        }
    }

    /// Asks the system for metadata.
    @discardableResult
    public func enqueue(
        _ request: AccountMetadataRequest,
        completionHandler: @escaping @Sendable (AccountMetadata?, AccountError?) -> Void
    ) -> AccountManagerResult {
        let result = manager.enqueue(VSAccountMetadataRequest(request)) { metadata, error in
            completionHandler(metadata.map(AccountMetadata.init), error.map(AccountError.init))
        }
        let cancellation = Cancellation(result)
        return AccountManagerResult { cancellation.result.cancel() }
    }

    /// Carries the result, which only takes advice, to whatever thread cancels.
    private final class Cancellation: @unchecked Sendable {
        let result: VSAccountManagerResult

        init(_ result: VSAccountManagerResult) { self.result = result }
    }
}

// MARK: To and from Apple's classes. Everything here is older than the systems this package supports.

extension VSAccountMetadataRequest {
    /// Source: video-subscriber-account.md §4.
    fileprivate convenience init(_ request: AccountMetadataRequest) {
        self.init()
        channelIdentifier = request.channelIdentifier
        supportedAccountProviderIdentifiers = request.supportedAccountProviderIdentifiers
        featuredAccountProviderIdentifiers = request.featuredAccountProviderIdentifiers
        verificationToken = request.verificationToken
        includeAccountProviderIdentifier = request.includeAccountProviderIdentifier
        includeAuthenticationExpirationDate = request.includeAuthenticationExpirationDate
        localizedVideoTitle = request.localizedVideoTitle
        isInterruptionAllowed = request.isInterruptionAllowed
        forceAuthentication = request.forceAuthentication
        attributeNames = request.attributeNames
        // Empty stands for Apple's default, which an empty list would take away.
        if !request.supportedAuthenticationSchemes.isEmpty {
            supportedAuthenticationSchemes = request.supportedAuthenticationSchemes.map {
                VSAccountProviderAuthenticationScheme(rawValue: $0)
            }
        }
        accountProviderAuthenticationToken = request.accountProviderAuthenticationToken
        if let providers = request.applicationAccountProviders {
            applicationAccountProviders = providers.map {
                VSAccountApplicationProvider(
                    localizedDisplayName: $0.localizedDisplayName,
                    identifier: $0.identifier
                )
            }
        }
    }
}

extension AccountAccessStatus {
    /// The status of this value; a value that is not known yet grants nothing.
    public init(_ status: VSAccountAccessStatus) { self = Self(rawValue: status.rawValue) ?? .notDetermined }
}

extension AccountMetadata {
    /// The values of Apple's metadata.
    ///
    /// Source: video-subscriber-account.md §5.
    public init(_ metadata: VSAccountMetadata) {
        self.init()
        accountProviderIdentifier = metadata.accountProviderIdentifier
        authenticationExpirationDate = metadata.authenticationExpirationDate.map { Instant($0) }
        verificationData = metadata.verificationData.map { Array($0) }
        samlAttributeQueryResponse = metadata.samlAttributeQueryResponse
        accountProviderResponse = metadata.accountProviderResponse.map { AccountProviderResponse($0) }
    }
}

extension AccountProviderResponse {
    /// Source: video-subscriber-account.md §6.
    fileprivate init(_ response: VSAccountProviderResponse) {
        self.init(
            authenticationScheme: response.authenticationScheme.rawValue,
            status: response.status,
            body: response.body
        )
    }
}

extension AccountError {
    /// The values of an error of the framework, its user info by key.
    ///
    /// Source: video-subscriber-account.md §7.
    public init(_ error: any Error) {
        let error = error as NSError
        let entries = error.userInfo.sorted { $0.key < $1.key }.map { key, value -> UserInfoEntry in
            switch value {
            case let text as String: UserInfoEntry(key, text)
            case let response as VSAccountProviderResponse:
                UserInfoEntry(
                    key,
                    VSALine.providerResponse(AccountProviderResponse(response)).text,
                    isString: false
                )
            case let number as NSNumber: UserInfoEntry(key, number.stringValue, isString: false)
            default: UserInfoEntry(key, String(describing: value))
            }
        }
        self.init(domain: error.domain, code: error.code, userInfo: entries)
    }
}
#endif
