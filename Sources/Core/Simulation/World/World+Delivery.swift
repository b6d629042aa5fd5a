import ClientStack
import Device
import Exchanges
import PassAPI
import Services
import VirtualTime

// One input, and its effects.

extension World {
    mutating func deliver(_ input: ClientInput, to app: Int) {
        guard !apps[app].isDeleted else { return }
        if isSuspended(app) {
            // It has fired: a sleep that follows must not let it stand and fire again.
            if case .timerFired(let id) = input { apps[app].timers[id] = nil }
            if apps[app].held.count < Self.heldLimit { apps[app].held.append(input) }
            return
        }
        if closesCircle(input, app) { return }
        record(input, app)
        land(input, app)
        let effects = apps[app].client.handle(input, on: &devices[apps[app].device], at: now)
        for effect in effects { carryOut(effect, of: app) }
    }

    /// Counts an input; one that closes a circle ends the run.
    private mutating func closesCircle(_ input: ClientInput, _ app: Int) -> Bool {
        let call: PassAPI.Operation? =
            switch input {
            case .responseArrived(let id, _), .requestFailed(let id, _):
                apps[app].sources[id] == nil ? apps[app].requests[id] : nil
            default: nil
            }
        let isWait =
            switch input {
            case .timerFired, .userActionOccurred, .webViewReached, .accessEnablerCalled: true
            case .responseArrived, .requestFailed, .vsaAnswered: false
            }
        guard let count = apps[app].chain.add(at: now, call: call, isWait: isWait) else { return false }
        circle = CallCircle(app: apps[app].title, calls: apps[app].chain.calls, count: count, instant: now)
        return true
    }

    /// More than this many inputs do not wait for a sleeping app; further ones are lost.
    static let heldLimit = 10_000

    /// Returns true if the app hears nothing at present.
    func isSuspended(_ app: Int) -> Bool {
        devices[apps[app].device].clock.isAsleep
            || (!apps[app].isInForeground && options.suspendsInBackground)
    }

    /// Hands an app that can hear again what happened in the meantime; whoever looked at it before does so again.
    mutating func release(_ app: Int) {
        guard !isSuspended(app) else { return }
        let (held, postponed) = (apps[app].held, apps[app].postponed)
        (apps[app].held, apps[app].postponed) = ([], [])
        for input in held { deliver(input, to: app) }
        for act in postponed { schedule(.simulatedUser(app: app, act), after: options.reactionTime) }
    }

    /// Takes note that the answer to a request has arrived.
    private mutating func land(_ input: ClientInput, _ app: Int) {
        switch input {
        case .responseArrived(let id, _), .requestFailed(let id, _):
            apps[app].requests[id] = nil
            if let call = apps[app].sources.removeValue(forKey: id) { observe(app, .answerArrived(call)) }
        case .timerFired(let id):
            apps[app].timers[id] = nil
        case .userActionOccurred(let action):
            // What is on screen has been dealt with.
            if action == .launch { apps[app].isLaunched = true }
            switch action {
            case .selectProvider, .closeWebView, .confirmLogin, .cancel, .launch: apps[app].openPresentation = nil
            default: break
            }
        case .webViewReached:
            apps[app].openPresentation = nil
        case .vsaAnswered, .accessEnablerCalled:
            break
        }
    }

    mutating func carryOut(_ effect: ClientEffect, of app: Int) {
        switch effect {
        case .sendRequest(let id, let request): send(request, id, from: app)
        case .askAccount(let id, let question): ask(question, id, from: app)
        case .startTimer(let id, let duration): start(id, duration, for: app)
        case .cancelTimer(let id): cancelTimer(id, of: app)
        case .enterStep(let step):
            tell(.client, step.rawValue, step, [], app)
            // Signed on: nobody need enter a code or pick a provider any more.
            if step == .authorization || step == .decisions { apps[app].openPresentation = nil }
            observe(app, .stepEntered(step))
        case .present(let presentation):
            tell(.client, "present", presentation, presentation.values, app)
            observe(app, .presented(presentation))
            react(to: presentation, app)
        case .play(let resource, let serializedToken):
            tell(.client, "play", nil, [.text("resource", MRSSResource(resource).name)], app)
            observe(app, .played(resource: resource, serializedToken: serializedToken))
            remember(serializedToken, for: resource, app)
        case .assume(let row):
            tell(.client, "assumed", nil, [.code("row", row)], app)
        case .callBack(let callback):
            tell(.client, callback.name, callback, callback.values, app)
            observe(app, .calledBack(callback))
            if case .setAuthenticationStatus = callback { apps[app].openPresentation = nil }
        case .changeStorage(let change):
            let actor: TimelineEvent.Actor = change.agent == .operatingSystem ? .device : .client
            tell(actor, change.action.rawValue, change, change.values, app)
            observe(app, .storageChanged(change))
        }
    }

