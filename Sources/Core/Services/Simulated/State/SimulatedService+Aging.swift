import Documents
import OrderedCollections
import PassAPI
public import VirtualTime

extension SimulatedService {
    /// Lets all that it has issued and remembers become older by `duration`: as if it had been issued so much earlier, while
    /// the clock stays.
    ///
    /// Tokens that a client keeps say the dates they were signed with: the service goes by what it remembers of them.
    public mutating func age(by duration: Duration) {
        guard duration > .zero else { return }
        for id in state.clients.keys.sorted() { state.clients[id]?.issued.recede(by: duration) }
        state.accessTokens.age(by: duration)
        state.codes.age(by: duration)
        state.authenticationSessions.age(by: duration)
        state.authenticationTokens.age(by: duration)
        state.authorizationTokens.age(by: duration)
        state.profileRequests.age(by: duration)
        state.profileRequestIDs.age(by: duration)
        state.mediaTokens.age(by: duration)
        state.pendingLogins.age(by: duration)
        state.devices.changeSignOns { $0.age(by: duration) }
        state.devices.changeAuthorizations { $0.age(by: duration) }
        state.profiles.changeSignOns { $0.age(by: duration) }
        state.profiles.changeAuthorizations { $0.age(by: duration) }
        for key in state.sessions.keys { state.sessions[key]?.age(by: duration) }
        for key in state.browserSessions.keys { state.browserSessions[key]?.age(by: duration) }
        state.provider.trials.age(by: duration)
        for id in state.provider.machines.keys { state.provider.machines[id]?.age(by: duration) }
    }
}

extension SimulatedService {
    /// The kinds of things that ``expire(_:_:at:)`` ends.
    public static let expirable: [HoldingKind] = [
        .authenticationToken, .authorizationToken, .mediaToken, .registrationCode, .accessToken, .code,
        .profile, .decision,
    ]

    /// Lets what it has issued of one kind, for a subject or for any, have expired at `time` by its clock, as if it had been issued
    /// so much earlier; the clock and all else stay.
    mutating func expire(_ kind: HoldingKind, _ subject: String?, at time: Instant) {
        func isMeant(_ name: String) -> Bool { subject.map { ExactText(name) == $0 } ?? true }
        func isMeant(resource: String) -> Bool { isMeant(MRSSResource(resource).name) || isMeant(resource) }
        switch kind {
        case .authenticationToken:
            state.devices.changeSignOns { if isMeant($0.requestor) { $0.end(at: time) } }
            state.authenticationTokens.changeAll { if isMeant($0.requestor) { $0.end(at: time) } }
        case .authorizationToken:
            state.devices.changeAuthorizations { if isMeant(resource: $0.resource) { $0.end(at: time) } }
            state.authorizationTokens.changeAll { if isMeant(resource: $0.resource) { $0.end(at: time) } }
        case .mediaToken: state.mediaTokens.changeAll { if isMeant(resource: $0.resource) { $0.end(at: time) } }
        case .registrationCode: state.codes.changeAll { if isMeant($0.code) { $0.end(at: time) } }
        case .accessToken: state.accessTokens.changeAll { $0.end(at: time) }
        case .code: state.authenticationSessions.changeAll { if isMeant($0.code) { $0.end(at: time) } }
        case .profile:
            state.profiles.changeSignOns { if isMeant($0.mvpd) { $0.end(at: time) } }
            state.authenticationSessions.changeAll { session in
                if let mvpd = session.login?.mvpd, isMeant(mvpd) { session.login?.end(at: time) }
            }
        case .decision:
            state.profiles.changeAuthorizations { if isMeant(resource: $0.resource) { $0.end(at: time) } }
        case .providerSession, .tempPass, .vsaAccount, .vsaPermission, .assertion,
            .partnerFrameworkStatus, .serviceToken, .cookie:
            break
        }
    }
}

extension ExpiringRecord {
    /// Becomes so old that it has just expired at `time`; nothing if it had already.
    fileprivate mutating func end(at time: Instant) {
        if expires > time { age(by: expires - time) }
    }
}

extension Instant {
    /// Becomes an earlier one.
    mutating func recede(by duration: Duration) { self = self - duration }
}
