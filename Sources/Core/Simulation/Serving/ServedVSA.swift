import Device
import PassAPI
import Services
public import SubscriberAccount
import VirtualTime

/// Apple's Video Subscriber Account framework as an app meets it that asks through KinescopeProbe.
///
/// Nothing is shown: where the framework would ask a user, ``Settings/prompt`` and ``Settings/picker`` decide. All apps that
/// ask share one device's Settings. A recording's results come in the recorded order, for each client from the first one
/// on, until Settings are changed; what it has no result for, Settings answer where a simulated service stands behind it.
public struct ServedVSA: Sendable {
    /// The recorded calls; nil where no recording answers.
    let recorded: [VSACall]?
    /// The app whose permission is served, by its bundle id.
    let app: InstalledApp
    var state: State
    private let beginning: State

    /// What changes while it is served.
    struct State: Sendable {
        /// The device that has the Settings.
        var device: Device
        /// True if a step has changed the permission, or the account, that a recording shows.
        var isPermissionChanged = false
        var isAccountChanged = false
        var prompt = true
        var picker = Picker.first
        var sessions: [Session] = []
        /// The recorded calls that a client was given, by their places.
        var isRequested: [Bool]
        var answerCount = 0
    }

    /// One client's way through the recorded calls.
    struct Session: Sendable {
        var client: Client
        var log: RecordedVSA
        var lastUsed = 0
        /// The distance that its results move by as long as its app has requested nothing of the service.
        var lead: Int64?
        /// The number of its app's session over the recording, once that has one.
        var app: Int?
        /// The number of the session that its app had when the client began again and the app had not.
        var before: Int?
    }

    /// Somebody who asks.
    public struct Client: Hashable, Sendable {
        /// The address that it asks from.
        public var address: String
        /// The name that it gives itself, where several share an address; nil for none.
        public var name: String?

        /// A client of this address and name.
        public init(address: String, name: String? = nil) {
            self.address = address
            self.name = name
        }
    }

    /// The choices that a user can be taken to make in the framework's picker.
    public enum Picker: Hashable, Sendable {
        /// The first provider with which one can sign in there, as its first subscriber.
        case first
        /// None: the user cancels.
        case cancel
        /// This one.
        case signIn(ScenarioStep.SignIn)
    }

    /// So many clients are kept; the one that was heard from the longest ago goes first.
    static let sessionLimit = 1_024

    /// The framework on a device.
    ///
    /// - Parameters:
    ///   - recorded: the recorded calls that answer first; nil where no recording answers.
    ///   - world: the world whose first app's device it is, with its Settings and its user; without an app there, a device
    ///     on which nobody is signed in and no app has asked.
    public init(recorded: [VSACall]? = nil, of world: World? = nil) {
        self.recorded = recorded
        var beginning = State(device: Self.newDevice, isRequested: Array(repeating: false, count: recorded?.count ?? 0))
        var app = InstalledApp(bundleID: "served", teamID: "served")
        if let world, let running = world.apps.first(where: { !$0.isDeleted }),
            let installed = world.devices[running.device].app(running.bundleID)
        {
            app = installed
            beginning.device = world.devices[running.device]
            beginning.prompt = running.simulatedUser.permits ?? true
            beginning.picker = running.simulatedUser.signInBehavior.map(Picker.signIn) ?? .first
        } else {
            _ = try? beginning.device.apply(.appInstalled(app), at: .distantPast)
            if recorded?.isEmpty == false {
                let event = DeviceEvent.permissionSet(bundleID: app.bundleID, isGranted: true)
                _ = try? beginning.device.apply(event, at: .distantPast)
            }
        }
        self.app = app
        self.beginning = beginning
        state = beginning
    }

    private static var newDevice: Device {
        Device(
            name: "served",
            system: OperatingSystem(.tvOS, PlatformVersion(18)),
            identifiers: DeviceIdentifiers(seed: 0),
            at: .distantPast
        )
    }

    /// Begins anew: Settings are as at the beginning, and nothing was asked.
    mutating func reset() { state = beginning }

