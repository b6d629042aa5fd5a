import Device
public import Exchanges
import PassAPI
import Services
public import SubscriberAccount
public import VirtualTime

// What an app asks Apple's framework through KinescopeProbe.

extension ServedBackend {
    /// A result as the app is to be given it.
    public struct VSAReply: Hashable, Sendable {
        /// The call by the served clock; nil if nothing has a result for it (``ServedEntry/isUnmatched``).
        public var call: VSACall?
        /// What was asked, and what came of it.
        public var entry: ServedEntry
    }

    /// Answers a question to the framework that was put when it was `wall`.
    ///
    /// - Parameters:
    ///   - question: the question.
    ///   - client: who puts it.
    ///   - request: the request that brought it.
    ///   - wall: when all of it had come.
    /// - Returns: the result, and what is said of it.
    public mutating func answer(
        _ question: VSARequest,
        from client: ServedVSA.Client,
        in request: HTTPRequest,
        at wall: Instant
    ) -> VSAReply {
        let now = pass(to: wall)
        let (result, source) = answer(question, from: client, at: now)
        var entry = ServedEntry(
            log.count + 1,
            at: now,
            request,
            nil,
            source,
            status: source.status ?? 200,
            fault: nil
        )
        entry.vsa = ServedVSACall(question, result)
        log.append(entry)
        let call = result.map { VSACall(ordinal: entry.ordinal, answeredAt: now, question: question, answer: $0) }
        return VSAReply(call: call, entry: entry)
    }

    private mutating func answer(
        _ question: VSARequest,
        from client: ServedVSA.Client,
        at now: Instant
    ) -> (VSAResult?, ServedEntry.Source) {
        let app = vsa.app(of: client, latest: recording?.latestSession(from: client.address)) { session in
            recording?.hasSession(session) == true
        }
        begin()
        if let app { current = app }
        guard let calls = vsa.recorded, !vsa.isChanged(for: question) else {
            return (answerFromSettings(question, of: app, at: now), .simulated)
        }
        let place = vsa.session(of: client)
        var session = app
        if recording?.beginsAgain == true {
            let own = newLead(since: calls.first?.answeredAt ?? base.inner(now), at: now, isAgain: true)
            session = vsa.appBeginningAgain(with: question, in: place, over: app, newLead: own)
        } else {
            vsa.state.sessions[place].app = app
        }
        let shift = InstantShift(wholeSeconds: session.map { lead(of: $0) } ?? ownLead(of: place, calls, at: now))
        var asked = question.moved(by: shift.reversed)
        asked = recording?.translated(asked, session: session) ?? asked
        switch vsa.answer(asked, in: place) {
        case .recorded(let call, let differences):
            let moved = shift.moved(call.answer)
            let match = RecordedVSAMatch(
                vsaCall: call.ordinal,
                differences: differences.map {
                    FieldDifference($0.property, recorded: $0.recorded, replayed: $0.replayed)
                },
                signatures: moved.signatures,
                unmoved: moved.exceptions
            )
            return (moved.result, .recordedVSA(match))
        case .accessRepeated(let result):
            return (shift.moved(result).result, .recordedVSA(RecordedVSAMatch(differences: [])))
        case .accessAssumed:
            return (.accessStatus(.granted, nil), .recordedVSA(RecordedVSAMatch(differences: [])))
        case .missing(let reason, let nearest):
            if configuration != nil { return (answerFromSettings(question, of: app, at: now), .simulated) }
            return (nil, .unmatched(UnmatchedRequest(reason, nearestVSACall: nearest?.ordinal)))
        }
    }

    /// The distance of a client that has requested nothing of the service: as of an app whose session begins now.
    private mutating func ownLead(of place: Int, _ calls: [VSACall], at now: Instant) -> Int64 {
        if let known = vsa.state.sessions[place].lead { return known }
        let own = newLead(since: calls.first?.answeredAt ?? base.inner(now), at: now)
        vsa.state.sessions[place].lead = own
        return own
    }

    /// The result that follows from Settings, and from what users do where the framework asks them.
    ///
    /// Settings have the time of the back end that all apps share; the provider answers for the one that `session` meets.
    private mutating func answerFromSettings(_ question: VSARequest, of session: Int?, at now: Instant) -> VSAResult {
        let shift = InstantShift(wholeSeconds: base.lead)
        let asked = question.moved(by: InstantShift(wholeSeconds: lead(of: session)).reversed)
        let inner = base.inner(now)
        var isAfterPicker = false
        // A prompt, a picker and the provider at most; an account that expires at once leads to the picker again.
        for _ in 0..<4 {
            switch vsa.reaction(to: asked, afterPicker: isAfterPicker, at: inner) {
            case .answered(let result): return shift.moved(result).result
            case .asksPermission: vsa.answerPrompt(at: inner)
            case .showsPicker(let supported, _):
                let choice = vsa.pick(among: supported, in: configuration, at: inner)
                guard case .provider = choice.outcome else { return choice.result }
                isAfterPicker = true
            case .asksProvider(var account, let request, var metadata):
                // The provider's result is moved as far as that back end is behind.
                let distance = Duration.seconds(base.lead - lead(of: session))
                account.expires = account.expires.map { $0 + distance }
                metadata.authenticationExpirationDate = metadata.authenticationExpirationDate.map { $0 + distance }
                return withWorld(of: session, at: now) { world in
                    let result = world.run.world.backend.answer(request, about: account, metadata)
                    return InstantShift(wholeSeconds: world.lead).moved(result).result
                }
            }
        }
        return vsa.state.device.pickerCanceledAnswer
    }
}

