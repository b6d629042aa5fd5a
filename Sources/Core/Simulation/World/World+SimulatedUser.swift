import ClientStack
import Device
import Exchanges
import PassAPI
import Services
import SubscriberAccount
import VirtualTime

// What people do in front of the apps.

extension World {
    /// A person sees something: what they do of themselves.
    mutating func react(to presentation: Presentation, _ app: Int) {
        switch presentation {
        case .webView(let request) where request.operation.purpose == .logout:
            // No interaction is needed for a logout; the view is hidden (row K-111).
            if loadRecorded(request, app) { return }
            schedule(.simulatedUser(app: app, .logOut(request)), after: .zero)
        case .providerPicker, .webView, .registrationCode:
            apps[app].openPresentation = presentation
            followSignInBehavior(app)
        case .message:
            // What was on screen has come to nothing, unless the person can still go on with it.
            if case .registrationCode? = apps[app].openPresentation { apps[app].openPresentation = nil }
        case .signOutPrompt, .preauthorization:
            break
        }
    }

    /// Takes a registration code off the screen of an app whose user has signed in with it.
    public mutating func closeUsedCode(of app: Int) {
        guard case .registrationCode? = apps[app].openPresentation,
            apps[app].client.isSignedIn(on: devices[apps[app].device], at: now)
        else { return }
        apps[app].openPresentation = nil
    }

    /// Lets the person do to what is on screen what they always do.
    mutating func followSignInBehavior(_ app: Int) {
        guard let signInBehavior = apps[app].simulatedUser.signInBehavior, signInBehavior.outcome != .never else {
            return
        }
        switch apps[app].openPresentation {
        case .providerPicker:
            schedule(.simulatedUser(app: app, .pick(signInBehavior.provider)), after: options.reactionTime)
        case .webView(let request):
            schedule(.simulatedUser(app: app, .logIn(request, signInBehavior)), after: options.loginTime)
        case .registrationCode(let code):
            let navigation = loginPage(code: code, mvpd: signInBehavior.provider, app)
            schedule(.simulatedUser(app: app, .enterCode(navigation, signInBehavior)), after: options.loginTime)
        case .signOutPrompt, .message, .preauthorization, nil:
            break
        }
    }

    /// The page that a second device opens; where an app does not know its own domain, the back end's word counts.
    func loginPage(code: String, mvpd: String, _ app: Int) -> PassRequest {
        var login = apps[app].client.codeLogin
        if login.domainName.isEmpty, let known = backend.service.domain(of: login.requestor) {
            login.domainName = known
            if login.redirectURL.isEmpty { login.redirectURL = "https://\(known)/" }
        }
        return login.page(code: code, mvpd: mvpd)
    }

    mutating func carryOut(_ act: SimulatedUserAct, by app: Int) {
        guard !apps[app].isDeleted else { return }
        if act.needsScreen, isSuspended(app) {
            apps[app].postponed.append(act)
            return
        }
        switch act {
        case .pick(let provider):
            guard case .providerPicker? = apps[app].openPresentation else { return }
            deliver(.userActionOccurred(.selectProvider(provider)), to: app)
        case .logIn(let request, let signIn):
            guard case .webView(request)? = apps[app].openPresentation else { return }
            logIn(request, signIn, app)
        case .enterCode(let request, let signIn):
            // A code that is no longer on screen, since the user gave up or there is another one, is not entered.
            guard case .registrationCode(let code)? = apps[app].openPresentation,
                loginPage(code: code, mvpd: signIn.provider, app) == request
            else { return }
            enterCode(request, signIn, app)
        case .logOut(let request):
            endLogout(request, app)
        case .pageLoaded(let id, let outcome):
            endRecordedPage(id, outcome, app)
        case .answerPermission(let isGranted):
            answerPermission(isGranted: isGranted, app)
        case .pickAtPlatform(let signIn):
            pickAtPlatform(signIn, app)
        }
    }

    private mutating func logIn(_ request: PassRequest, _ signIn: ScenarioStep.SignIn, _ app: Int) {
        guard signIn.outcome != .closesPage else {
            return deliver(.userActionOccurred(.closeWebView), to: app)
        }
        let fault = pageFault(request, app)
        guard fault?.isBeforeService != true else { return deliver(.userActionOccurred(.closeWebView), to: app) }
        let result = backend.logIn(request, as: signIn, from: apps[app].connection)
        // The service has done its part, and only the page is lost.
        guard fault == nil else { return deliver(.userActionOccurred(.closeWebView), to: app) }
        switch result {
        case .ended(let url):
            tell(.user, "login", nil, signIn.values, app)
            deliver(.webViewReached(url: url), to: app)
        case .denied(let reason):
            tell(.service, "login", LoginResult.denied(reason), signIn.denied, app)
            deliver(.userActionOccurred(.closeWebView), to: app)
        case .refused(let response):
            tell(.service, request.operation.rawValue, response, response.values, app)
            deliver(.userActionOccurred(.closeWebView), to: app)
        case nil:
            break
        }
    }

