import Documents
import PassAPI
import VirtualTime

/// Tells which device each call of a recording belongs to.
///
/// A device names itself in most calls (``DeviceClaims``). Where a call does not, its registration code, the tokens it
/// carries or brings, and in the end its `User-Agent` say whose it is, wherever in the recording they are seen with a
/// named device.
struct DeviceAttribution {
    private(set) var devices: [ObservedDevice] = []
    private let claims: DeviceClaims
    private var places: [ObservedDevice.Identity: Int] = [:]
    /// The places of devices by the clues that lead to them: a code, a token, a header's id.
    private var placeOfClue: [Clue: Int] = [:]
    /// The device of a `User-Agent`; nil where several have it.
    private var agents: [ExactText: Int?] = [:]
    /// Codes that a browser made for itself.
    private var browserCodes: Set<ExactText> = []

    private struct Clue: Hashable {
        var kind: String
        var text: ExactText

        static func code(_ code: String) -> Clue { Clue(kind: "code", text: ExactText(code)) }
    }

    private init(_ calls: [HistoryCall]) { claims = DeviceClaims(calls) }

    /// The devices of `events`, and the same events, each call with its device.
    static func attributed(_ events: [HistoryEvent]) -> (devices: [ObservedDevice], events: [HistoryEvent]) {
        let calls = events.compactMap { if case .call(let call) = $0 { call } else { nil } }
        var attribution = DeviceAttribution(calls)
        for call in calls where call.request.isBrowserOnly {
            if let code = call.request.registrationCode { attribution.browserCodes.insert(ExactText(code)) }
        }
        for call in calls { attribution.readNamed(call) }
        attribution.readOwners()
        // Twice, since a token that leads to a device may first be seen with a code.
        for _ in 0..<2 { for call in calls { attribution.readLed(call) } }
        if calls.contains(where: { attribution.claims.placeholder(of: $0) != nil }) {
            for call in calls { attribution.readBrowser(call) }
        }
        var events = events
        for index in events.indices {
            guard case .call(var call) = events[index] else { continue }
            let place = attribution.device(of: call)
            call.device = place
            if call.request.isLoginPage { attribution.openedLogin[ExactText(call.userAgent ?? "")] = place }
            events[index] = .call(call)
        }
        attribution.tally(&events)
        attribution.nameOtherIDs()
        return (attribution.devices, events)
    }

    // MARK: Named devices

    private mutating func readNamed(_ call: HistoryCall) {
        guard let identity = identity(of: call) else { return }
        let place = place(of: identity)
        for clue in clues(of: call) where placeOfClue[clue] == nil { placeOfClue[clue] = place }
        guard let agent = call.userAgent.map({ ExactText($0) }) else { return }
        if let known = agents[agent] {
            if known != place { agents[agent] = .some(nil) }
        } else {
            agents[agent] = place
        }
    }

    private func identity(of call: HistoryCall) -> ObservedDevice.Identity? {
        let isBrowser =
            call.request.isBrowserOnly
            || Self.codes(of: call).contains { browserCodes.contains(ExactText($0)) } && !call.request.isLoginPage
        // Programs that pass for browsers change their `User-Agent` and their device id as they go.
        if isBrowser { return call.request.requestor.map { .browser($0) } }
        return claims.id(of: call).map { .id($0) }
    }

    /// Codes that no named call carries belong to the device that their record is for.
    private mutating func readOwners() {
        for (code, id) in claims.ownedCodes where placeOfClue[.code(code)] == nil {
            guard !browserCodes.contains(ExactText(code)) else { continue }
            placeOfClue[.code(code)] = place(of: .id(id))
        }
    }

    private mutating func place(of identity: ObservedDevice.Identity) -> Int {
        if let place = places[identity] { return place }
        devices.append(ObservedDevice(identity: identity))
        places[identity] = devices.count - 1
        return devices.count - 1
    }

    // MARK: Calls that name none

    private mutating func readLed(_ call: HistoryCall) {
        let clues = clues(of: call)
        guard let place = lead(clues) else { return }
        for clue in clues where placeOfClue[clue] == nil { placeOfClue[clue] = place }
    }

    /// Notes the device for which a browser logs in: calls of it that name a placeholder, or nothing, are for the same.
    private mutating func readBrowser(_ call: HistoryCall) {
        guard call.request.isSecondScreen, call.request.registrationCode != nil else { return }
        let place = device(of: call)
        let agent = ExactText(call.userAgent ?? "")
        if placeOfBrowser[agent] == nil { placeOfBrowser[agent] = place }
    }

    /// The device that the first clue leads to which leads to any.
    private func lead(_ clues: [Clue]) -> Int? {
        for clue in clues { if let place = placeOfClue[clue] { return place } }
        return nil
    }

