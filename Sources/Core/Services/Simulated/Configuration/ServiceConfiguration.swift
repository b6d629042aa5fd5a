public import Documents
public import PassAPI

/// A simulated service's requestors, MVPDs, lifetimes and quirks.
public struct ServiceConfiguration: Hashable, Sendable {
    /// The Programmers' requestors, in order.
    public var requestors: [Requestor]
    /// The MVPDs, in order.
    public var providers: [Provider]
    /// The software statements of approved applications; nil: every statement that the quirks accept is approved.
    public var approvedSoftwareStatements: [String]?
    /// Lifetimes where neither an integration nor a requestor says otherwise.
    public var lifetimes = Lifetimes.default
    /// Choices where the reference leaves one.
    public var quirks = ServiceQuirks()
    /// The lead of the server's clock over true time.
    public var clockOffset = Duration.zero
    /// The time that a response takes.
    public var latency = Duration.milliseconds(40)

    /// A configuration of these parts.
    public init(requestors: [Requestor], providers: [Provider]) {
        self.requestors = requestors
        self.providers = providers
    }

    /// A Programmer's requestor.
    public struct Requestor: Hashable, Sendable {
        /// Its id, `KITETV`.
        public var id: String
        /// Its name for people.
        public var name: String
        /// Its registered domains.
        public var domains: [String]
        /// The MVPDs it is integrated with, in the order of its list.
        public var integrations: [Integration]
        /// Lifetimes for all its integrations, where set.
        public var lifetimes = Lifetimes()
        /// The keys of the signed header that registration replaced, if its signatures are to be checked.
        public var signingKeys: SigningKeys?
        /// The key of the identity service whose tokens its apps bring; nil: their signatures are not checked, only that there are any.
        public var serviceTokenKey: ServiceTokenKey?

        /// A requestor of these parts.
        public init(id: String, name: String, domains: [String], integrations: [Integration]) {
            self.id = id
            self.name = name
            self.domains = domains
            self.integrations = integrations
        }
    }

    /// The keys that sign calls in the days before registration (rest-api-v1.md §3.5).
    public struct SigningKeys: Hashable, Sendable {
        /// The key that the header names.
        public var publicKey: String
        /// The key that makes the signature.
        public var secret: String

        /// A pair of keys.
        public init(publicKey: String, secret: String) {
            self.publicKey = publicKey
            self.secret = secret
        }
    }

    /// A requestor's agreement with an MVPD.
    public struct Integration: Hashable, Sendable {
        /// The MVPD's Adobe id.
        public var mvpd: String
        /// True if it is in force.
        public var isEnabled = true
        /// "Enable Single Sign-On" in Adobe's dashboard.
        public var isSingleSignOnEnabled = true
        /// `authPerAggregator`.
        public var isAuthenticationPerRequestor = false
        /// `passiveAuthnEnabled`.
        public var isPassiveAuthenticationEnabled = true
        /// The number of resources that a preauthorization may name.
        public var preauthorizationLimit = 5
        /// Lifetimes for this integration, where set.
        public var lifetimes = Lifetimes()

        /// An integration with `mvpd`.
        public init(mvpd: String) { self.mvpd = mvpd }
    }

    /// An MVPD: how Adobe lists it, and its subscribers.
    public struct Provider: Hashable, Sendable {
        /// The listing of it in configurations (per-requestor flags come from the integration).
        public var listing: MVPD
        public var subscribers: [Subscriber]
        /// True if every user name signs in, as the first subscriber: a recording shows that somebody signed in, not by
        /// which name.
        public var takesEveryName = false
        /// Its words for a resource that is not in a package, as a recording shows them; nil: words of the simulated service's own.
        public var denialWords: String?

        /// A provider of these parts.
        public init(listing: MVPD, subscribers: [Subscriber]) {
            self.listing = listing
            self.subscribers = subscribers
        }
    }

    /// A customer of an MVPD.
    public struct Subscriber: Hashable, Sendable {
        /// The login name.
        public var user: String
        /// The provider's id of the user, as programmers see it; nil: the login name.
        public var userID: String?
        /// The resources of the package; nil: everything.
        public var resources: [String]?
        /// User metadata besides `userID`, as names and texts in a fixed order.
        public var metadata: [Entry] = []

        /// A fact about the user, by its name in user metadata (rest-api-v1.md §7.12).
        public struct Entry: Hashable, Sendable {
            public var name: String
            /// What is known.
            public var value: Value

            /// What can be known by a name.
            public enum Value: Hashable, Sendable {
                /// A text; several of one name are a list.
                case text(String)
                /// What the service has of that name, as it is.
                case json(JSONValue)
                /// What only the programmer's private key reads (rest-api-v1.md §7.12), as it is.
                case encrypted(JSONValue)
            }

            /// A named text.
            public init(_ name: String, _ text: String) { self.init(name, .text(text)) }

            /// A named fact.
            public init(_ name: String, _ value: Value) {
                self.name = name
                self.value = value
            }

            /// What is known, as an MVPD's attribute has it; nothing of what is encrypted already.
            var texts: [String] {
                switch value {
                case .text(let text): [text]
                case .json(let value): (value.array ?? [value]).map { $0.string ?? $0.serialized }
                case .encrypted: []
                }
            }
        }

        /// A customer with this package.
        public init(user: String, resources: [String]? = nil) {
            self.user = user
            self.resources = resources
        }
    }

    /// The first integration of a requestor with an MVPD that there is not: the simulated service does as if there were none.
    public var integrationWithoutProvider: (requestor: String, mvpd: String)? {
        let known = Set(providers.map { ExactText($0.listing.id) })
        for requestor in requestors {
            if let integration = requestor.integrations.first(where: { !known.contains(ExactText($0.mvpd)) }) {
                return (requestor.id, integration.mvpd)
            }
        }
        return nil
    }
}
