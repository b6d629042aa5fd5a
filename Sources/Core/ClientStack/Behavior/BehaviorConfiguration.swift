import Documents
public import PassAPI
public import VirtualTime

/// The identity of an app, its possessions before the first input, and its behavior.
public struct BehaviorConfiguration: Hashable, Sendable {
    /// The requestor: the Programmer's id.
    public var requestor: String
    /// Under which id it is installed.
    public var bundleID: String
    /// The device's id as the service knows it.
    public var deviceID: String
    /// Client information, Base64 of JSON.
    public var deviceInformation: String?
    /// The MVPD the user logs in with, if it is known.
    public var mvpd: String?
    /// The signed statement that registration hands in.
    public var softwareStatement: String?
    /// Credentials of an earlier registration.
    public var credentials: ClientCredentials?
    /// An access token from before the first input.
    public var accessToken: CachedAccessToken?
    /// True if the user had signed in before the first input.
    public var isSignedIn = false
    /// The text of the AuthN token it had before the first input, in the SDKs' protocol.
    public var authenticationToken: String?
    /// The AuthZ tokens it had before the first input, by resource.
    public var authorizationTokens: [AuthorizationToken] = []
    /// `domain_name` of the login page.
    public var domainName: String
    /// The URL to which the login page sends the browser when it is done.
    public var redirectURL: String
    /// Requests as the app writes them, one of each operation and resource: what it makes is made after these.
    public var templates: [PassRequest] = [] {
        didSet { index() }
    }
    /// The places of ``templates`` by operation and resource, and of the first of each operation: apps ask often.
    private var places: [TemplateKey: Int] = [:]
    /// The form of a poll, which may omit what the same call says elsewhere.
    public var pollTemplate: PassRequest?
    /// The requests that the user of a second screen brings to each login, in order: those that carry it, for the code
    /// is another device's and the assertion the MVPD's.
    public var logins: [[PassRequest]] = []
    public var behavior: ClientBehavior
    /// The rows of ``behavior`` that a recording shows, by name; the others are assumed.
    public var shownRows: Set<String> = []
    /// True if an authorization was seen used again before its end.
    public var showsReuse = false
    /// True to report where an assumed row decides.
    public var namesAssumptions = false

    /// What a template is found by.
    private struct TemplateKey: Hashable, Sendable {
        var operation: Operation
        /// The resource in canonical form; nil for any.
        var resource: ExactText?
    }

    private mutating func index() {
        places = [:]
        for (place, template) in templates.enumerated() {
            let resource = template.resource.map { ExactText(MRSSResource($0).canonical) }
            for key in [
                TemplateKey(operation: template.operation), .init(operation: template.operation, resource: resource),
            ]
            where places[key] == nil { places[key] = place }
        }
    }

    /// Returns the template of an operation for a resource in canonical form; the first of the operation where it has
    /// none for that, or no resource is given.
    func template(of operation: Operation, resource: String?) -> PassRequest? {
        let own = resource.flatMap { places[TemplateKey(operation: operation, resource: ExactText($0))] }
        return (own ?? places[TemplateKey(operation: operation)]).map { templates[$0] }
    }

    /// An AuthZ token from before the first input.
    public struct AuthorizationToken: Hashable, Sendable {
        /// The resource as the app writes it.
        public var resource: String
        /// The token's text; nil in the REST API, where the service keeps it.
        public var text: String?
        /// The instant of its end, if that is known.
        public var expires: Instant?

        /// A token of these parts.
        public init(resource: String, text: String? = nil, expires: Instant? = nil) {
            self.resource = resource
            self.text = text
            self.expires = expires
        }
    }

    /// A configuration with these parts.
    public init(
        requestor: String,
        bundleID: String,
        deviceID: String,
        domainName: String = "adobe.com",
        redirectURL: String = "https://adobe.com/",
        behavior: ClientBehavior = ClientBehavior()
    ) {
        self.requestor = requestor
        self.bundleID = bundleID
        self.deviceID = deviceID
        self.domainName = domainName
        self.redirectURL = redirectURL
        self.behavior = behavior
    }
}
