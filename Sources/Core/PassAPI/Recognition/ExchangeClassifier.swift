import Documents
public import Exchanges

/// Names the exchanges of one recording in order: what an earlier login page led to is login, too, and a host that was
/// sent a media token, or an access token that Adobe was sent or issued, is the Programmer's.
public struct ExchangeClassifier: Sendable {
    private let environment: ServiceEnvironment?
    private var providerHosts: Set<ExactText> = []
    private var programmerHosts: Set<ExactText> = []
    private var accessTokens: Set<ExactText> = []

    /// At most this many hosts are remembered, and as many access tokens: 256.
    static let rememberedHosts = 256

    /// A classifier that has seen nothing.
    public init(servedBy environment: ServiceEnvironment? = nil) {
        self.environment = environment
    }

    /// Returns the kind of the next exchange.
    public mutating func kind(of exchange: Exchange) -> ExchangeKind {
        kind(of: exchange, recognizedAs: PassRequest(recognizing: exchange.request, servedBy: environment))
    }

    /// Returns the kind of the next exchange, given what recognizing its request gave: that is most of the work, and a
    /// caller that needs the request anyway does it once.
    public mutating func kind(of exchange: Exchange, recognizedAs recognized: PassRequest?) -> ExchangeKind {
        let url = URLParts(exchange.request.url)
        var kind = ExchangeKind(of: exchange.request, at: url, recognizedAs: recognized, servedBy: environment)
        let host = url.host
        learnAccessToken(of: exchange, kind)
        if sendsAccessToken(exchange.request, host, kind) { kind = .programmerService }
        switch kind {
        case .providerPage
        where programmerHosts.contains(ExactText(host)) && !RequestTraits.sendsLogin(exchange.request, at: url):
            // Its path has a word of a login page in it, `/auth/startSession` for one.
            return .programmerService
        case .programmerService:
            if programmerHosts.count < Self.rememberedHosts { programmerHosts.insert(ExactText(host)) }
            return kind
        case .providerPage
        where RequestTraits.sendsSAML(exchange.request, at: url) || providerHosts.contains(ExactText(host)):
            remember(host)
            learnRedirect(of: exchange)
            return RequestTraits.isPage(exchange) || RequestTraits.sendsLogin(exchange.request, at: url)
                ? kind : .other(host)
        case .providerPage:
            // A plain site has a way to log in, too: what else it has is none of a provider's for that.
            return RequestTraits.isPage(exchange) || RequestTraits.sendsLogin(exchange.request, at: url)
                ? kind : .other(host)
        case .other where providerHosts.contains(ExactText(host)):
            learnRedirect(of: exchange)
            return RequestTraits.isPage(exchange) ? .providerPage : kind
        case .operation(let operation):
            if operation.specification.opensLogin { learnRedirect(of: exchange) }
            return kind
        case .unrecognizedAdobe, .preflight, .other:
            return kind
        }
    }

    /// Whether a host that is not Adobe's is sent a token of Adobe's, or the Programmer's one of its own.
    private func sendsAccessToken(_ request: HTTPRequest, _ host: String, _ kind: ExchangeKind) -> Bool {
        switch kind {
        case .other, .providerPage:
            guard let token = RequestTraits.bearer(of: request) else { return false }
            return accessTokens.contains(ExactText(token)) || programmerHosts.contains(ExactText(host))
        case .operation, .unrecognizedAdobe, .preflight, .programmerService: return false
        }
    }

    /// A bearer token that Adobe is sent, or that it issues, is one of its access tokens.
    private mutating func learnAccessToken(of exchange: Exchange, _ kind: ExchangeKind) {
        guard kind.isOfAdobe, accessTokens.count < Self.rememberedHosts else { return }
        if let token = RequestTraits.bearer(of: exchange.request) { accessTokens.insert(ExactText(token)) }
        guard kind.operation == .accessToken,
            case .accessToken(let token)? = PassResponse(of: exchange, for: .accessToken)?.content
        else { return }
        accessTokens.insert(ExactText(token.token))
    }

    /// A login page leads on to further hosts of the provider, or back to Adobe.
    private mutating func learnRedirect(of exchange: Exchange) {
        guard let response = exchange.response, (300...399).contains(response.status),
            let location = response.headers[first: "Location"]
        else { return }
        let target = URLParts(location)
        let way = ["http", "https"]
        guard way.contains(exactly: target.scheme.lowercased()), !target.host.isEmpty,
            !ServiceEnvironment.isAdobe(host: target.host), environment?.serves(target.authority) != true
        else { return }
        remember(target.host)
    }

    private mutating func remember(_ host: String) {
        if providerHosts.count < Self.rememberedHosts { providerHosts.insert(ExactText(host)) }
    }
}
