import Documents
public import Exchanges

/// Names the exchanges of one recording in order: what an earlier login page led to is login, too, and a host that was
/// sent a media token is the Programmer's.
public struct ExchangeClassifier: Sendable {
    private let environment: ServiceEnvironment?
    private var providerHosts: Set<ExactText> = []
    private var programmerHosts: Set<ExactText> = []

    /// At most this many hosts are remembered: 256.
    static let rememberedHosts = 256

    /// A classifier that has seen nothing.
    public init(servedBy environment: ServiceEnvironment? = nil) {
        self.environment = environment
    }

    /// Returns the kind of the next exchange.
    public mutating func kind(of exchange: Exchange) -> ExchangeKind {
        kind(of: exchange, recognisedAs: PassRequest(recognising: exchange.request, servedBy: environment))
    }

    /// Returns the kind of the next exchange, given what recognizing its request gave: that is most of the work, and a
    /// caller that needs the request anyway does it once.
    public mutating func kind(of exchange: Exchange, recognisedAs recognised: PassRequest?) -> ExchangeKind {
        let url = URLParts(exchange.request.url)
        let kind = ExchangeKind(of: exchange.request, at: url, recognisedAs: recognised, servedBy: environment)
        let host = url.host
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
        case .unrecognisedAdobe, .preflight, .other:
            return kind
        }
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
