import Exchanges
import PassAPI
import VirtualTime

/// S10: login with a registration code, on a second screen (tvOS) or in a web view (iOS, iPadOS).
///
/// Source: apple-sso-flow.md §5; rows K-66 to K-73. The code's own end, counted from its arrival, ends the login.
struct RegularLogin: Hashable, Sendable {
    private var state: State

    private enum State: Hashable, Sendable {
        /// First screen: the app's own picker needs the list.
        case fetchingProviders
        /// First screen: the picker is shown.
        case choosingProvider([MVPD])
        case requestingCode(MVPD?)
        /// First screen: the web view is open, nobody polls.
        case showingWebView(Code)
        case polling(Code, Poll, polls: Int)
    }

    /// A code that the service gave out.
    private struct Code: Hashable, Sendable {
        var text: String
        /// The timer of its end.
        var expiry: TimerID
    }

    private enum Poll: Hashable, Sendable {
        case asking
        case pausing(TimerID)
    }

    /// What one event led to.
    enum Outcome: Hashable, Sendable {
        case goesOn
        case signedOn(mvpd: String?)
        case ended(String)
    }

    /// Begins, with the MVPD that the user picked in the platform's picker if there is one (row K-42).
    static func begin(preselected: MVPD?, providersUnavailable: Bool, _ turn: inout Turn) -> (RegularLogin, Outcome) {
        turn.outbox.enter(.regularLogin)
        var login = RegularLogin(state: .fetchingProviders)
        if preselected != nil || turn.configuration.platform.usesSecondScreen {
            login.requestCode(for: preselected, &turn)
            return (login, .goesOn)
        }
        if let providers = turn.providers {
            return (login, login.choose(from: providers.mvpds, &turn))
        }
        if providersUnavailable {
            return (login, .ended("The list of providers is not available."))
        }
        turn.call(.providers(turn.configuration), for: .regularLogin)
        return (login, .goesOn)
    }

    mutating func handle(_ event: FlowEvent, _ turn: inout Turn) -> Outcome {
        if case .failed(.noAccess(let reason)) = event { return end(reason, &turn) }
        switch (state, event) {
        case (.fetchingProviders, .answered(let response)):
            return judgeProviders(response, &turn)
        case (.fetchingProviders, .failed(let failure)):
            return end("The list of providers is not available: " + failure.reason, &turn)
        case (.choosingProvider(let mvpds), .userActed(.selectProvider(let id))):
            guard let mvpd = mvpds.first(where: { $0.id == id }) else {
                turn.outbox.present(.message("“\(id)” is not among the providers."))
                return .goesOn
            }
            requestCode(for: mvpd, &turn)
            return .goesOn
        case (.requestingCode(let mvpd), .answered(let response)):
            return judgeCode(response, mvpd, &turn)
        case (.requestingCode, .failed(let failure)):
            return end("No registration code: " + failure.reason, &turn)
        case (.showingWebView(let code), .userActed(.closeWebView)):
            poll(code, after: 0, &turn)
            return .goesOn
        case (.showingWebView(let code), .timerFired(let fired)) where fired == code.expiry,
            (.polling(let code, _, _), .timerFired(let fired)) where fired == code.expiry:
            if case .polling(_, .pausing(let timer), _) = state { turn.outbox.cancel(timer) }
            return .ended("The registration code has expired.")
        case (.polling(let code, .asking, let polls), .answered(let response)):
            return judgePoll(response, code, polls, &turn)
        case (.polling(let code, .asking, let polls), .failed):
            return pause(code, polls, &turn)
        case (.polling(let code, .pausing(let timer), let polls), .timerFired(let fired)) where fired == timer:
            poll(code, after: polls, &turn)
            return .goesOn
        default:
            return .goesOn
        }
    }

    /// Stops whatever runs: the user cancelled, or the app was started again.
    mutating func stop(_ turn: inout Turn) {
        switch state {
        case .fetchingProviders, .choosingProvider, .requestingCode: break
        case .showingWebView(let code): turn.outbox.cancel(code.expiry)
        case .polling(let code, let poll, _):
            turn.outbox.cancel(code.expiry)
            if case .pausing(let timer) = poll { turn.outbox.cancel(timer) }
        }
    }

