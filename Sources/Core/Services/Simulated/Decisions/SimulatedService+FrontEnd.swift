import PassAPI
import VirtualTime

extension SimulatedService {
    /// Returns the response with which the front end turns the request away before anyone reads it, if it does
    /// (rest-api-v1.md §4).
    ///
    /// It counts by `X-Forwarded-For`, else by the address the request came from; only on the paths that are listed.
    mutating func turnsAway(_ request: PassRequest, from connection: ClientConnection, at now: Instant) -> PassResponse?
    {
        guard state.provider.isThrottling ?? configuration.quirks.provider.throttles,
            request.operation.specification.isThrottled
        else { return nil }
        let address = request["X-Forwarded-For"] ?? connection.address
        let isAdmitted = state.provider.buckets[address, default: ThrottleBucket()].admits(at: now)
        return isAdmitted ? nil : PassResponse(status: 429, .throttled)
    }

    /// An answer in place of the operation's own to a device whose tokens are to be wiped: `pendingLogout`.
    ///
    /// Each demand is answered once, to a call of the SDKs' protocol that brings or fetches a token (access-enabler.md
    /// §14.4 says "in any answer"; no V1 client looks for it in JSON).
    mutating func demandedLogout(of device: String?, _ request: PassRequest, at now: Instant) -> PassResponse? {
        guard !state.provider.demandedLogouts.isEmpty, request.operation.specification.isAboutTokenTexts,
            let index = state.provider.demandedLogouts.firstIndex(where: { $0.device == nil || $0.device == device })
        else { return nil }
        let demand = state.provider.demandedLogouts.remove(at: index)
        return PassResponse(status: 200, .pendingLogout(reason: demand.reason))
    }
}

extension OperationSpecification {
    /// True if it is a call of the SDKs that fetches an AuthN token's text, or brings that or an AuthZ token's.
    fileprivate var isAboutTokenTexts: Bool {
        let carried = parameters.lazy.compactMap(\.grant) + grants.issued.lazy.filter { $0.text != nil }.map(\.kind)
        return interface == .accessEnabler
            && carried.contains { [.authenticationToken, .authorizationToken].contains($0) }
    }
}
