import PassAPI
import VirtualTime

/// The calls of the SDK that are on their way: any number at once.
///
/// From 3.0 on none leaves without an access token: the line registers the app and fetches tokens, and holds calls back
/// while it does. What is repeated (401, a refused device id, a forgotten registration) is repeated here, once for a
/// call. Source: access-enabler.md §2 (`init:softwareStatement`), §14.2, §14.4.
struct SDKLine: Hashable, Sendable {
    private(set) var credentials: ClientCredentials?
    private(set) var accessToken: CachedAccessToken?
    private var access = Access.idle
    private var out: [Outgoing] = []
    private var held: [Call] = []

    struct Call: Hashable, Sendable {
        let purpose: SDKPurpose
        var request: PassRequest
        var hasNewToken = false
        var hasNewDeviceID = false
        var hasNewRegistration = false
    }

    private struct Outgoing: Hashable, Sendable {
        let id: RequestID
        let call: Call
    }

    private enum Access: Hashable, Sendable {
        case idle
        case registering(RequestID)
        case fetchingToken(RequestID)
    }

    /// What an answer led to.
    enum Landing {
        /// It was nobody's, or was repeated or led to the call that waited for it.
        case nothing
        /// The line has new credentials, to be kept.
        case registered
        case answered(SDKPurpose, PassResponse)
        case failed(SDKPurpose, CallFailure)
        /// No access: none of the calls that waited for it can be made.
        case refused([SDKPurpose], AdvancedStatus, String)
        /// The session is not there, even with a new access token or device id.
        case notFound(SDKPurpose, PassResponse)
    }

    /// What the line needs to know of its owner.
    struct Terms {
        let isRegistered: Bool
        let softwareStatement: String?
        let deviceInformation: String?
        let deviceID: String
    }

    init(credentials: ClientCredentials?, accessToken: CachedAccessToken? = nil) {
        self.credentials = credentials
        self.accessToken = accessToken
    }

    /// Whether any call is out or waits for access.
    var isFree: Bool { out.isEmpty && held.isEmpty }

    /// What is waited for; nil if nothing.
    var waitingFor: Awaited? {
        switch access {
        case .registering(let id): return .response(id, .register)
        case .fetchingToken(let id): return .response(id, .accessToken)
        case .idle:
            guard let first = out.first else { return nil }
            return .response(first.id, first.call.request.operation)
        }
    }

    mutating func begin(_ request: PassRequest, for purpose: SDKPurpose, _ terms: Terms, _ turn: inout SDKTurn) {
        send(Call(purpose: purpose, request: request), terms, &turn)
    }

    /// Forgets the calls that are made for what `isForgotten` says, and tells for what they were.
    @discardableResult
    mutating func hangUp(_ isForgotten: (SDKPurpose) -> Bool) -> [SDKPurpose] {
        let purposes = (out.map(\.call.purpose) + held.map(\.purpose)).filter(isForgotten)
        guard !purposes.isEmpty else { return [] }
        out.removeAll { isForgotten($0.call.purpose) }
        held.removeAll { isForgotten($0.purpose) }
        return purposes
    }

    /// Whether a call is on its way that `isMeant` describes.
    func contains(_ isMeant: (SDKPurpose) -> Bool) -> Bool {
        out.contains { isMeant($0.call.purpose) } || held.contains { isMeant($0.purpose) }
    }

    // MARK: Answers

    mutating func answered(
        _ id: RequestID,
        _ response: PassResponse,
        _ terms: Terms,
        _ turn: inout SDKTurn
    ) -> Landing {
        switch access {
        case .registering(id): return registrationAnswered(response, terms, &turn)
        case .fetchingToken(id): return tokenAnswered(response, terms, &turn)
        default: break
        }
        guard let index = out.firstIndex(where: { $0.id == id }) else { return .nothing }
        var call = out.remove(at: index).call
        if response.isInvalidClient, terms.isRegistered, terms.softwareStatement != nil, !call.hasNewRegistration {
            call.hasNewRegistration = true
            (credentials, accessToken) = (nil, nil)
            send(call, terms, &turn)
            return .nothing
        }
        if response.refusesAccessToken, !(call.purpose.isOfSession && response.hasNoSession) {
            guard terms.isRegistered, !call.hasNewToken else { return .notFound(call.purpose, response) }
            call.hasNewToken = true
            accessToken = nil
            send(call, terms, &turn)
            return .nothing
        }
        if response.refusesDeviceID {
            guard !call.hasNewDeviceID else { return .notFound(call.purpose, response) }
            call.hasNewDeviceID = true
            call.request["device_id"] = terms.deviceID
            send(call, terms, &turn)
            return .nothing
        }
        return .answered(call.purpose, response)
    }

