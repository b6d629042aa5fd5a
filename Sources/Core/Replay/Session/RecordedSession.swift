import Device
import Documents
public import Exchanges
import History
public import PassAPI
public import Services
public import SubscriberAccount
import VirtualTime

/// A protocol between clients and Adobe Pass.
public enum Dialect: Hashable, Sendable, CaseIterable {
    /// REST API V1, after the Apple SSO cookbook.
    case cookbook
    /// AccessEnabler's own protocol as browsers speak it (access-enabler.md §14.3).
    case browser
    /// AccessEnabler's own protocol as native apps speak it (access-enabler.md §14.1, §14.2).
    case native
    /// REST API V2 (rest-api-v2.md).
    case restV2
}

/// A recording as the replay reads it: which calls are the client's, which are somebody else's.
public struct RecordedSession: Sendable {
    /// The client's calls of Adobe Pass, in order.
    public var calls: [RecordedCall] = []
    /// Calls that belong to the login page or a second device, in order.
    public var besides: [RecordedCall] = []
    /// Calls that poll on after the token has arrived, in order.
    var pollsAfterSuccess: [RecordedCall] = []
    /// Exchanges with hosts that are not the service's, and what they are about, in order.
    public var foreign: [(exchange: Exchange, kind: ExchangeKind)] = []
    /// Exchanges with the service's hosts that no operation is known for, in order.
    public var unrecognized: [Exchange] = []
    /// Exchanges that stand twice, by ordinal: a recorder makes no two that begin at the same instant and say the same.
    private(set) var copies: [(ordinal: Int, original: Int)] = []
    /// The protocol that the client speaks.
    public var dialect: Dialect
    /// The VSA calls, in order.
    public var vsaCalls: [VSACall]
    /// The user actions that the recorder saw, in order; empty where it saw none.
    public var userActions: [UserAction]
    /// The names that the client gives itself, each once, in order.
    public private(set) var userAgents: [String] = []
    /// What the app's calls say of its platform.
    public private(set) var platform = PlatformEvidence()
    /// The devices besides the one that is replayed, by their `deviceId`, the one with most calls first.
    public internal(set) var otherDevices: [String] = []
    /// The device ids that the app sent where another one stands for all, by ordinal.
    private(set) var sentDeviceIDs: [Int: String] = [:]
    /// The headers of the app's calls of REST API V2 that do not say what they are for, in order.
    private(set) var headerFaults: [(ordinal: Int, header: String, fault: HeaderFault)] = []
    /// The requestors besides the one that is replayed, where a client has one, in order of appearance.
    public private(set) var otherRequestors: [String] = []
    /// True if there is no device in it, but the browser of a second screen.
    public private(set) var isSecondScreenAlone = false
    /// True if a native app's user logs in on a second screen.
    public private(set) var isOnSecondScreen = false

