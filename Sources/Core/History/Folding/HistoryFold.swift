import Documents
import Exchanges
import PassAPI
import VirtualTime

/// The state of the fold: what there is, what is in force, and where each thing is found.
struct HistoryFold {
    /// Everything that was ever there, in the order in which the recording shows it.
    var entries = HoldingList()
    /// The refusals, in order.
    var refusals: [RecordedRefusal] = []
    /// The failures that refused nothing, in order.
    var failures: [FailedCall] = []
    /// The calls that succeeded with something that was there before, in order, with the place of that.
    var uses: [History.Use] = []
    /// The time by which the service's clock is ahead of the recorder's.
    var clockOffset = Duration.zero
    /// The requestor of a device's calls, for calls that leave it out.
    let requestors: [Int: String]
    /// The device whose account and permission the VSA calls, and whose user the actions speak of; nil if it cannot be told.
    let vsaDevice: Int?

    /// The entries in force at the service, by what they are for.
    var inForce: [Slot: Int] = [:]
    /// The entries that are known by their text.
    var byText: [Text: Int] = [:]
    /// The entries that a logout of a device may end: its AuthN and AuthZ tokens that no logout ended yet.
    var live: [Int?: [Int]] = [:]
    /// The AuthN and AuthZ tokens that the user's device was not seen to give up.
    var held: [Int] = []
    /// The name that the device gave itself when it got or last used an AuthN token.
    var agents: [Int: String] = [:]
    /// The logins that a browser opened and did not end, by its `User-Agent`.
    var logins: [ExactText: HistoryCall] = [:]
    /// The MVPDs that are Temp Passes.
    var tempPasses: Set<ExactText> = []
    /// The slots for which a device was last refused, so that what comes after was made in between; without an MVPD where
    /// there was nothing for any.
    var missing: Set<Slot> = []

    /// True if the device was last refused what has this slot.
    func isMissing(_ slot: Slot) -> Bool {
        var ofAny = slot
        ofAny.mvpd = nil
        return missing.contains(slot) || missing.contains(ofAny)
    }

    /// The key of a thing that the service keeps to itself.
    struct Slot: Hashable {
        var kind: HoldingKind
        var device: Int?
        var requestor: ExactText?
        var resource: ExactText?
        /// The MVPD, of what a device has one of for each.
        var mvpd: ExactText?
        /// The client credentials, of what belongs to those that it was requested with.
        var client: ExactText?
    }

    /// The key of a thing that has a text.
    struct Text: Hashable {
        private var kind: HoldingKind
        private var text: ExactText

        /// Makes the key of a thing of this text: a media token goes around in Base64 and as it is.
        init(_ kind: HoldingKind, _ text: String) {
            self.kind = kind
            let isPlain = kind != .mediaToken || Base64.isMarkup(text)
            let bytes = isPlain ? nil : try? Base64.decode(text, padding: .optional, allowsTrailingBits: true)
            self.text = ExactText(bytes.map { String(decoding: $0, as: UTF8.self) } ?? text)
        }
    }

    init(requestors: [Int: String], vsaDevice: Int?) {
        self.requestors = requestors
        self.vsaDevice = vsaDevice
    }

    /// Takes the next event in.
    mutating func take(_ event: HistoryEvent) {
        switch event {
        case .call(let call): take(call)
        case .handover(let ordinal, let instant, let texts):
            let occurrence = Occurrence(.exchange(ordinal), at: instant)
            for text in texts { useKnown(text, at: occurrence) }
        case .vsa(let response): take(response)
        // What the user does shows in the calls that follow; by itself it changes nothing at the service.
        case .action(let action):
            if action.action == .logOut { forget(at: Occurrence(event.reference, at: event.instant)) }
        }
    }

    /// The client gives up what it has, whether or not it says so to the service.
    private mutating func forget(at occurrence: Occurrence) {
        for index in held where entries[index].ending == nil { entries[index].forgotten = occurrence }
        held = []
    }