    mutating func failed(_ id: RequestID, _ reason: String) -> Landing {
        switch access {
        case .registering(id): return refuse(.notRegistered, "registration failed: " + reason)
        case .fetchingToken(id): return refuse(.noAccessToken, "no access token: " + reason)
        default: break
        }
        guard let index = out.firstIndex(where: { $0.id == id }) else { return .nothing }
        return .failed(out.remove(at: index).call.purpose, .unreachable(reason))
    }

    private mutating func registrationAnswered(
        _ response: PassResponse,
        _ terms: Terms,
        _ turn: inout SDKTurn
    ) -> Landing {
        guard response.isSuccess, case .clientRegistration(let registration) = response.content else {
            return refuse(.notRegistered, "registration was refused: " + response.reason)
        }
        credentials = ClientCredentials(clientID: registration.clientID, clientSecret: registration.clientSecret)
        seekAccess(terms, &turn)
        return .registered
    }

    private mutating func tokenAnswered(_ response: PassResponse, _ terms: Terms, _ turn: inout SDKTurn) -> Landing {
        if response.isSuccess, case .accessToken(let token) = response.content {
            accessToken = CachedAccessToken(token, arrivedAt: turn.wall)
            access = .idle
            let calls = held
            held = []
            // Sent even if the clock says the new token has ended: the clock may be wrong.
            for call in calls { dispatch(call, &turn) }
            return .nothing
        }
        if response.isInvalidClient, terms.softwareStatement != nil,
            let index = held.firstIndex(where: { !$0.hasNewRegistration })
        {
            held[index].hasNewRegistration = true
            (credentials, accessToken) = (nil, nil)
            seekAccess(terms, &turn)
            return .nothing
        }
        return refuse(.noAccessToken, "no access token: " + response.reason)
    }

    private mutating func refuse(_ status: AdvancedStatus, _ reason: String) -> Landing {
        access = .idle
        let purposes = held.map(\.purpose)
        held = []
        return .refused(purposes, status, reason)
    }

    // MARK: Sending

    private mutating func send(_ call: Call, _ terms: Terms, _ turn: inout SDKTurn) {
        // Without a statement nobody can register. The call goes out as it can, and the service judges it.
        let canSeek = credentials != nil || terms.softwareStatement != nil
        guard terms.isRegistered, canSeek, accessToken?.isValid(at: turn.wall) != true else {
            return dispatch(call, &turn)
        }
        held.append(call)
        if access == .idle { seekAccess(terms, &turn) }
    }

    private mutating func seekAccess(_ terms: Terms, _ turn: inout SDKTurn) {
        turn.enter(.sdkRegistration)
        if let credentials {
            access = .fetchingToken(
                turn.send(
                    .accessToken(
                        clientID: credentials.clientID,
                        clientSecret: credentials.clientSecret,
                        deviceInformation: terms.deviceInformation
                    )
                )
            )
        } else {
            access = .registering(
                turn.send(
                    .register(
                        softwareStatement: terms.softwareStatement ?? "",
                        deviceInformation: terms.deviceInformation
                    )
                )
            )
        }
    }

    private mutating func dispatch(_ call: Call, _ turn: inout SDKTurn) {
        var call = call
        turn.enter(call.purpose.step)
        if call.request["Authorization"]?.hasPrefix("Bearer ") == true {
            call.request["Authorization"] = accessToken.map { "Bearer " + $0.token }
        }
        out.append(Outgoing(id: turn.send(call.request), call: call))
    }
}