    private mutating func device(of call: HistoryCall) -> Int {
        if let identity = identity(of: call) { return place(of: identity) }
        if let place = lead(clues(of: call)) {
            // A placeholder is anybody's: it belongs to the device whose code came along with it last.
            if let clue = placeholder(of: call), call.request.registrationCode != nil { placeOfClue[clue] = place }
            return place
        }
        if let agent = call.userAgent, case .some(.some(let place)) = agents[ExactText(agent)] { return place }
        if let code = call.request.registrationCode {
            let place = place(of: .code(code))
            for clue in clues(of: call) { placeOfClue[clue] = place }
            return place
        }
        // The end of a login names nobody: it belongs to the login that the browser opened last.
        if call.request.operation == .assertionConsumer {
            if let place = openedLogin[ExactText(call.userAgent ?? "")] { return place }
        }
        if claims.placeholder(of: call) != nil, let place = placeOfBrowser[ExactText(call.userAgent ?? "")] {
            return place
        }
        if devices.count == 1 { return 0 }
        // Nobody else is there whom the call could be about.
        if let id = claims.placeholder(of: call) { return place(of: .id(id)) }
        return place(of: .userAgent(call.userAgent ?? ""))
    }

    /// The device for which a browser opened its login last, by the browser's `User-Agent`.
    private var openedLogin: [ExactText: Int] = [:]
    /// The device for which a browser logged in first, by the browser's `User-Agent`; empty where no id is a placeholder.
    private var placeOfBrowser: [ExactText: Int] = [:]

    /// Codes, tokens and ids that a call carries or brings.
    private func clues(of call: HistoryCall) -> [Clue] {
        var found: [Clue] = Self.codes(of: call).map { .code($0) }
        for parameter in call.request.operation.specification.parameters {
            guard let kind = parameter.grant, !kind.isCode, !kind.isOfUser,
                let text = call.request[parameter.name].flatMap({ Self.tokenText($0, kind) })
            else { continue }
            found.append(Clue(kind: kind.rawValue, text: ExactText(text)))
        }
        for grant in call.response?.grants(of: call.request.operation) ?? [] {
            guard let text = grant.text, !grant.issue.kind.isCode else { continue }
            found.append(Clue(kind: grant.issue.kind.rawValue, text: ExactText(text)))
        }
        let ids = call.request.browserIDs + [call.response?.individualizedDevice].compactMap { $0 }
        found += ids.map { Clue(kind: "id", text: ExactText($0)) }
        if let client = call.request["client_id"] ?? call.response?.registeredClient {
            found.append(Clue(kind: "client", text: ExactText(client)))
        }
        return found + [placeholder(of: call)].compactMap { $0 }
    }

    private func placeholder(of call: HistoryCall) -> Clue? {
        claims.placeholder(of: call).map { Clue(kind: "placeholder", text: ExactText($0)) }
    }

    private static func codes(of call: HistoryCall) -> [String] {
        [call.request.registrationCode, call.response?.issuedCode].compactMap(\.self)
    }

    /// The token that a parameter carries: of an `Authorization` the bearer token alone.
    static func tokenText(_ value: String, _ kind: HoldingKind) -> String? {
        guard kind == .accessToken else { return value.isEmpty ? nil : value }
        if case .bearer(let token) = AuthorizationHeader(value), !token.isEmpty { return token }
        return nil
    }

    // MARK: What belongs to each

    /// Counts the calls of each device, and tells those that a browser made for it.
    private mutating func tally(_ events: inout [HistoryEvent]) {
        var own: Set<Ownership> = []
        for event in events {
            guard case .call(let call) = event, let place = call.device, let agent = call.userAgent else { continue }
            // Both ask for the list of providers: it says nothing of whose the `User-Agent` is.
            let isAnybodys = isBrowsers(call) || call.request.operation.purpose == .providers
            guard identity(of: call) != nil || !isAnybodys else { continue }
            let ownership = Ownership(device: place, agent: ExactText(agent))
            if own.insert(ownership).inserted { devices[place].userAgents.append(agent) }
        }
        for index in events.indices {
            guard case .call(var call) = events[index], let place = call.device else { continue }
            let isOwn = call.userAgent.map { own.contains(Ownership(device: place, agent: ExactText($0))) } ?? true
            call.isSecondScreen = isBrowsers(call) && !isOwn
            devices[place].ordinals.append(call.ordinal)
            if call.isSecondScreen { devices[place].secondScreenOrdinals.append(call.ordinal) }
            events[index] = .call(call)
        }
    }

    private mutating func nameOtherIDs() {
        for index in devices.indices {
            if case .id(let id) = devices[index].identity { devices[index].otherIDs = claims.otherIDs(of: id) }
        }
    }

    /// Returns true if it looks like a call of the browser that logs in for a device.
    private func isBrowsers(_ call: HistoryCall) -> Bool {
        call.request.isSecondScreen || claims.placeholder(of: call) != nil
    }

    private struct Ownership: Hashable {
        var device: Int
        var agent: ExactText
    }
}
