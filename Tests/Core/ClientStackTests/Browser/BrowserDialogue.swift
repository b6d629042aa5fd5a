import ClientStack
import Device
import Exchanges
import PassAPI
import SubscriberAccount
import Testing
import Tokens
import VirtualTime

/// A browser client on its device, and the talk with it.
struct BrowserDialogue {
    var client: BrowserClient
    var device: Device
    var now = Kite.now
    /// All effects so far, in order.
    private(set) var effects: [ClientEffect] = []
    private(set) var openRequests: [(id: RequestID, request: PassRequest)] = []

    init(_ configuration: BrowserConfiguration = Self.configuration()) {
        client = BrowserClient(configuration: configuration)
        device = Device(
            name: "laptop",
            system: OperatingSystem(.iPadOS, PlatformVersion(15)),
            identifiers: DeviceIdentifiers(seed: 7),
            at: Kite.now
        )
    }

    static func configuration(_ change: (inout BrowserConfiguration) -> Void = { _ in }) -> BrowserConfiguration {
        var configuration = BrowserConfiguration(
            bundleID: "kite-dl",
            requestor: "KITETV",
            mvpd: "Meadowlark",
            softwareStatement: "statement",
            redirectURL: "https://kite.example/watch",
            fingerprints: ["f1", "f2"]
        )
        change(&configuration)
        return configuration
    }

    /// Hands in any input.
    @discardableResult
    mutating func hear(_ input: ClientInput) -> [ClientEffect] {
        if case .responseArrived(let id, _) = input { openRequests.removeAll { $0.id == id } }
        if case .requestFailed(let id, _) = input { openRequests.removeAll { $0.id == id } }
        let new = client.handle(input, on: &device, at: now)
        for case .sendRequest(let id, let request) in new { openRequests.append((id, request)) }
        effects += new
        return new
    }

    @discardableResult
    mutating func user(_ action: UserAction.Action) -> [ClientEffect] { hear(.userActionOccurred(action)) }

    @discardableResult
    mutating func play(_ resource: String = "KITE1") -> [ClientEffect] { user(.play(resource: resource)) }

    /// The service answers the request made last.
    @discardableResult
    mutating func service(_ content: PassResponse.Content) -> [ClientEffect] { service(200, content) }

    /// The service answers the request made last, with this status.
    @discardableResult
    mutating func service(_ status: Int, _ content: PassResponse.Content) -> [ClientEffect] {
        guard let open = openRequests.last else { return [] }
        return hear(.responseArrived(open.id, PassResponse(status: status, content)))
    }

    /// The request made last gets no answer.
    @discardableResult
    mutating func networkFails() -> [ClientEffect] {
        guard let open = openRequests.last else { return [] }
        return hear(.requestFailed(open.id, "no route"))
    }

    var requests: [PassRequest] { Self.requests(effects) }
    var operations: [PassAPI.Operation] { requests.map(\.operation) }
    var steps: [FlowStep] { effects.compactMap { if case .enterStep(let step) = $0 { step } else { nil } } }
    var messages: [String] {
        effects.compactMap { if case .present(.message(let message)) = $0 { message.words } else { nil } }
    }
    var pages: [PassRequest] {
        effects.compactMap { if case .present(.webView(let request)) = $0 { request } else { nil } }
    }
    var played: [[String]] {
        effects.compactMap { if case .play(let resource, let token) = $0 { [resource, token] } else { nil } }
    }
    var changes: [StorageChange] {
        effects.compactMap { if case .changeStorage(let change) = $0 { change } else { nil } }
    }

    static func requests(_ effects: [ClientEffect]) -> [PassRequest] {
        effects.compactMap { if case .sendRequest(_, let request) = $0 { request } else { nil } }
    }

    static func operations(_ effects: [ClientEffect]) -> [PassAPI.Operation] { requests(effects).map(\.operation) }
}

// MARK: What the service says

extension BrowserDialogue {
    /// An AuthN token that ends 30 days after the beginning.
    static func authentication(ends: Instant = Kite.now + .seconds(2_592_000), guid: String = "G-1") -> String {
        AuthenticationToken.text(
            guid: guid,
            sessionIndex: "S-1",
            requestorID: "KITETV",
            domainName: "adobe.com",
            expires: TokenDate(ends),
            msoID: "Meadowlark",
            fingerprint: "device-1",
            nameID: "N-1",
            signing: { _ in [1, 2, 3] }
        )
    }

    /// An AuthZ token that ends a day after the beginning.
    static func authorization(
        _ resource: String = "KITE1",
        ends: Instant = Kite.now + .seconds(86_400)
    ) -> String {
        AuthorizationToken.text(
            requestorID: "KITETV",
            resourceID: resource,
            expires: TokenDate(ends),
            msoID: "Meadowlark",
            fingerprint: "device-1",
            signing: { _ in [1, 2, 3] }
        )
    }

    static let media = "<signatureInfo>AQID<signatureInfo><shortAuthorizationToken/>"

    static let code = PassResponse.Content.registrationRecord(
        RegistrationRecord(
            id: "1",
            code: "K7TQ2MX",
            requestor: "KITETV",
            generated: Kite.now,
            expires: Kite.now + .seconds(1_800)
        )
    )

    static func session(_ token: String = authentication()) -> PassResponse.Content {
        .tokens(authentication: token, authorization: nil, userMetadata: nil)
    }

    static func grant(_ token: String = authorization()) -> PassResponse.Content {
        .tokens(authentication: nil, authorization: token, userMetadata: nil)
    }
}

// MARK: Ways to a state

extension BrowserDialogue {
    /// From the device id to the login pages.
    mutating func register() {
        service(201, .individualizedDevice(deviceID: "device-1"))
        service(201, .clientRegistration(ClientRegistration(clientID: "client", clientSecret: "secret")))
        service(201, .accessToken(AccessToken(token: "token-1", expiresIn: 86_400)))
        service(201, Self.code)
    }

    /// Somebody plays KITE1 for the first time and is at the login pages.
    static func atLogin(_ configuration: BrowserConfiguration = configuration()) -> BrowserDialogue {
        var dialogue = BrowserDialogue(configuration)
        dialogue.play()
        dialogue.register()
        return dialogue
    }

    /// The login is over, and an AuthZ token is asked for.
    static func atAuthorize(_ configuration: BrowserConfiguration = configuration()) -> BrowserDialogue {
        var dialogue = atLogin(configuration)
        dialogue.hear(.webViewReached(url: "https://kite.example/watch"))
        dialogue.service(session())
        return dialogue
    }

    /// KITE1 is playing.
    static func playing(_ configuration: BrowserConfiguration = configuration()) -> BrowserDialogue {
        var dialogue = atAuthorize(configuration)
        dialogue.service(grant())
        dialogue.service(.shortMediaToken(media))
        return dialogue
    }
}