extension VSARequest {
    /// The question with the instants in its verification token moved: it comes from a response of the service.
    fileprivate func moved(by shift: InstantShift) -> VSARequest {
        guard shift.wholeSeconds != 0, case .enqueue(var request) = self, let token = request.verificationToken else {
            return self
        }
        request.verificationToken = shift.moved(text: token)
        return .enqueue(request)
    }
}

// MARK: Settings

extension ServedBackend {
    /// What Settings hold, and what users do where the framework asks them.
    public struct Settings: Hashable, Sendable {
        /// True if the results are a recording's, and not what Settings hold.
        public var isRecorded: Bool
        /// The permission of the apps.
        public var permission: AccountAccessStatus
        /// The provider that the user is signed in with, by Apple's id; nil if signed out.
        public var provider: String?
        /// The user at the provider.
        public var user: String?
        /// The end of the session, by the served clock; nil if it has none.
        public var expires: Instant?
        /// True if a user lets an app read the account when it asks.
        public var prompt: Bool
        /// What a user does in the picker.
        public var picker: ServedVSA.Picker
    }

    /// What Settings hold, by the served clock.
    public var settings: Settings {
        let account = vsa.state.device.settings.account
        return Settings(
            isRecorded: vsa.recorded != nil && !vsa.state.isAccountChanged && !vsa.state.isPermissionChanged,
            permission: vsa.status,
            provider: account?.providerIdentifier,
            user: account?.user,
            expires: account?.expires.map { base.outer($0) },
            prompt: vsa.state.prompt,
            picker: vsa.state.picker
        )
    }

    /// Checks whether what Settings hold counts: it does not where a recording alone answers.
    private var hasSettings: Bool { configuration != nil || !settings.isRecorded }

    /// What expires in Settings, by the back end's time.
    var settingsExpirations: [Expiration] {
        hasSettings ? vsa.state.device.expirations(at: base.run.world.now) : []
    }

    /// What Settings hold, by the back end's time.
    var settingsEntries: [StateEntry] {
        guard hasSettings else { return [] }
        return vsa.state.device.stateEntries(at: base.run.world.now).filter { entry in
            switch entry.kind {
            case .account: true
            case .permission: entry["app"] == .text(vsa.app.bundleID)
            default: false
            }
        }
    }

    /// Changes what Settings hold, or what users do, when it is `wall`.
    ///
    /// - Returns: what the served clock shows.
    /// - Throws: `ScenarioError` for a provider or user that there is not, and where a recording alone answers.
    mutating func change(_ control: SettingsControl, at wall: Instant) throws(ScenarioError) -> Instant {
        let shown = pass(to: wall)
        let now = base.run.world.now
        do {
            switch control {
            case .permission(let status): try vsa.setPermission(status, at: now)
            case .signOut: try vsa.setAccount(nil, at: now)
            case .signIn(let account): try vsa.setAccount(try known(account, at: now), at: now)
            case .prompt(let isGranted): vsa.state.prompt = isGranted
            case .picker(let picker):
                if case .signIn(let signIn) = picker { try check(signIn.provider, signIn.user, isMapped: false) }
                vsa.state.picker = picker
            case .asRecorded:
                guard vsa.recorded != nil else {
                    throw ScenarioError(line: 0, "there is no recording", hint: "name one when serve starts")
                }
                vsa.forgetChanges()
            }
        } catch let error as ScenarioError {
            throw error
        } catch {
            throw ScenarioError(line: 0, "\(error)")
        }
        return shown
    }

    private func known(
        _ wanted: SettingsControl.Account,
        at now: Instant
    ) throws(ScenarioError) -> TVProviderSettings.Account {
        try check(wanted.provider, wanted.user, isMapped: true)
        let provider = configuration?.providers.first {
            $0.listing.id == wanted.provider || $0.listing.platformMappingID == wanted.provider
        }
        let lifetime: Duration? =
            switch wanted.lifetime {
            case .usual: configuration?.lifetimes.platformSession
            case .stated(let duration): duration
            }
        let begin = vsa.state.device.sessionTime(at: now)
        return TVProviderSettings.Account(
            providerIdentifier: provider?.listing.platformMappingID ?? wanted.provider,
            user: wanted.user ?? provider?.subscribers.first?.user ?? "",
            expires: lifetime.map { begin + $0 }
        )
    }

    /// Checks that there is such a provider, and such a user there.
    private func check(_ mvpd: String, _ user: String?, isMapped: Bool) throws(ScenarioError) {
        guard let configuration else {
            throw ScenarioError(
                line: 0,
                "responses come from a recording: there is no provider to sign in with",
                hint: "serve with --fallback simulated"
            )
        }
        try base.run.checkKnown(provider: mvpd, orMapped: isMapped, 0)
        let provider = configuration.providers.first {
            $0.listing.id == mvpd || isMapped && $0.listing.platformMappingID == mvpd
        }
        if provider?.takesEveryName == true { return }
        let users = provider?.subscribers.map(\.user) ?? []
        guard let user, !users.contains(user) else { return }
        throw ScenarioError(
            line: 0,
            "\(mvpd) has no subscriber \(user)",
            hint: "its subscribers are \(users.joined(separator: ", "))"
        )
    }
}
