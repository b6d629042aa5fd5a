import Documents
public import Exchanges

/// The kinds of exchanges of a recording, so that each has a name.
public enum ExchangeKind: Hashable, Sendable {
    /// An operation of Adobe Pass.
    case operation(Operation)
    /// A request to one of Adobe Pass's hosts that no operation here has: its method and path.
    case unrecognizedAdobe(String)
    /// A browser's question whether it may call another origin.
    case preflight
    /// A page of a television provider on the way through its login.
    case providerPage
    /// The Programmer's own service: it was sent a media token, or an access token of Adobe's.
    case programmerService
    /// Something else: the third-party host.
    case other(String)

    /// The kind of exchange that `request` begins, evaluated by itself: whose a bearer token is only a recording shows.
    public init(of request: HTTPRequest, servedBy environment: ServiceEnvironment? = nil) {
        let url = URLParts(request.url)
        let recognized = PassRequest(recognizing: request, at: url, servedBy: environment)
        self.init(of: request, at: url, recognizedAs: recognized, servedBy: environment)
    }

    /// The kind of exchange that `request` begins, given the parts of its URL and what recognizing it gave.
    init(
        of request: HTTPRequest,
        at url: URLParts,
        recognizedAs recognized: PassRequest?,
        servedBy environment: ServiceEnvironment?
    ) {
        if let recognized {
            self = .operation(recognized.operation)
        } else if ExactText(request.method.uppercased()) == "OPTIONS" {
            self = .preflight
        } else if ServiceEnvironment.isAdobe(host: url.host) || environment?.serves(url.authority) == true {
            self = .unrecognizedAdobe("\(request.method.uppercased()) \(url.path)")
        } else if RequestTraits.carriesMediaToken(request, at: url) {
            self = .programmerService
        } else if RequestTraits.isLogin(request, at: url) {
            self = .providerPage
        } else {
            self = .other(url.host)
        }
    }

    /// True if it went to Adobe Pass and can be read: an operation, or something else that its hosts serve, but for a
    /// tunnel that no one looked into.
    public var isOfAdobe: Bool {
        switch self {
        case .operation: true
        case .unrecognizedAdobe(let what): !what.utf8.starts(with: "CONNECT ".utf8)
        case .preflight, .providerPage, .programmerService, .other: false
        }
    }

    /// The kind of `exchange`, evaluated by itself.
    public init(of exchange: Exchange, servedBy environment: ServiceEnvironment? = nil) {
        self.init(of: exchange.request, servedBy: environment)
    }

    /// The kind for ``code`` and the request's method and URL; nil if it is not a code.
    public init?(code: String, method: String, url: String) {
        switch ExactText(code) {
        case "unrecognized": self = .unrecognizedAdobe("\(method.uppercased()) \(URLParts(url).path)")
        case "preflight": self = .preflight
        case "providerPage": self = .providerPage
        case "programmerService": self = .programmerService
        case "other": self = .other(URLParts(url).host)
        default:
            guard let operation = Operation(rawValue: code) else { return nil }
            self = .operation(operation)
        }
    }

    /// The stable short name, as recordings have it: the operation's raw value, or a word for what else it is.
    public var code: String {
        switch self {
        case .operation(let operation): operation.rawValue
        case .unrecognizedAdobe: "unrecognized"
        case .preflight: "preflight"
        case .providerPage: "providerPage"
        case .programmerService: "programmerService"
        case .other: "other"
        }
    }

    /// The operation, if it is one of Adobe's.
    public var operation: Operation? { if case .operation(let operation) = self { operation } else { nil } }

    /// The name to show, of an operation the one that all commands have for it; never "unknown".
    public var label: String {
        switch self {
        case .operation(let operation): operation.rawValue
        case .unrecognizedAdobe(let what):
            "Adobe Pass, no operation: " + what
        case .preflight: "Cross-origin preflight"
        case .providerPage: "MVPD login page"
        case .programmerService: "Programmer's service"
        case .other(let host): host.isEmpty ? "Third-party host" : "Third-party host: " + host
        }
    }
}