    /// Reads `recording` as the session of one client.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - device: the device to replay where the recording holds several, as its `deviceId` parameter says; nil takes
    /// the
    ///     one with most calls.
    /// - Throws: `ReplayError` if there is no client in it, or not this one.
    public init(_ recording: Recording, device: String? = nil) throws(ReplayError) {
        vsaCalls = recording.vsaCalls
        userActions = recording.userActions
        var recognized: [(call: RecordedCall, userAgent: String?)] = []
        // As importing names them: what an earlier login page led to is login, too.
        var classifier = ExchangeClassifier()
        var previous: Exchange?
        var callsOfV2: [Exchange] = []
        var faults: [(ordinal: Int, header: String, fault: HeaderFault)] = []
        for exchange in recording.exchanges {
            defer { previous = exchange }
            let request = PassRequest(recognizing: exchange.request)
            if request != nil, let previous, exchange.isCopy(of: previous) {
                copies.append((exchange.ordinal, original: previous.ordinal))
                continue
            }
            let kind = classifier.kind(of: exchange, recognizedAs: request)
            switch kind {
            case .operation(let operation):
                guard let request else { continue }
                if operation.interface == .restV2 { callsOfV2.append(exchange) }
                faults += HeaderFault.all(in: exchange.request.headers).map { (exchange.ordinal, $0, $1) }
                recognized.append((RecordedCall(exchange, request), exchange.request.headers[first: "User-Agent"]))
            case .unrecognizedAdobe:
                unrecognized.append(exchange)
            case .providerPage, .programmerService, .preflight, .other:
                foreign.append((exchange, kind))
            }
        }
        // An app on its way from one version to the other has calls of both: one client makes those of the first. A few of the first
        // among many of the second are strays: the second's client makes all others.
        let callsOfOthers = recognized.count { !$0.call.request.operation.isOfV2OrCommon }
        let hasStrays = callsOfOthers > 0 && callsOfV2.count >= 2 * callsOfOthers
        if !callsOfV2.isEmpty, callsOfOthers > 0, !hasStrays {
            recognized.removeAll { $0.call.request.operation.interface == .restV2 }
            unrecognized += callsOfV2
        }
        dialect = hasStrays ? .restV2 : try Self.dialect(of: recognized.map(\.call))
        if dialect == .restV2 {
            let aliases = DeviceAliases(of: recognized)
            for index in recognized.indices { unify(&recognized[index].call, aliases) }
            try sortV2(recognized, device: device.map { aliases.representative(of: $0) })
            let own = Set(calls.map(\.ordinal))
            headerFaults = faults.filter { own.contains($0.ordinal) }
            setAsidePollsAfterSuccess()
            alignCodes()
            readPlatform(recognized)
            return
        }
        guard dialect != .browser else {
            try sort(recognized.map(\.call), device: device)
            return
        }
        let aliases = DeviceAliases(of: recognized)
        for index in recognized.indices { unify(&recognized[index].call, aliases) }
        let device = device.map { aliases.representative(of: $0) }
        if dialect == .native {
            for (_, agent) in recognized {
                if let agent, !userAgents.contains(agent) { userAgents.append(agent) }
            }
            try sortNative(recognized.map(\.call), device: device)
            setAsidePollsAfterSuccess()
            alignCodes()
            readPlatform(recognized)
            return
        }
        let all = recognized.map(\.call)
        let named = Set(all.filter { $0.request.operation.purpose != .providers }.compactMap(\.deviceID))
        // Login pages fetch the list of providers, too, and send an id that is nobody's where a library wants one.
        func id(_ call: RecordedCall) -> String? { call.deviceID.flatMap { named.contains($0) ? $0 : nil } }
        let devices = Self.devices(in: all.filter { id($0) != nil })
        let chosen = device ?? devices.first
        if let device, !devices.contains(device) { throw .unknownDevice(device) }
        otherDevices = devices.filter { $0 != chosen }
        // A logout that a web view loads names the device, and its agent is the browser's all the same.
        let own = Set(
            recognized.filter { id($0.call) == chosen && chosen != nil && !$0.call.isPageLoad }.compactMap(\.userAgent)
        )
        let others = Set(recognized.filter { $0.call.isOthers(than: chosen) }.compactMap(\.userAgent)).subtracting(own)
        let hasAnonymousPage = recognized.contains { $0.call.isOthers(than: chosen) && $0.userAgent == nil }
        // A code is of the device that it was made for, whoever else names it.
        var makers: [ExactText: String] = [:]
        for call in all {
            guard case .registrationRecord(let record)? = call.response?.content, let maker = id(call) else { continue }
            makers[ExactText(record.code)] = maker
        }
        func maker(_ call: RecordedCall) -> String? { call.request.registrationCode.flatMap { makers[ExactText($0)] } }
        for (call, agent) in recognized {
            let isOtherDevice =
                (id(call) ?? maker(call)).map { $0 != chosen } ?? (agent.map { others.contains($0) } ?? false)
            // What the second screen asks about a code, and what a player has signed, some apps ask themselves.
            let row = call.request.operation.specification
            let isKnown = agent.map { !others.contains($0) } ?? !hasAnonymousPage
            let isSignature = row.purpose == .signature && (agent.map { own.contains($0) } ?? isKnown)
            let isOwn = !row.caller.isBesideTheApp || row.asksAboutCode && isKnown || isSignature
            if isOtherDevice || !isOwn { besides.append(call) } else { calls.append(call) }
        }
        // A list of providers is nobody's in particular.
        func asksAboutCode(_ call: RecordedCall) -> Bool { call.request.operation.specification.asksAboutCode }
        let isBrowser = calls.allSatisfy { asksAboutCode($0) || $0.request.operation.purpose == .providers }
        if chosen == nil, isBrowser, !besides.isEmpty || calls.contains(where: asksAboutCode) { takeSecondScreen() }
        setAsidePollsAfterSuccess()
        // There is no web view on tvOS: who calls with another method there calls all the same.
        if calls.contains(where: \.isPageLoad), !ConfigurationInference.hasWebViews(calls) {
            for index in calls.indices { calls[index].isPageLoad = false }
        }
        guard !calls.isEmpty else { throw .noSignOn }
        alignCodes()
        readPlatform(recognized)
    }

