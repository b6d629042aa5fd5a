public import Exchanges
public import PassAPI

/// A response of the simulated service as it is sent, and what it responds to.
///
/// It has no `Content-Length`, `Connection` or `Server`: those belong to the connection.
public struct WireResponse: Hashable, Sendable {
    /// The response, with every header field but those of the connection.
    public var response: HTTPResponse
    /// The meaning of the request and of the response.
    public var meaning: Meaning
    /// The time after which it is sent: the configured latency.
    public var delay: Duration

    /// The meanings of a request.
    public enum Meaning: Hashable, Sendable {
        /// An operation of Adobe Pass, and what the service responds to it.
        case operation(PassRequest, PassResponse)
        /// A page for a browser, or a refusal of what is neither an operation nor a page.
        case page(PageKind)
    }

    /// The operation; nil where it is a page.
    public var request: PassRequest? { if case .operation(let request, _) = meaning { request } else { nil } }

    /// The kind of page; nil where it is an operation.
    public var page: PageKind? { if case .page(let kind) = meaning { kind } else { nil } }

    /// True if the service has nothing at the request's address, or nothing for its method there.
    public var isOfNothing: Bool { page == .notFound || page == .methodNotAllowed }
}

/// The kinds of pages that the simulated service has for browsers.
public enum PageKind: String, Hashable, Sendable, CaseIterable {
    /// A provider's login page.
    case login
    /// The choice of a provider, where the app left it open.
    case providerPicker
    /// The login page again: the provider did not let the user in.
    case loginDenied
    /// The end of a login: the way back to Adobe, or to where the app wants the browser.
    case loggedIn
    /// The user gave up: the way back without a sign-in.
    case loginCanceled
    /// The provider cannot be reached.
    case providerUnreachable
    /// The page where the code from a television is typed.
    case activation
    /// The same page again: there is no such code, or it has expired.
    case activationDenied
    /// The choice of a provider for a code, and the way to its login.
    case activationProvider
    /// The end of a sign-in by code.
    case activated
    /// The page at the address where a login ended, in place of the app's own.
    case landing
    /// The end of a logout where the app named no address.
    case loggedOut
    /// The response to `OPTIONS`.
    case methods
    /// A login that has expired.
    case loginExpired
    /// Nothing that the service has: what there is.
    case notFound
    /// A request that cannot be understood.
    case badRequest
    /// A method that the page does not have.
    case methodNotAllowed
    /// A URL or body above the limit.
    case tooLarge
}
