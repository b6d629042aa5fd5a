public import VirtualTime

/// The things that a call gives out, needs and takes back: the lives of tokens and codes are read by them.
///
/// It is in the operation's row, ``OperationSpecification/grants``, as a list of terms.
public struct GrantSpecification: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The things that success gives out, with the response's fields that hold them.
    public private(set) var issued: [Issue] = []
    /// The things that success shows to be there at the service, whether the request names them or not.
    public private(set) var needed: [HoldingKind] = []
    /// The thing that the call asks about; nil where it asks about none.
    public private(set) var questioned: HoldingKind?
    /// The things that success takes back.
    public private(set) var ended: [HoldingKind] = []
    /// True if it takes them back for whatever requestor, though it names one.
    public private(set) var endsForAnyRequestor = false
    /// The calls that what comes of this one is for.
    public private(set) var uses: [Use] = []
    /// The refusals that a call meets where a thing is not there.
    public private(set) var refusals: [Refusal] = []
    /// The things that a response shows not to be there, by what it says; those of the interface come after them.
    public private(set) var signs: [Sign] = []

    /// A thing that a call gives out.
    public struct Issue: Hashable, Sendable {
        /// The kind of thing that is given out.
        public var kind: HoldingKind
        /// The field that holds its text; nil where the service keeps it to itself.
        public var text: String?
        /// The field that says when it was made.
        public var made: InstantField?
        /// The field that says when it expires; nil where the response does not.
        public var expires: InstantField?
        /// True if the response is about one that the service made before, and makes none.
        public var wasMadeBefore = false

        /// True if the service keeps it to itself: that the call succeeded is all that there is to read.
        var isUnseen: Bool { text == nil && expires == nil }
    }

    /// What a response says where a thing is not there.
    public struct Sign: Hashable, Sendable {
        /// The kind of thing that is not there.
        public var kind: HoldingKind
        /// The way in which the response says so.
        public var response: Refusal.Response
    }

    /// A call that comes next with what a call brought.
    public struct Use: Hashable, Sendable {
        /// The kind of thing that was brought.
        public var kind: HoldingKind
        /// The call that it is for.
        public var operation: Operation
    }

    /// The refusal that a call meets where a thing is not there.
    public struct Refusal: Hashable, Sendable {
        /// The kind of thing that is not there.
        public var kind: HoldingKind
        /// The response of the service.
        public var response: Response
        /// True if it is documented; else it is what the simulated service responds.
        public var isDocumented: Bool

        /// The ways in which a call is refused.
        public enum Response: Hashable, Sendable {
            /// A response of this status.
            case status(Int)
            /// A member or element of the body, by its name, whatever the status; one response may refuse several things so.
            case member(String)
            /// An enhanced error of this code, whatever the status.
            case error(String)

            /// `<pendingLogout>` (access-enabler.md §14.4).
            public static let pendingLogout = Self.member("pendingLogout")
            /// `<notAuthorized/>` in a response of status 200 (access-enabler.md §14.4).
            public static let notAuthorized = Self.member("notAuthorized")
        }
    }

    /// One thing that is said of a call.
    public enum Term: Hashable, Sendable {
        /// It gives this out.
        case issuing(Issue)
        /// It succeeds only where this is there.
        case needs(HoldingKind)
        /// It asks whether this is there: after each of these responses it is not.
        case asking(about: HoldingKind, [Refusal.Response])
        /// It takes this back.
        case ends(HoldingKind)
        /// What it takes back, it takes back for whatever requestor.
        case endsForAnyRequestor
        /// The thing of this kind that it brings is for another call.
        case brings(HoldingKind, for: Operation)
        /// Without this it meets that, as the documents say.
        case refused(without: HoldingKind, Refusal.Response)
        /// Without this it meets that at the simulated service; no document says.
        case assumed(without: HoldingKind, Refusal.Response)

        /// It asks whether this is there: after 403, 404 or 410 it is not (rest-api-v1.md §7).
        static func asks(about kind: HoldingKind) -> Term {
            .asking(about: kind, [.status(403), .status(404), .status(410)])
        }

        static func issues(
            _ kind: HoldingKind,
            text: String? = nil,
            made: InstantField? = nil,
            expires: InstantField? = nil
        ) -> Term {
            .issuing(Issue(kind: kind, text: text, made: made, expires: expires))
        }

        /// It gives this out, which the service made before.
        static func shows(
            _ kind: HoldingKind,
            text: String? = nil,
            made: InstantField? = nil,
            expires: InstantField
        ) -> Term {
            .issuing(Issue(kind: kind, text: text, made: made, expires: expires, wasMadeBefore: true))
        }
    }

    /// A call of which these terms hold.
    public init(arrayLiteral terms: Term...) {
        for term in terms {
            switch term {
            case .issuing(let issue): issued.append(issue)
            case .needs(let kind): needed.append(kind)
            case .asking(let kind, let responses):
                questioned = kind
                signs += responses.map { Sign(kind: kind, response: $0) }
            case .ends(let kind): ended.append(kind)
            case .endsForAnyRequestor: endsForAnyRequestor = true
            case .brings(let kind, let operation): uses.append(Use(kind: kind, operation: operation))
            case .refused(let kind, let response):
                refusals.append(Refusal(kind: kind, response: response, isDocumented: true))
            case .assumed(let kind, let response):
                refusals.append(Refusal(kind: kind, response: response, isDocumented: false))
            }
        }
    }

    /// The fields of the response that name a point in time, each once.
    public var instants: [InstantField] {
        issued.flatMap { [$0.made, $0.expires].compactMap { $0 } }
    }
}