    /// Lets a registration code arrive before the call that carries it, where a recorder had the response end later.
    private mutating func alignCodes() {
        for index in calls.indices.dropLast() where calls[index].request.operation.role == .code {
            guard let code = calls[index].response?.issuedCode else { continue }
            let user = calls[(index + 1)...].first { $0.request.registrationCode.map { ExactText($0) == code } == true }
            if let user, user.startedAt < calls[index].endedAt, user.startedAt > calls[index].startedAt {
                calls[index].early = calls[index].endedAt - user.startedAt
            }
        }
    }

    /// Reads what the app's own calls say of its platform.
    private mutating func readPlatform(_ recognized: [(call: RecordedCall, userAgent: String?)]) {
        let ordinals = Set(calls.map(\.ordinal))
        platform = PlatformEvidence(
            of: recognized.lazy.filter { ordinals.contains($0.call.ordinal) }.map { ($0.call.request, $0.userAgent) }
        )
    }

    /// Sends `call` under the id that stands for all that its installation has used.
    private mutating func unify(_ call: inout RecordedCall, _ aliases: DeviceAliases) {
        guard let sent = call.deviceID, aliases.representative(of: sent) != sent else { return }
        sentDeviceIDs[call.ordinal] = sent
        let name = ["deviceId", DeviceIdentifier.header].first { call.request[$0] != nil } ?? "device_id"
        call.request[name] = aliases.representative(of: sent)
    }

    /// Without a device the browser is the client: it logs in with another one's code.
    private mutating func takeSecondScreen() {
        isSecondScreenAlone = true
        calls += besides.filter {
            [.login, .loginEnd, .codeRecord].contains($0.request.operation.role)
                || $0.request.operation.specification.asksAboutCode || $0.request.operation.purpose == .providers
        }
        calls.sort { $0.ordinal < $1.ordinal }
        let own = Set(calls.map(\.ordinal))
        besides.removeAll { own.contains($0.ordinal) }
    }

    /// True if a sign-in with Apple's framework is among the calls (apple-sso-flow.md §2, S6 and S9).
    var signsInWithPlatform: Bool {
        calls.contains {
            $0.request.operation.role == .platformRequest || $0.request.operation.role == .platformExchange
        }
    }

    /// True if the recording begins in the middle: its first call, credentials aside, needs a user who is signed in.
    var beginsSignedOn: Bool {
        let first = calls.first { $0.request.operation.interface != .clientRegistration }
        guard let first = first?.request.operation, first.interface == .restV1 else { return false }
        return [.decision, .media, .preauthorization, .heldDecision, .metadata, .logout].contains(first.role)
    }

    /// Sorts the calls of a client that names its device only in some of them.
    ///
    /// A browser is given another device id with each registration, so calls with different ids are one client's; those
    /// of several requestors are not.
    private mutating func sort(_ recognized: [RecordedCall], device: String?) throws(ReplayError) {
        if let device {
            guard recognized.contains(where: { $0.request.deviceID == device }) else { throw .unknownDevice(device) }
        }
        for call in recognized {
            if call.request.operation.caller.isBesideTheApp {
                besides.append(call)
            } else {
                calls.append(call)
            }
        }
        keepOneRequestor()
        guard !calls.isEmpty else { throw .noSignOn }
    }

    private static func dialect(of calls: [RecordedCall]) throws(ReplayError) -> Dialect {
        let hasCookbookCalls = calls.contains {
            $0.request.operation.interface == .restV1 && $0.request.operation.role != .code
        }
        if hasCookbookCalls { return .cookbook }
        if calls.isEmpty { throw .noSignOn }
        if calls.contains(where: { $0.request.operation.interface == .restV2 }) { return .restV2 }
        if calls.contains(where: { $0.request.isNative }) { return .native }
        return calls.contains { $0.request.operation.interface == .accessEnabler } ? .browser : .cookbook
    }

