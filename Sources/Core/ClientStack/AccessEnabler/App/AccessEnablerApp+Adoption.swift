public import Device
import Exchanges
public import PassAPI
import Tokens
public import VirtualTime

// What another one's exchange makes of an app with AccessEnabler: a replay that has left the recording comes back so.

extension AccessEnablerApp {
    /// Holds what it would hold if it had made `request` itself and been answered `response`, and waits for nothing.
    ///
    /// The SDK is as after a launch: calls under way are forgotten, tokens are in storage.
    public mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] {
        let effects = restart(on: &device, at: now, knowing: response)
        guard var storage = sdk?.desk.storage else { return effects }
        let wall = device.clock.wallTime(at: now)
        switch response?.content {
        case .tokens(let authentication, let authorization, _)?:
            let sent = authentication ?? request["authentication_token"]
            if let token = sent.flatMap({ try? AuthenticationToken(parsing: $0) }), let mvpd = token.msoID {
                identify(&storage, mvpd, &device, wall)
                _ = storage.store(token, from: mvpd, on: &device)
                _ = storage.store(StoredProvider(mvpd: mvpd, canAuthenticate: true), on: &device)
            }
            if let token = authorization.flatMap({ try? AuthorizationToken(parsing: $0) }), let mvpd = token.msoID,
                let resource = request["resource_id"]
            {
                _ = storage.store(token, of: resource, from: mvpd, on: &device)
            }
        default:
            break
        }
        sdk?.desk.storage = storage
        return effects
    }

    /// Forgets what it waits for; what is stored stays.
    public mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] {
        restart(on: &device, at: now, knowing: nil)
    }

    private func identify(_ storage: inout TokenStorage, _ mvpd: String, _ device: inout Device, _ wall: Instant) {
        let listed = [MVPD(id: mvpd, displayName: mvpd)]
        _ = storage.identify(as: configuration.requestor, allowing: listed, on: &device, at: wall)
    }

    /// A new process whose configuration is answered at once, so that no request is made.
    private mutating func restart(
        on device: inout Device,
        at now: Instant,
        knowing response: PassResponse?
    ) -> [ClientEffect] {
        guard sdk != nil else { return [] }
        let timers = sdk?.runningTimers ?? []
        var known = Configuration(requestor: configuration.requestor, mvpds: knownProviders)
        if case .configuration(let list)? = response?.content { known = list }
        for effect in handle(.userActionOccurred(.launch), on: &device, at: now) {
            guard case .sendRequest(let id, let request) = effect, request.operation == .sdkConfiguration else {
                continue
            }
            _ = handle(.responseArrived(id, PassResponse(status: 200, .configuration(known))), on: &device, at: now)
        }
        return timers.map { .cancelTimer($0) }
    }

    private var knownProviders: [MVPD] {
        if case .known? = sdk?.identity { return sdk?.desk.requestor?.mvpds ?? [] }
        return sdk?.selected.map { [MVPD(id: $0, displayName: $0)] } ?? []
    }
}
