import Device
import PassAPI
import VirtualTime

/// A logout under way: what ends it (access-enabler.md §6.6; rows K-106 to K-111).
enum SDKLogout: Hashable, Sendable {
    /// iOS: the hidden page, at its end URL.
    case showingPage(endURL: String)
    /// tvOS: the answer to the call.
    case calling

    /// The device forgets the user, and the service is told; nil if there is nothing to tell.
    init?(of token: StoredToken?, _ device: inout Device, _ desk: inout SDKDesk) {
        let wasFromPlatform = token.map { desk.isFromPlatform($0, device) } ?? false
        desk.tell(desk.storage.clear(on: &device))
        desk.tell(desk.defaults.forgetPlatformSession(of: nil, on: &device, because: .logout))
        if wasFromPlatform { desk.buffer.tell(.platformLogout) }
        guard let token, let mvpd = token.msoID else { return nil }
        let reading = desk.reader.read(token)
        let presentation = desk.presentation(of: mvpd)
        var context = desk.context(for: mvpd)
        if !desk.dialect.usesSecondScreen {
            // A page carries no headers.
            context.accessToken = nil
            context.headers = []
        }
        let endURL = desk.dialect.endURL(presentation, desk.configuration)
        desk.buffer.enter(.sdkLogout)
        let request = PassRequest.sdkLogout(
            context,
            mvpd: mvpd,
            nameID: reading.nameID,
            sessionIndex: reading.sessionIndex,
            redirectURL: desk.dialect.usesSecondScreen ? nil : endURL
        )
        if desk.dialect.usesSecondScreen {
            self = .calling
            desk.call(request, for: .logout)
        } else {
            self = .showingPage(endURL: endURL)
            desk.navigate(to: request, presentation)
        }
    }

    /// The URL that ends the page that is shown.
    var pageEnd: String? { if case .showingPage(let endURL) = self { endURL } else { nil } }
}