    // MARK: Recorded calls

    /// The recorded calls that no client was given, by ordinal.
    public var neverRequested: [Int] {
        zip(recorded ?? [], state.isRequested).filter { !$0.1 }.map(\.0.ordinal)
    }

    /// The recorded calls that clients of an app were given, by ordinal.
    func given(to app: Int) -> [Int] {
        state.sessions.filter { $0.app == app }.flatMap { session in
            session.log.responses.prefix(session.log.answeredCount).map(\.ordinal)
        }
    }

    /// Checks whether Settings answer a question though a recording might: a step has changed them.
    func isChanged(for question: VSARequest) -> Bool {
        switch question {
        case .checkAccessStatus: state.isPermissionChanged
        case .enqueue: state.isAccountChanged || state.isPermissionChanged && status != .granted
        }
    }

    /// The place of a client's session, which begins now if there is none.
    mutating func session(of client: Client) -> Int {
        state.answerCount += 1
        defer {
            if let place = state.sessions.firstIndex(where: { $0.client == client }) {
                state.sessions[place].lastUsed = state.answerCount
            }
        }
        if let place = state.sessions.firstIndex(where: { $0.client == client }) { return place }
        if state.sessions.count >= Self.sessionLimit,
            let oldest = state.sessions.indices.min(by: { state.sessions[$0].lastUsed < state.sessions[$1].lastUsed })
        {
            state.sessions.remove(at: oldest)
        }
        state.sessions.append(Session(client: client, log: RecordedVSA(responses: recorded ?? [])))
        return state.sessions.count - 1
    }

    /// The distance that an address has asked with, which its app's next session goes on with; nil if it has not asked, or the
    /// distance was taken.
    ///
    /// One that a client has asked with since it began again is for an app that begins again, and no other is.
    mutating func takeLead(of address: String, for app: Int, isAgain: Bool = false) -> Int64? {
        for place in state.sessions.indices where state.sessions[place].client.address == address {
            let session = state.sessions[place]
            guard let lead = session.lead, isAgain == (session.before != nil) else { continue }
            state.sessions[place].lead = nil
            state.sessions[place].before = nil
            state.sessions[place].app = app
            return lead
        }
        return nil
    }

    /// The session over the recording that a client's app has.
    ///
    /// Of several at one address a client has the last one that was heard from, and, if it has a name, keeps it: another
    /// client's is not its own.
    ///
    /// - Parameters:
    ///   - client: the client.
    ///   - latest: the session that was heard from last at its address.
    ///   - isKept: whether the recording still has a session.
    /// - Returns: the session's number; nil if there is none.
    func app(of client: Client, latest: Int?, isKept: (Int) -> Bool) -> Int? {
        let known = state.sessions.first { $0.client == client }?.app.flatMap { isKept($0) ? $0 : nil }
        if client.name != nil, let known { return known }
        return state.sessions.contains { $0.client != client && $0.app == latest } ? known : latest
    }

    /// Returns the recording's answer to a question in a session.
    mutating func answer(_ question: VSARequest, in session: Int) -> RecordedVSA.Answer {
        let answer = state.sessions[session].log.answer(question)
        if case .recorded(let call, _) = answer,
            let place = recorded?.firstIndex(where: { $0.ordinal == call.ordinal })
        {
            state.isRequested[place] = true
        }
        return answer
    }