    // MARK: Timers

    private mutating func start(_ id: TimerID, _ duration: Duration, for app: Int) {
        let due = now + duration
        let ticket = agenda.schedule(.input(app: app, .timerFired(id)), at: due)
        apps[app].timers[id] = .running(ticket, due: due)
    }

    mutating func cancelTimer(_ id: TimerID, of app: Int) {
        if case .running(let ticket, _)? = apps[app].timers.removeValue(forKey: id) { agenda.cancel(ticket) }
    }

    /// Timers count monotonic time, which stands while the device sleeps.
    mutating func suspendTimers(of app: Int) {
        for id in apps[app].timers.keys.sorted(by: { $0.number < $1.number }) {
            guard case .running(let ticket, let due)? = apps[app].timers[id] else { continue }
            agenda.cancel(ticket)
            apps[app].timers[id] = .standing(remaining: due - now)
        }
    }

    /// The device is awake again: its timers go on where they stood.
    mutating func resumeTimers(of app: Int) {
        for id in apps[app].timers.keys.sorted(by: { $0.number < $1.number }) {
            guard case .standing(let remaining)? = apps[app].timers[id] else { continue }
            start(id, remaining, for: app)
        }
    }

    // MARK: The timeline

    /// Adds an event to the timeline; where there are several apps, it says which.
    mutating func tell(
        _ actor: TimelineEvent.Actor,
        _ kind: String,
        code: String? = nil,
        _ content: (any Hashable & Sendable)?,
        _ values: [EventValue],
        _ app: Int?,
        link: EventLink? = nil
    ) {
        let place = apps.count > 1 ? app.map { apps[$0].title } : nil
        backend.tell(actor, kind, code: code, content, values, place, link: link)
    }

    private mutating func record(_ input: ClientInput, _ app: Int) {
        switch input {
        case .userActionOccurred(let action):
            tell(.user, action.name, code: action.code, action, action.values, app)
        case .responseArrived(let id, let response):
            let source = apps[app].sources[id]
            let ordinal = source?.ordinal
            tell(
                .service,
                apps[app].requests[id]?.rawValue ?? "answer",
                response,
                response.values + (ordinal.map { [.number("exchange", $0)] } ?? []),
                app,
                link: EventLink(of: id, from: source)
            )
        case .requestFailed(let id, let reason):
            tell(
                .service,
                apps[app].requests[id]?.rawValue ?? "failure",
                Delivery.Outcome.failure(reason),
                [.truth("hasResponse", false)],
                app,
                link: EventLink(of: id, from: apps[app].sources[id])
            )
        case .vsaAnswered(let id, let answer):
            tell(.vsa, answer.kind, answer, answer.values, app, link: EventLink(call: id.number))
        case .timerFired:
            // A timer's effect is what the client does next; the firing itself tells a reader nothing.
            break
        case .webViewReached(let url):
            tell(.user, "webView", nil, [.identity("url", url)], app)
        case .accessEnablerCalled(let call): tell(.user, call.name, call, call.values, app)
        }
    }
}

extension EventLink {
    /// The link of a request, and of the recorded call that its response is from.
    init(of id: RequestID, from call: RecordedCall?) {
        self.init(call: id.number, exchange: call?.ordinal, startedAt: call?.startedAt, endedAt: call?.endedAt)
    }
}
