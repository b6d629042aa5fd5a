import Documents

/// An operation's row: who calls it and what for, how it looks on the wire, what it answers, gives out and is refused for.
///
/// The one place where that is known. The rows stand below `Registration`, `V1` and `SDK`, each beside what it answers.
/// A class, since a row is large and asked for one fact at a time, which must not cost a copy; nothing changes it once it
/// is made.
public final class OperationSpecification: @unchecked Sendable {
    /// The operation described.
    public let operation: Operation
    /// The interface that it belongs to.
    public let interface: Interface
    /// The purpose of the call.
    public let role: CallRole
    public let purpose: Purpose
    /// Adobe's own name of it: the title of its page, or its path where it has none.
    public internal(set) var adobeName = ""
    public internal(set) var caller = Caller.app
    /// The polling of the call, if it is polled.
    public internal(set) var polling = Polling.never
    /// The need for an access token.
    public internal(set) var access: AccessDuty
    /// The host of Adobe's that serves it.
    public internal(set) var host: HostRole
    /// The effective method.
    public let method: String
    /// Other methods clients were seen to use for it.
    public internal(set) var observedMethods: [String] = []
    /// True if a request is sent as POST with `_method=` and the effective method in its form (access-enabler.md
    /// §14.1).
    public internal(set) var isMethodOverridden = false
    /// The paths, the one that is built first.
    public internal(set) var paths: [PathTemplate]
    /// The parameter with which a request goes to the last path rather than the first.
    var lastPathParameter: String?
    /// The parameters, in the order a built request has them.
    public internal(set) var parameters: [ParameterSpecification] = []
    /// The parameter that must stand last, after unknown ones too.
    public internal(set) var lastParameter: String?
    /// The form of a success; a row without it is a mistake.
    var answer: AnswerSpecification {
        get {
            guard let success else { preconditionFailure("the row of every operation states what success looks like") }
            return success
        }
        set { success = newValue }
    }
    private var success: AnswerSpecification?
    /// Fields of its answer, but for those of ``grants``, that say something of a device, a person or a secret.
    var answered: [String: FieldContent] = [:]
    /// The things that it gives out, needs and takes back, with the fields of its response that hold them.
    public internal(set) var grants: GrantSpecification = []
    /// The fields of its answer that name a point in time, but for those of ``grants`` and ``serviceTime``: a last change.
    var otherInstants: [InstantField] = []
    /// The field of its answer that holds the time at which it was sent, by the service's clock; apps hold it against their own
    /// (rest-api-v1.md §7.1).
    public internal(set) var serviceTime: InstantField?
    /// The fields of its answer that name a point in time, or the time that passes until one: those of ``grants``, and others.
    public private(set) var instants: [InstantField] = []
    /// True if the front end throttles it, at its first path.
    public let isThrottled: Bool

    /// The parameters by what the wire calls them in query, form and JSON, and in headers (in lower case), and the places
    /// of documented names in ``parameters``: recognizing a recording looks up a dozen names an exchange.
    private var wireNames: [String: Int] = [:]
    private var headerNames: [String: Int] = [:]
    private var ranks: [String: Int] = [:]

    /// A row: method and path stand in `call`, with a blank between them; `fill` says the rest, and what
    /// success looks like in any case.
    init(
        _ operation: Operation,
        _ interface: Interface,
        _ call: String,
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) {
        (self.operation, self.interface, self.role, purpose) = (operation, interface, role, role.purpose)
        (access, host) = (interface.access, interface.host)
        let words = call.split(separator: " ")
        precondition(words.count == 2, "a row begins with a method and a path")
        let path = PathTemplate(String(words[1]))
        (method, paths) = (String(words[0]), [path])
        isThrottled = path.path { $0 }.map { ThrottledPath.covers($0) } ?? false
        fill(self)
        instants = grants.instants + otherInstants + [serviceTime].compactMap { $0 }
        if !parameters.contains(where: \.namesDevice) { parameters.append(Self.uncalledForDevice) }
        parameters += Self.everywhere
        let onWire = parameters.enumerated().filter { $0.element.places != [.header] }
        wireNames = Self.index(onWire.flatMap { index, known in ([known.name] + known.aliases).map { ($0, index) } })
        let inHeaders = parameters.enumerated().filter { $0.element.places.contains(.header) }
        headerNames = Self.index(inHeaders.map { (Self.small($0.element.name), $0.offset) })
        ranks = Self.index(parameters.enumerated().map { ($0.element.name, $0.offset) })
    }

    /// The type that the rows are written as.
    typealias Row = OperationSpecification

    /// The id that apps and web pages send with calls that are about no device, too.
    private static let uncalledForDevice =
        ParameterSpecification.carried("deviceId", [.query, .form], aliases: ["device_id"], holds: .device)

    /// The parameters that any request may carry (rest-api-v1.md §2; cookies access-enabler.md §14.1).
    private static let everywhere: [ParameterSpecification] = [
        .formatOnly("format", [.query, .form]),
        .formatOnly("Accept", [.header]),
        .volatile("User-Agent", [.header]),
        .volatile("X-Forwarded-For", [.header]),
        .volatile("Cookie", [.header]),
    ]

    /// Every operation's row, in the order of `Operation`.
    public static let all: [OperationSpecification] = Operation.allCases.map(\.specification)

    /// The names of all fields, of its request and its answer, that nobody may read in a recording, in order.
    package var secretFields: [String] {
        let sent = parameters.filter { $0.content.isSecret && $0 != Self.uncalledForDevice }
            .flatMap { [$0.name] + $0.aliases }
        // A text with a blank is the body itself.
        let issued = grants.issued.filter { FieldContent.grant($0.kind).isSecret }.compactMap(\.text)
            .filter { !$0.contains(" ") }
        return Set(sent + issued + answered.filter(\.value.isSecret).keys).sorted()
    }

    /// Checks whether nobody may read the field of a request that is called so, by its documented name or the wire's; nil for
    /// a name that is not in the row, and for one that means nothing to it.
    package func isSecret(field name: String) -> Bool? {
        guard let known = parameter(named: name) ?? wireParameter(named: name) ?? headerParameter(named: name) else {
            return nil
        }
        return known.role == .volatile && !known.content.isSecret ? nil : known.content.isSecret
    }

    /// The parameter that a query, form or JSON body calls `name`, wherever the documentation puts it.
    func wireParameter(named name: String) -> ParameterSpecification? {
        Self.place(of: name, in: wireNames).map { parameters[$0] }
    }

    /// The parameter that travels in the header `name`, in whatever case.
    func headerParameter(named name: String) -> ParameterSpecification? {
        Self.place(of: Self.small(name), in: headerNames).map { parameters[$0] }
    }

    /// In small letters of ASCII: for Unicode the Kelvin sign is a capital of `k`, for HTTP it is none.
    private static func small(_ name: String) -> String {
        String(decoding: name.utf8.map(lowercasedASCII), as: UTF8.self)
    }

    /// The parameter of this documented name.
    func parameter(named name: String) -> ParameterSpecification? {
        Self.place(of: name, in: ranks).map { parameters[$0] }
    }

    /// Returns the rank of the parameter of this documented name; unknown ones come after all others.
    func rank(of name: String) -> Int { Self.place(of: name, in: ranks) ?? parameters.count }

    /// The place of `name`; all documented names are ASCII, and a name that is not need not be hashed, which may take long.
    private static func place(of name: String, in names: [String: Int]) -> Int? {
        name.utf8.allSatisfy { $0 < 0x80 } ? names[name] : nil
    }

    private static func index(_ names: [(String, Int)]) -> [String: Int] {
        Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
}