    private mutating func take(_ call: HistoryCall) {
        learnSurroundings(call)
        takeCookies(of: call)
        use(call)
        guard let response = call.response else { return fail(call) }
        let refused = RefusedGrant.all(in: response, to: call.request)
        for refused in refused { refuse(refused, call, response) }
        if response.isSuccess || response.isPlainRedirect {
            for kind in [.accessToken, call.interface.code] {
                if let index = carried(kind, call) { confirm(index, call) }
            }
            for kind in response.shown(by: call.request.operation) { require(kind, call) }
            finishLogin(call)
            for grant in response.grants(of: call.request.operation) where grant.issue.kind != .providerSession {
                issue(grant, call)
            }
            // A logout that found nobody signed in took nothing back.
            let hasFoundNone = refused.contains { $0.kind == call.interface.signOn }
            for kind in call.grants.ended where !hasFoundNone { take(back: kind, call) }
            failParts(of: response, call)
        } else if refused.isEmpty {
            fail(call)
        } else if refused.allSatisfy({ $0.kind != .accessToken }), let index = carried(.accessToken, call) {
            // The service looked at that first: with one that has expired it would have been 401 (rest-api-v1.md §3.3).
            uses.append(History.Use(exchange: call.ordinal, entry: index))
        }
    }

    /// Learns what calls show beside tokens: which MVPDs are Temp Passes, and who the user is.
    private mutating func learnSurroundings(_ call: HistoryCall) {
        switch call.response?.content {
        case .configuration(let details)?:
            for mvpd in details.mvpds where mvpd.isTempPass { tempPasses.insert(ExactText(mvpd.id)) }
        case .userMetadata(let metadata)?:
            guard let index = inForce[slot(.authenticationToken, call)] else { break }
            entries[index].subject.source = metadata.tokenSource ?? entries[index].subject.source
            if entries[index].subject.user == nil { entries[index].subject.user = metadata.data["userID"]?.string }
            if entries[index].subject.mvpd == nil { entries[index].subject.mvpd = metadata.data["mvpd"]?.string }
        default: break
        }
        if call.request.operation == .freePreview, let mvpd = call.request.mvpd { tempPasses.insert(ExactText(mvpd)) }
    }

    // MARK: Where things are found

    /// The requestor of a call: what it says, else what its device's other calls say.
    func requestor(of call: HistoryCall) -> String? {
        call.request.requestor ?? call.device.flatMap { requestors[$0] }
    }

    /// Returns the slot in which the service keeps a thing of this kind for the call.
    func slot(_ kind: HoldingKind, _ call: HistoryCall, resource: String? = nil, mvpd: String? = nil) -> Slot {
        Slot(
            kind: kind,
            device: call.device,
            requestor: requestor(of: call).map { ExactText($0) },
            resource: kind.isPerResource && kind != .mediaToken
                ? (resource ?? call.request.resource).map { ExactText(MRSSResource($0).canonical) } : nil,
            mvpd: kind.isPerMVPD ? (mvpd ?? call.request.mvpd).map { ExactText($0) } : nil,
            client: kind.isPerClient ? client(of: call).map { ExactText($0) } : nil
        )
    }

    /// The client credentials of a call: those that it names, else those that its access token was issued to.
    func client(of call: HistoryCall) -> String? {
        call.request["client_id"] ?? carried(.accessToken, call).flatMap { entries[$0].subject.client }
    }

    /// Returns what a thing of the call is for, as far as the call states it.
    func subject(_ kind: HoldingKind, _ call: HistoryCall) -> Holding.Subject {
        var subject = Holding.Subject()
        subject.device = call.device
        if kind == .accessToken || kind.isPerClient { subject.client = client(of: call) }
        guard kind != .accessToken else { return subject }
        subject.requestor = requestor(of: call)
        subject.mvpd = call.request.mvpd
        if kind.isPerResource { subject.resource = call.request.resource }
        if kind.isSignOn {
            subject.code = call.request.registrationCode
            if kind != .profile, call.request.operation.purpose == .platformSignOn { subject.source = "Apple" }
        }
        return subject
    }

    /// An instant of the service's clock by the recorder's.
    func local(_ instant: Instant) -> Instant { instant - clockOffset }
}
