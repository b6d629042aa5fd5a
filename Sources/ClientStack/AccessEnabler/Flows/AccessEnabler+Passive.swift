import Device
import PassAPI
import SubscriberAccount

// Passive authentication (access-enabler.md §7; rows K-119, K-120): another programmer's token makes one for this
// requestor, in a web view that nobody sees.

extension AccessEnabler {
    /// N001, if there is anything to begin with: whether it has begun.
    mutating func beginPassiveAuthentication(
        _ requestor: KnownRequestor,
        _ device: Device,
        _ turn: inout EffectBuffer
    ) -> Bool {
        guard token(device, turn) == nil,
            let source = storage.passiveAuthenticationSource(on: device, at: turn.wall),
            let mvpd = source.msoID.flatMap({ requestor.mvpd($0) }),
            dialect.authenticatesPassively(with: mvpd, configuration)
        else { return false }
        turn.tell(.passive)
        call(
            .sdkAuthenticate(
                requestor: requestor.id,
                mvpd: mvpd.id,
                redirectURL: dialect.endURL(.webView, configuration),
                clientType: "iOS",
                clientVersion: dialect.version.description,
                isPassive: true,
                authenticationToken: source.text
            ),
            for: .passiveLogin(mvpd),
            &turn
        )
        return true
    }

    mutating func passiveLoginAnswered(
        _ mvpd: MVPD,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        let hasEnded: Bool =
            switch response.content {
            case .redirect: response.redirectError == nil
            case .page, .empty: response.isSuccess
            default: false
            }
        guard hasEnded else { return prepareNext(&device, &turn) }
        call(.sessionDevice(context(for: mvpd.id)), for: .passiveSession(mvpd), &turn)
    }

    /// No token, no harm: the user logs in when it is time.
    mutating func passiveSessionAnswered(
        _ mvpd: MVPD,
        _ response: PassResponse,
        _ device: inout Device,
        _ turn: inout EffectBuffer
    ) {
        if let answer = AuthenticationAnswer(response), answer.mismatch(with: mvpd.id, storage.requestor) == nil {
            tell(storage.store(answer.token, from: mvpd.id, userMetadata: answer.userMetadata, on: &device), &turn)
        }
        prepareNext(&device, &turn)
    }
}
