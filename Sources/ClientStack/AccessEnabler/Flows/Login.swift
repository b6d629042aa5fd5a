import OrderedCollections
import PassAPI
import VirtualTime

/// getAuthentication once it needs the user: one case a step (access-enabler.md §6.2, §6.3).
struct Login: Hashable, Sendable {
    /// `forceAuthn`: even if authenticated.
    let isForced: Bool
    /// What the Programmer gives along.
    let data: OrderedDictionary<String, String>
    /// What Apple's picker is to show.
    let filter: AccessEnablerCall.ProviderFilter?
    var step = Step.beginning
    /// How often it has started over after a pending logout.
    var rounds = 0

    enum Step: Hashable, Sendable {
        case beginning
        /// Apple's framework is asked.
        case platform
        /// The app shows its picker.
        case choosing
        case requestingCode(MVPD)
        /// iOS: the app shows the login page, which ends at this URL.
        case showingPage(MVPD, endURL: String, RegistrationCode?)
        /// tvOS: the user logs in on a second screen.
        case polling(MVPD, RegistrationCode, expiry: TimerID, Poll, polls: Int)
        /// iOS: the page has ended, the token is fetched.
        case fetching(MVPD)
        case startingTempPass(MVPD)
    }

    enum Poll: Hashable, Sendable {
        case asking
        case pausing(TimerID)
    }

    /// A code that stands for the login, and when it ends in true time.
    struct RegistrationCode: Hashable, Sendable {
        let text: String
        let ends: Instant
    }

    init(
        isForced: Bool,
        data: OrderedDictionary<String, String> = [:],
        filter: AccessEnablerCall.ProviderFilter? = nil
    ) {
        self.isForced = isForced
        self.data = data
        self.filter = filter
    }

    /// The MVPD that is being logged in with.
    var mvpd: MVPD? {
        switch step {
        case .beginning, .platform, .choosing: nil
        case .requestingCode(let mvpd), .showingPage(let mvpd, _, _), .polling(let mvpd, _, _, _, _),
            .fetching(let mvpd), .startingTempPass(let mvpd):
            mvpd
        }
    }

    /// Whether a second screen is waited for.
    var isPolling: Bool { if case .polling = step { true } else { false } }

    /// The code that is out.
    var code: RegistrationCode? {
        switch step {
        case .showingPage(_, _, let code): code
        case .polling(_, let code, _, _, _): code
        default: nil
        }
    }

    /// The timers that run.
    var timers: [TimerID] {
        guard case .polling(_, _, let expiry, let poll, _) = step else { return [] }
        if case .pausing(let timer) = poll { return [timer, expiry] }
        return [expiry]
    }

    /// What is waited for besides an answer.
    var waitingFor: Awaited? {
        switch step {
        case .beginning, .platform, .requestingCode, .fetching, .startingTempPass, .polling(_, _, _, .asking, _): nil
        case .choosing: .user(.pickProvider)
        case .showingPage: .user(.finishLoginPage)
        case .polling(_, _, _, .pausing(let timer), _): .timer(timer, .nextPoll)
        }
    }
}