    /// The hidden page of a logout runs its course; where it does not load, the app closes it all the same: the device
    /// has forgotten the user already (access-enabler.md §6.6).
    private mutating func endLogout(_ request: PassRequest, _ app: Int) {
        var result: LoginResult?
        let fault = pageFault(request, app)
        if fault?.isBeforeService != true {
            let connection = apps[app].connection
            result = backend.withSimulated { service, now in service.logOut(request, from: connection, at: now) }
            // The service has done its part, and only the page is lost.
            if fault != nil { result = nil }
        }
        switch result {
        case .ended(let url)?:
            return deliver(.webViewReached(url: url), to: app)
        case .refused(let response)?:
            tell(.service, request.operation.rawValue, response, response.values, app)
        case .denied?, nil:
            break
        }
        closePage(app)
    }

    /// The app's page is at its end, or closed where the app does not know the end.
    mutating func closePage(_ app: Int) {
        if let url = apps[app].client.pageEnd {
            deliver(.webViewReached(url: url), to: app)
        } else {
            deliver(.userActionOccurred(.closeWebView), to: app)
        }
    }

    /// Returns the fault that keeps a page from loading, before the service or after it; one that only slows it down does
    /// not.
    private mutating func pageFault(_ request: PassRequest, _ app: Int) -> FaultPlan.Rule? {
        guard let rule = backend.faults.next(for: request) else { return nil }
        tell(.network, "fault", rule.fault, rule.fault.values(for: request), app)
        if case .slow = rule.fault { return nil }
        return rule
    }

    private mutating func enterCode(_ request: PassRequest, _ signIn: ScenarioStep.SignIn, _ app: Int) {
        guard signIn.outcome != .closesPage else { return }
        switch backend.logIn(request, as: signIn, from: apps[app].connection) {
        case .ended:
            apps[app].openPresentation = nil
            tell(.user, "login", nil, signIn.values + [.truth("isOnSecondDevice", true)], app)
            // An app that does not poll is told by the user, or by its own back end.
            if apps[app].client.awaitsUser { deliver(.userActionOccurred(.confirmLogin), to: app) }
        case .denied(let reason):
            tell(.service, "login", LoginResult.denied(reason), signIn.denied, app)
        case .refused(let response):
            tell(.service, request.operation.rawValue, response, response.values, app)
        case nil:
            break
        }
    }

    // MARK: The platform's own prompts

    /// The person answers the platform's prompt for permission.
    mutating func answerPrompt(isGranted: Bool, _ app: Int) -> [Observation] {
        answerPermission(isGranted: isGranted, app)
        return takeObservations()
    }

    /// The person leaves the platform's picker.
    mutating func cancelPlatformPicker(_ app: Int) -> [Observation] {
        guard let open = apps[app].openQuestion else { return [] }
        apps[app].openQuestion = nil
        tell(.user, "picker", nil, [.code("choice", "none")], app)
        answerAccount(open.id, devices[apps[app].device].settings.choices.answerWhenCanceled, to: app)
        return takeObservations()
    }

    mutating func answerPermission(isGranted: Bool, _ app: Int) {
        guard let open = apps[app].openQuestion, open.supported == nil else { return }
        apps[app].openQuestion = nil
        happen(.permissionAnswered(bundleID: apps[app].bundleID, isGranted: isGranted), to: apps[app].device, app)
        consultSettings(open.question, open.id, app)
    }

    mutating func pickAtPlatform(_ signIn: ScenarioStep.SignIn, _ app: Int) {
        guard let open = apps[app].openQuestion, let supported = open.supported else { return }
        apps[app].openQuestion = nil
        let choice = devices[apps[app].device].choice(
            of: signIn,
            among: supported,
            in: backend.service.configuration,
            at: now
        )
        tell(.user, "picker", nil, choice.values(of: signIn.provider), app)
        guard case .provider(let account) = choice.outcome else {
            return answerAccount(open.id, choice.result, to: app)
        }
        happen(.providerSignedIn(account), to: apps[app].device, app)
        consultSettings(open.question, open.id, app, afterPicker: true)
    }
}

extension ServiceConfiguration {
    /// The MVPD of this Adobe id.
    func provider(_ mvpd: String) -> Provider? { providers.first { $0.listing.id == mvpd } }

    /// The login name of the MVPD's first subscriber.
    func firstSubscriber(of mvpd: String) -> String? { provider(mvpd)?.subscribers.first?.user }
}
