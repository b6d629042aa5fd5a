import OrderedCollections
import VirtualTime

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
        state.authenticationTokens.age(by: duration)
        state.authorizationTokens.age(by: duration)
        state.profileRequests.age(by: duration)
        state.profileRequestIDs.age(by: duration)
        state.mediaTokens.age(by: duration)
        state.pendingLogins.age(by: duration)
        for key in state.devices.keys {
            state.devices[key]?.authentication?.age(by: duration)
            for resource in state.devices[key]?.authorizations.keys ?? [] {
                state.devices[key]?.authorizations[resource]?.age(by: duration)
            }
        }
        for key in state.sessions.keys { state.sessions[key]?.age(by: duration) }
        for key in state.browserSessions.keys { state.browserSessions[key]?.age(by: duration) }
        state.provider.trials.age(by: duration)
        for id in state.provider.machines.keys { state.provider.machines[id]?.age(by: duration) }
    }
}

extension Instant {
    /// Becomes an earlier one.
    mutating func recede(by duration: Duration) { self = self - duration }
}
