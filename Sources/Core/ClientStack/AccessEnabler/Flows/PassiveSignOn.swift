import Device
import PassAPI
import SubscriberAccount

/// Passive authentication: another programmer's token makes one for this requestor, in a web view that nobody sees.
///
/// Source: access-enabler.md §7; rows K-119, K-120.
enum PassiveSignOn {
    /// N001, if there is anything to begin with: whether it has begun.
    static func begin(_ device: Device, _ desk: inout SDKDesk) -> Bool {
        guard desk.token(device) == nil,
            let source = desk.storage.passiveAuthenticationSource(on: device, at: desk.buffer.wall),
            let mvpd = source.msoID.flatMap({ desk.requestor?.mvpd($0) }),
            desk.dialect.authenticatesPassively(with: mvpd, desk.configuration)
        else { return false }
        desk.buffer.tell(.passive)
        desk.call(
            .sdkAuthenticate(
                requestor: desk.storage.requestor,
                mvpd: mvpd.id,
                redirectURL: desk.dialect.endURL(.webView, desk.configuration),
                clientType: "iOS",
                clientVersion: desk.dialect.version.description,
                isPassive: true,
                authenticationToken: source.text
            ),
            for: .passiveLogin(mvpd)
        )
        return true
    }

    /// The hidden page was answered: whether the token is being fetched.
    static func fetches(_ mvpd: MVPD, after response: PassResponse, _ desk: inout SDKDesk) -> Bool {
        let hasEnded: Bool =
            switch response.content {
            case .redirect: response.redirectError == nil
            case .page, .empty: response.isSuccess
            default: false
            }
        if hasEnded { desk.callSession(of: mvpd, for: .passiveSession(mvpd)) }
        return hasEnded
    }

    /// No token, no harm: the user logs in when it is time.
    static func keep(_ response: PassResponse, from mvpd: MVPD, _ device: inout Device, _ desk: inout SDKDesk) {
        guard let answer = AuthenticationAnswer(response), answer.mismatch(with: mvpd.id, desk.storage.requestor) == nil
        else { return }
        _ = desk.keep(answer, from: mvpd, &device)
    }
}
