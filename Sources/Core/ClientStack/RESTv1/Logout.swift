import Exchanges
import PassAPI

/// L1 to L3: where did the token come from, tell the user, log out.
///
/// Source: apple-sso-flow.md §7; rows K-75 to K-82.
struct Logout: Hashable, Sendable {
    private var state = State.readingTokenSource

    private enum State: Hashable, Sendable {
        /// L1, before the token is gone.
        case readingTokenSource
        /// L3: the call is out.
        case loggingOut
        /// L3: the web view is open and does it all.
        case showingWebView
    }

    /// The outcomes of one event.
    enum Outcome: Hashable, Sendable {
        case goesOn
        case done
        /// The service was not told, or refused; the device forgets the user all the same.
        case doneHere(String)
    }

    init(_ desk: inout Desk) {
        desk.call(.userMetadata(desk.configuration.device), for: .readTokenSource)
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout Desk) -> Outcome {
        switch (state, event) {
        case (.readingTokenSource, .answered(let response)):
            if response.status == 200, case .userMetadata(let metadata) = response.content,
                metadata.tokenSource == "Apple"
            {
                desk.buffer.enter(.promptSignOut)
                desk.buffer.present(.signOutPrompt(settingsPath: desk.configuration.platform.settingsPath))
            }
            logOut(&desk)
            return .goesOn
        case (_, .failed(.noAccess(let reason))):
            return .doneHere("The service did not sign out: " + reason)
        case (.readingTokenSource, .failed):
            logOut(&desk)
            return .goesOn
        case (.loggingOut, .answered(let response)):
            return response.isSuccess ? .done : .doneHere("The service did not sign out: " + response.reason)
        case (.loggingOut, .failed(let failure)):
            return .doneHere("The service did not sign out: " + failure.reason)
        case (.showingWebView, .userActed(.closeWebView)):
            return .done
        default:
            return .goesOn
        }
    }

    /// L3: a direct call on tvOS; on iOS and iPadOS a web view, which helps the MVPD to clean up (rows K-80, K-82).
    private mutating func logOut(_ desk: inout Desk) {
        let request = PassRequest.logout(desk.configuration.device)
        let manner: ClientOptions.FirstScreenLogout =
            desk.configuration.platform.usesSecondScreen ? .request : desk.options.logoutOnFirstScreen
        desk.buffer.enter(.logout)
        if manner != .request { desk.buffer.present(.webView(request)) }
        if manner == .webView {
            state = .showingWebView
        } else {
            state = .loggingOut
            desk.call(request, for: .logout)
        }
    }

    /// The thing that is waited for apart from a response of the service, in words.
    var waitingFor: Awaited? { state == .showingWebView ? .user(.closeWebView) : nil }
}
