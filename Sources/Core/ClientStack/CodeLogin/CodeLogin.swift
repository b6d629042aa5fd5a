public import PassAPI

/// Where a person logs in who types an app's registration code on a second device: the Programmer's page, which navigates
/// on to the service (rest-api-v1.md §7.2).
public struct CodeLogin: Hashable, Sendable {
    /// The call that the page navigates to.
    public enum Navigation: Hashable, Sendable {
        /// `v1.authenticate`.
        case initiateAuthentication
        /// `v2.authenticate`.
        case authenticateInUserAgent
        /// `ae.authenticate.saml`.
        case sdkAuthenticate
    }

    /// The Programmer.
    public var requestor: String
    /// `domain_name`: one of the requestor's registered domains; empty where the app does not know them.
    public var domainName: String
    /// The URL to which the browser is sent when the login is done; empty where the app does not know it.
    public var redirectURL: String
    /// What the page navigates to.
    public var navigation: Navigation

    /// A login of these parts: an app that is told no domain of its Programmer's names Adobe's.
    public init(
        requestor: String,
        domainName: String = "adobe.com",
        redirectURL: String = "https://adobe.com/",
        navigation: Navigation = .initiateAuthentication
    ) {
        self.requestor = requestor
        self.domainName = domainName
        self.redirectURL = redirectURL
        self.navigation = navigation
    }

    /// Returns the navigation with which `code` is used up to log in with the provider of Adobe's id `mvpd`.
    public func page(code: String, mvpd: String) -> PassRequest {
        switch navigation {
        case .initiateAuthentication:
            .initiateAuthentication(
                requestor: requestor,
                mvpd: mvpd,
                code: code,
                domainName: domainName,
                redirectURL: redirectURL
            )
        case .authenticateInUserAgent: .authenticateInUserAgent(serviceProvider: requestor, code: code)
        case .sdkAuthenticate:
            .sdkAuthenticate(
                requestor: requestor,
                mvpd: mvpd,
                domainName: domainName,
                redirectURL: redirectURL,
                code: code
            )
        }
    }
}