    /// The session over the recording that a question belongs to, where apps begin again.
    ///
    /// The recorded calls begin again with the app's requests, or for a question that nothing is left for. Its app's session is
    /// then another one, which may be yet to come.
    ///
    /// - Parameters:
    ///   - question: the question.
    ///   - session: the place of the client's session.
    ///   - app: the session over the recording that its app has, or had.
    ///   - newLead: the distance of what begins now.
    /// - Returns: the number of the app's session; nil if it is yet to come.
    mutating func appBeginningAgain(
        with question: VSARequest,
        in session: Int,
        over app: Int?,
        newLead: Int64
    ) -> Int? {
        let known = state.sessions[session]
        if let before = known.before, before != app {
            (state.sessions[session].before, state.sessions[session].lead) = (nil, nil)
            state.sessions[session].app = app
            return app
        }
        let hasAsked = known.app != nil || known.lead != nil
        var (log, anew) = (known.log, RecordedVSA(responses: recorded ?? []))
        let start = anew
        let isAnsweredAnew = if case .recorded = anew.answer(question) { true } else { false }
        let isMissing = if case .missing = log.answer(question) { true } else { false }
        if known.before == nil, known.app != nil, known.app != app {
            if isAnsweredAnew { state.sessions[session].log = start }
        } else if hasAsked, isMissing, isAnsweredAnew {
            (state.sessions[session].log, state.sessions[session].before) = (start, app)
            state.sessions[session].lead = newLead
            return nil
        } else if known.before != nil {
            return nil
        }
        state.sessions[session].app = app
        return app
    }

    // MARK: Settings

    /// The permission of the app that asks.
    var status: AccountAccessStatus { state.device.settings.permission(of: app.bundleID).status }

    /// Sets the permission: as for an app that was installed anew, and then asked.
    mutating func setPermission(_ status: AccountAccessStatus, at now: Instant) throws(DeviceError) {
        _ = try state.device.apply(.appDeleted(bundleID: app.bundleID), at: now)
        _ = try state.device.apply(.appInstalled(app), at: now)
        let bundleID = app.bundleID
        switch status {
        case .notDetermined: break
        case .restricted: _ = try state.device.apply(.permissionRestricted(bundleID: bundleID), at: now)
        case .granted: _ = try state.device.apply(.permissionSet(bundleID: bundleID, isGranted: true), at: now)
        case .denied: _ = try state.device.apply(.permissionSet(bundleID: bundleID, isGranted: false), at: now)
        }
        state.isPermissionChanged = true
    }

    /// Signs in in Settings, or out with nil.
    mutating func setAccount(_ account: TVProviderSettings.Account?, at now: Instant) throws(DeviceError) {
        _ = try state.device.apply(account.map { .providerSignedIn($0) } ?? .providerSignedOut, at: now)
        state.isAccountChanged = true
    }

    /// Lets the recording answer again.
    mutating func forgetChanges() {
        state.device = beginning.device
        (state.isPermissionChanged, state.isAccountChanged) = (false, false)
    }

    /// The reaction of the framework to a question at `now`.
    func reaction(to question: VSARequest, afterPicker isAfterPicker: Bool, at now: Instant) -> PlatformAnswer {
        isAfterPicker
            ? state.device.answerAfterPicker(question, from: app.bundleID, at: now)
            : state.device.answer(question, from: app.bundleID, at: now)
    }

    /// A user answers the prompt for permission.
    mutating func answerPrompt(at now: Instant) {
        let event = DeviceEvent.permissionAnswered(bundleID: app.bundleID, isGranted: state.prompt)
        _ = try? state.device.apply(event, at: now)
    }

    /// A user chooses in the picker, and is signed in if that succeeds.
    mutating func pick(
        among supported: [String],
        in configuration: ServiceConfiguration?,
        at now: Instant
    ) -> PickerChoice {
        let signIn: ScenarioStep.SignIn? =
            switch state.picker {
            case .signIn(let signIn): signIn
            case .cancel: nil
            case .first: Self.first(among: supported, in: configuration).map { ScenarioStep.SignIn(provider: $0) }
            }
        guard let signIn else {
            return PickerChoice(outcome: .none, result: state.device.pickerCanceledAnswer)
        }
        let choice = state.device.choice(of: signIn, among: supported, in: configuration, at: now)
        if case .provider(let account) = choice.outcome {
            _ = try? state.device.apply(.providerSignedIn(account), at: now)
        }
        return choice
    }

    private static func first(among supported: [String], in configuration: ServiceConfiguration?) -> String? {
        configuration?.providers.first { provider in
            guard let identifier = provider.listing.platformMappingID else { return false }
            return provider.listing.boardingStatus == .supported
                && (supported.isEmpty || supported.contains(identifier))
        }?.listing.id
    }
}