    /// Sorts the calls of a native app, which names its device in all calls that are about a user, and completes those
    /// that leave out what all others say.
    private mutating func sortNative(_ recognized: [RecordedCall], device: String?) throws(ReplayError) {
        func id(_ call: RecordedCall) -> String? { call.deviceID }
        let devices = Self.devices(in: recognized)
        if let device, !devices.contains(device) { throw .unknownDevice(device) }
        let chosen = device ?? devices.first
        otherDevices = devices.filter { $0 != chosen }
        let signed = recognized.lazy.compactMap { $0.request["signed_requestor_id"] }.first
        for var call in recognized {
            let caller = call.request.operation.caller
            let isSecondScreen = caller.isBesideTheApp && caller != .player
            if id(call).map({ $0 != chosen }) ?? false || isSecondScreen {
                besides.append(call)
                continue
            }
            // §14.1: a preauthorization says neither; it is the one device's all the same.
            if [.preauthorization, .metadata].contains(call.request.operation.role) {
                if id(call) == nil, let chosen { call.request["device_id"] = chosen }
                if call.request["signed_requestor_id"] == nil, let signed {
                    call.request["signed_requestor_id"] = signed
                }
            }
            calls.append(call)
        }
        keepOneRequestor()
        guard !calls.isEmpty else { throw .noSignOn }
        isOnSecondScreen = NativeClientDescription(self).system.family == .tvOS
        guard isOnSecondScreen else { return }
        // tvOS has no page to log out with: the SDK makes the call.
        calls += besides.filter { $0.request.operation.caller == .logoutPage && (id($0) ?? chosen) == chosen }
        calls.sort { $0.ordinal < $1.ordinal }
        besides.removeAll { $0.request.operation.caller == .logoutPage }
    }

    /// An SDK serves one requestor: of several the one with most calls is replayed, of as many the first.
    private mutating func keepOneRequestor() {
        let counts = Self.counted(calls.lazy.compactMap(\.request.requestor))
        guard counts.count > 1, let most = counts.map(\.count).max(),
            let chosen = counts.first(where: { $0.count == most })?.text
        else { return }
        otherRequestors = counts.map(\.text).filter { $0 != chosen }
        let isOther = { (call: RecordedCall) in call.request.requestor.map { $0 != chosen } ?? false }
        besides = (besides + calls.filter(isOther)).sorted { $0.ordinal < $1.ordinal }
        calls.removeAll(where: isOther)
    }

    /// The devices, the one with most calls first, those with as many in order of appearance.
    static func devices(in calls: [RecordedCall]) -> [String] {
        counted(calls.lazy.compactMap(\.deviceID)).enumerated()
            .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map(\.element.text)
    }

    /// Each text with how often it stands there, in order of appearance.
    private static func counted(_ texts: some Sequence<String>) -> [(text: String, count: Int)] {
        var counts: [(text: String, count: Int)] = []
        var places: [String: Int] = [:]
        for text in texts {
            if let place = places[text] {
                counts[place].count += 1
            } else {
                places[text] = counts.count
                counts.append((text, 1))
            }
        }
        return counts
    }
}

extension Exchange {
    /// Returns true if all but the place in the recording is the same.
    fileprivate func isCopy(of other: Exchange) -> Bool {
        startedAt == other.startedAt && durationMicroseconds == other.durationMicroseconds && request == other.request
            && outcome == other.outcome
    }
}

extension RecordedCall {
    /// The device that the call names; a browser's fingerprint is none, nor what a second screen sends beside a code.
    var deviceID: String? {
        if request.operation.interface == .restV1, request.operation.caller.isBesideTheApp { return nil }
        if request.operation.interface == .restV2 { return request.deviceID }
        return request["deviceId"] ?? request["device_id"]
    }

    /// Returns true if something other than `device` makes it: another device, or the browser of a login.
    fileprivate func isOthers(than device: String?) -> Bool {
        deviceID.map { $0 != device } ?? (request.operation.role == .login)
    }
}

extension PassRequest {
    /// True if only native clients make this call, or make it like this (access-enabler.md §14.1, §14.2).
    fileprivate var isNative: Bool {
        let names = ["signed_requestor_id", "device_id", "client_type"]
        return operation.caller == .nativeApp
            || operation.interface == .accessEnabler && names.contains { self[$0] != nil }
    }
}

extension PassAPI.Operation {
    /// True if it is V2's, or V2 has it as well as V1 and the SDKs: the client's registration, and the place that the MVPD's
    /// response comes to.
    fileprivate var isOfV2OrCommon: Bool {
        interface == .restV2 || interface == .clientRegistration || role == .loginEnd
    }
}
