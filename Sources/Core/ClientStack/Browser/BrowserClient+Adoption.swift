public import Device
import OrderedCollections
public import PassAPI
public import VirtualTime

// What another one's exchange makes of a browser client: a replay that has left the recording behind comes back so.

extension BrowserClient {
    /// Is what it would be if it had made `request` itself and been answered `response`; what it waited for is
    /// forgotten.
    public mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        on device: inout Device,
        at now: Instant
    ) -> [ClientEffect] {
        begin(on: &device, at: now)
        adopt(request, response, &device)
        return buffer.end()
    }

    /// Forgets what it waits for.
    public mutating func abandon(on device: inout Device, at now: Instant) -> [ClientEffect] {
        begin(on: &device, at: now)
        cancel()
        return buffer.end()
    }

    private mutating func adopt(
        _ request: PassRequest,
        _ response: PassResponse?,
        _ device: inout Device
    ) {
        var open: BrowserPlay? = if case .playing(let play, _) = activity { play } else { nil }
        let resource = request["resource_id"] ?? request.resource
        if let resource { remember(resource) }
        let named = resource.map { BrowserPlay(resource: pages[$0] ?? $0, key: MRSSResource($0).name) }
        if named == nil { open = open ?? lastPlay }
        activity = .resting
        // A call that names another resource belongs to another playback.
        guard var play = (open?.key == named?.key || named == nil) ? open ?? named : named else { return }
        play.headers.deviceID = request.deviceID ?? play.headers.deviceID
        play.headers.accessToken = request.bearer ?? request["Authorization"] ?? play.headers.accessToken
        guard let stage = stage(of: request, device) else { return }
        guard let response else {
            return giveUp(RefusalMessage.failure(of: play.key, "no response"), &device)
        }
        evaluate(response, play, stage, &device)
    }

    /// Returns the stage of a client that has made `request`.
    private func stage(of request: PassRequest, _ device: Device) -> BrowserPlay.Stage? {
        // Never given out: the answer is at hand.
        let id = RequestID(0)
        switch request.operation {
        case .individualizeDevice: return .individualizing(id)
        case .register: return .registering(id)
        case .accessToken: return .fetchingAccessToken(id)
        case .createRegistrationCode: return .requestingCode(id)
        case .session: return .fetchingSession(id)
        case .sdkAuthorize:
            let sent = request["authentication_token"].flatMap { BrowserToken(authentication: $0) }
            return (sent ?? cache.token(.authentication, on: device)).map { .authorizing(id, $0) }
        case .shortAuthorize: return .fetchingMediaToken(id)
        default: return nil
        }
    }
}