    /// What is waited for besides an answer of the service, in words.
    var waitingFor: String? {
        switch state {
        case .fetchingProviders, .requestingCode, .polling(_, .asking, _): nil
        case .choosingProvider: "the user to pick a provider"
        case .showingWebView: "the user to close the web view"
        case .polling(_, .pausing(let timer), _): "timer \(timer.number) for the next poll"
        }
    }
}

// MARK: The picker and the code

extension RegularLogin {
    private mutating func judgeProviders(_ response: PassResponse, _ turn: inout Turn) -> Outcome {
        guard response.status == 200, case .configuration(let configuration) = response.content else {
            return end("The list of providers is not available: " + response.reason, &turn)
        }
        if let mismatch = Consistency.mismatch(in: response, turn.configuration) { return end(mismatch, &turn) }
        turn.providers = configuration
        return choose(from: configuration.mvpds, &turn)
    }

    private mutating func choose(from mvpds: [MVPD], _ turn: inout Turn) -> Outcome {
        guard !mvpds.isEmpty else { return end("There is no provider to choose from.", &turn) }
        state = .choosingProvider(mvpds)
        turn.outbox.present(.providerPicker(mvpds))
        return .goesOn
    }

    private mutating func requestCode(for mvpd: MVPD?, _ turn: inout Turn) {
        state = .requestingCode(mvpd)
        turn.call(.registrationCode(for: mvpd, turn.configuration), for: .regularLogin)
    }

    private mutating func judgeCode(_ response: PassResponse, _ mvpd: MVPD?, _ turn: inout Turn) -> Outcome {
        guard response.isSuccess, case .registrationRecord(let record) = response.content else {
            return end("No registration code: " + response.reason, &turn)
        }
        if let mismatch = Consistency.mismatch(in: record, mvpd: mvpd?.id, turn.configuration) {
            return end(mismatch, &turn)
        }
        let code = Code(text: record.code, expiry: turn.outbox.startTimer(CodeLifetime.of(record, turn.outbox)))
        guard !turn.configuration.platform.usesSecondScreen, let mvpd else {
            turn.outbox.present(.registrationCode(record.code))
            poll(code, after: 0, &turn)
            return .goesOn
        }
        state = .showingWebView(code)
        turn.outbox.present(.webView(.loginPage(code: record.code, for: mvpd, turn.configuration)))
        return .goesOn
    }
}

// MARK: Polling

extension RegularLogin {
    private mutating func poll(_ code: Code, after polls: Int, _ turn: inout Turn) {
        state = .polling(code, .asking, polls: polls &+ 1)
        turn.call(.tokenCheck(turn.options.pollWith, turn.configuration), for: .regularLogin)
    }

    private mutating func judgePoll(
        _ response: PassResponse,
        _ code: Code,
        _ polls: Int,
        _ turn: inout Turn
    ) -> Outcome {
        switch PollAnswer(response, to: turn.options.pollWith, turn.configuration) {
        case .signedOn(let mvpd):
            stop(&turn)
            return .signedOn(mvpd: mvpd)
        case .notYet: return pause(code, polls, &turn)
        case .hopeless(let reason): return end(reason, &turn)
        }
    }

    private mutating func pause(_ code: Code, _ polls: Int, _ turn: inout Turn) -> Outcome {
        if let limit = turn.options.pollLimit, polls >= limit {
            return end("Nobody has signed in after \(polls) tries.", &turn)
        }
        let interval = max(turn.options.pollInterval, ClientOptions.shortestPollInterval)
        state = .polling(code, .pausing(turn.outbox.startTimer(interval)), polls: polls)
        return .goesOn
    }

    private mutating func end(_ reason: String, _ turn: inout Turn) -> Outcome {
        stop(&turn)
        return .ended(reason)
    }
}
