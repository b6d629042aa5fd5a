import Device
import OrderedCollections
import PassAPI
import VirtualTime

// What is asked for, and in which order.

extension BrowserClient {
    /// Begins with a playback.
    mutating func play(_ resource: String, _ device: inout Device) {
        remember(resource)
        // A page writes a resource the same each time, by whatever name a person calls it.
        var play = BrowserPlay(resource: pages[resource] ?? resource, key: MRSSResource(resource).name)
        if let keptHeaders { play.headers = keptHeaders }
        begin(play, &device)
    }

    /// Begins a round of it: from the first thing that is missing.
    mutating func begin(_ play: BrowserPlay, _ device: inout Device) {
        lastPlay = play
        if let token = valid(.authentication, device) {
            authorize(play, token, &device)
        } else if mvpd == nil {
            giveUp(Self.loginRequired, &device)
        } else {
            buffer.enter(.sdkRegistration)
            let fingerprint = configuration.fingerprint(registration.count, on: device)
            registration.count &+= 1
            activity = .playing(
                play,
                .individualizing(buffer.send(.individualizeDevice(fingerprint: fingerprint)))
            )
        }
    }

    /// Goes on with an AuthN token: to an AuthZ token that is kept or asked for.
    mutating func authorize(
        _ play: BrowserPlay,
        _ authentication: BrowserToken,
        _ device: inout Device
    ) {
        if let token = valid(.authorization(play.key), device) {
            fetchMediaToken(play, authentication, token)
            return
        }
        buffer.enter(.sdkAuthorization)
        let request = PassRequest.sdkAuthorize(
            play.context(configuration),
            resource: play.resource,
            mvpd: authentication.mvpd ?? "",
            authenticationToken: authentication.text
        )
        activity = .playing(play, .authorizing(buffer.send(request), authentication))
    }

    /// Goes on with both tokens.
    mutating func fetchMediaToken(
        _ play: BrowserPlay,
        _ authentication: BrowserToken,
        _ authorization: BrowserToken
    ) {
        var play = play
        play.headers.nameID = authentication.nameID
        play.headers.sessionIndex = authentication.sessionIndex
        buffer.enter(.sdkMediaToken)
        let request = PassRequest.shortAuthorize(
            play.context(configuration),
            authorizationToken: authorization.text,
            sessionGUID: authentication.guid ?? ""
        )
        activity = .playing(play, .fetchingMediaToken(buffer.send(request)))
    }

    /// A token that is kept and still good by the device's own clock.
    private func valid(_ key: BrowserCache.Key, _ device: Device) -> BrowserToken? {
        guard let token = cache.token(key, on: device),
            token.isGood(at: buffer.wall)
        else { return nil }
        return token
    }

    static let loginRequired = Presentation.message(
        .signInRequired,
        "Only subscribers may watch this: name your TV provider and log in."
    )
}
