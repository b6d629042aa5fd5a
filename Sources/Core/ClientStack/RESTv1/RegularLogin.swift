import Exchanges
import PassAPI
import VirtualTime

/// S10: login with a registration code, on a second screen (tvOS) or in a web view (iOS, iPadOS).
///
/// Source: apple-sso-flow.md §5; rows K-66 to K-73. The code's own end, counted from its arrival, ends the login.
struct RegularLogin: Hashable, Sendable {
    var state: State

    enum State: Hashable, Sendable {
        /// First screen: the app's own picker needs the list.
        case fetchingProviders
        /// First screen: the picker is shown.
        case choosingProvider([MVPD])
        case requestingCode(MVPD?)
        /// First screen: the web view is open, nobody polls.
        case showingWebView(Code)
        case polling(Code, Polling)
    }

    /// A code that the service gave out.
    struct Code: Hashable, Sendable {
        var text: String
        /// The timer of its end.
        var expiry: TimerID
        /// The instant at which that fires, by the clock that the client sees.
        var due: Instant
        /// Its end as the service says, if it does.
        var expires: Instant?
    }

    /// The outcomes of one event.
    enum Outcome: Hashable, Sendable {
        case goesOn
        case signedIn(mvpd: String?)
        case ended(String)
    }

    /// Begins, with the MVPD that the user picked in the platform's picker if there is one (row K-42).
    static func begin(preselected: MVPD?, providersUnavailable: Bool, _ desk: inout Desk) -> (RegularLogin, Outcome) {
        desk.buffer.enter(.regularLogin)
        var login = RegularLogin(state: .fetchingProviders)
        if preselected != nil || desk.configuration.platform.usesSecondScreen {
            login.requestCode(for: preselected, &desk)
            return (login, .goesOn)
        }
        if let providers = desk.providers {
            // First the outcome: a tuple takes its parts from left to right, and choosing changes the login.
            let outcome = login.choose(from: providers.mvpds, &desk)
            return (login, outcome)
        }
        if providersUnavailable {
            return (login, .ended("The list of providers is not available."))
        }
        desk.call(.providers(desk.configuration), for: .regularLogin)
        return (login, .goesOn)
    }

    mutating func handle(_ event: FlowEvent, _ desk: inout Desk) -> Outcome {
        if case .failed(.noAccess(let reason)) = event { return end(reason, &desk) }
        switch (state, event) {
        case (.fetchingProviders, .answered(let response)):
            return evaluateProviders(response, &desk)
        case (.fetchingProviders, .failed(let failure)):
            return end("The list of providers is not available: " + failure.reason, &desk)
        case (.choosingProvider(let mvpds), .userActed(.selectProvider(let id))):
            guard let mvpd = mvpds.first(where: { $0.id == id }) else {
                desk.buffer.present(
                    .message(.providerNotListed, "“\(id)” is not among the providers.", [.text("mvpd", id)])
                )
                return .goesOn
            }
            requestCode(for: mvpd, &desk)
            return .goesOn
        case (.requestingCode(let mvpd), .answered(let response)):
            return evaluateCode(response, mvpd, &desk)
        case (.requestingCode, .failed(let failure)):
            return end("No registration code: " + failure.reason, &desk)
        case (.showingWebView(let code), .userActed(.closeWebView)):
            poll(code, Polling(), &desk)
            return .goesOn
        case (.showingWebView(let code), .timerFired(let fired)) where fired == code.expiry,
            (.polling(let code, _), .timerFired(let fired)) where fired == code.expiry:
            if case .polling(_, let polling) = state, let timer = polling.pause { desk.buffer.cancel(timer) }
            return .ended("The registration code has expired.")
        case (.polling(let code, let polling), .answered(let response)) where polling.pause == nil:
            return evaluatePoll(response, code, polling, &desk)
        case (.polling(let code, let polling), .failed) where polling.pause == nil:
            return pause(code, polling, &desk)
        case (.polling(let code, var polling), .timerFired(let fired)) where fired == polling.pause:
            polling.wake()
            poll(code, polling, &desk)
            return .goesOn
        default:
            return .goesOn
        }
    }

    /// Stops whatever runs: the user cancelled, or the app was started again.
    mutating func stop(_ desk: inout Desk) {
        switch state {
        case .fetchingProviders, .choosingProvider, .requestingCode: break
        case .showingWebView(let code): desk.buffer.cancel(code.expiry)
        case .polling(let code, let polling):
            desk.buffer.cancel(code.expiry)
            if let timer = polling.pause { desk.buffer.cancel(timer) }
        }
    }

    /// The code that is out.
    var code: Code? {
        switch state {
        case .fetchingProviders, .choosingProvider, .requestingCode: nil
        case .showingWebView(let code), .polling(let code, _): code
        }
    }

    /// The thing that is waited for apart from a response of the service.
    var waitingFor: Awaited? {
        switch state {
        case .fetchingProviders, .requestingCode: nil
        case .choosingProvider: .user(.pickProvider)
        case .showingWebView: .user(.closeWebView)
        case .polling(_, let polling): polling.waitingFor
        }
    }
}
