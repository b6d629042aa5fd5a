import Documents

/// How an operation looks on the wire: the one place where that is known.
///
/// The entries stand in `OperationSpecification+Registration.swift`, `+ServiceProvider.swift` and `+AccessEnabler.swift`.
public struct OperationSpecification: Hashable, Sendable {
    /// The operation described.
    public let operation: Operation
    /// Adobe's own name of it: the title of its page, or its path where it has none.
    public let adobeName: String
    /// Which of Adobe's hosts serves it.
    public let host: HostRole
    /// The effective method.
    public let method: String
    /// Other methods clients were seen to use for it.
    public let observedMethods: [String]
    /// Whether a request is sent as POST with `_method=` and the effective method in its form (access-enabler.md §14.1).
    public let isMethodOverridden: Bool
    /// The paths, the one that is built first.
    public let paths: [PathTemplate]
    /// The parameters, in the order a built request has them.
    public let parameters: [ParameterSpecification]
    /// The parameter that must stand last, after unknown ones too.
    public let lastParameter: String?
    /// What the answer is written in.
    public let answer: AnswerFormat
    /// What it gives out, needs and takes back, with the fields of its answer that say so.
    public let grants: GrantSpecification

    /// The parameters by what the wire calls them in query, form and JSON, and in headers (in lower case), and the places
    /// of documented names in ``parameters``: recognising a recording looks up a dozen names an exchange.
    private let wireNames: [String: Int]
    private let headerNames: [String: Int]
    private let ranks: [String: Int]

    /// What an answer can be written in.
    public enum AnswerFormat: Hashable, Sendable {
        /// JSON or XML, as the request selects.
        case selectable
        /// JSON, always.
        case json
        /// XML, always.
        case xml
        /// Text or bytes that are neither.
        case text
        /// A page or redirect for a browser.
        case browser
    }

    init(
        _ operation: Operation,
        _ adobeName: String,
        host: HostRole = .service,
        _ method: String,
        observed observedMethods: [String] = [],
        isMethodOverridden: Bool = false,
        _ paths: [PathTemplate],
        answer: AnswerFormat = .selectable,
        lastParameter: String? = nil,
        grants: GrantSpecification = GrantSpecification(),
        _ parameters: [ParameterSpecification]
    ) {
        self.operation = operation
        self.adobeName = adobeName
        self.host = host
        self.method = method
        self.observedMethods = observedMethods
        self.isMethodOverridden = isMethodOverridden
        self.paths = paths
        let parameters = parameters + Self.everywhere
        self.parameters = parameters
        let onWire = parameters.enumerated().filter { $0.element.places != [.header] }
        wireNames = Self.index(onWire.flatMap { index, known in ([known.name] + known.aliases).map { ($0, index) } })
        let inHeaders = parameters.enumerated().filter { $0.element.places.contains(.header) }
        headerNames = Self.index(inHeaders.map { (Self.small($0.element.name), $0.offset) })
        ranks = Self.index(parameters.enumerated().map { ($0.element.name, $0.offset) })
        self.lastParameter = lastParameter
        self.answer = answer
        self.grants = grants
    }

    /// What any request may carry (rest-api-v1.md §2; cookies access-enabler.md §14.1).
    private static let everywhere: [ParameterSpecification] = [
        .formatOnly("format", [.query, .form]),
        .formatOnly("Accept", [.header]),
        .volatile("User-Agent", [.header]),
        .volatile("X-Forwarded-For", [.header]),
        .volatile("Cookie", [.header]),
    ]

    /// Every operation's entry, in the order of `Operation`.
    public static let all: [OperationSpecification] = registration + serviceProvider + accessEnabler

    /// The entry of `operation`.
    public static func of(_ operation: Operation) -> OperationSpecification {
        guard let specification = byOperation[operation] else {
            preconditionFailure("every operation has an entry in OperationSpecification.all")
        }
        return specification
    }

    private static let byOperation: [Operation: OperationSpecification] = Dictionary(
        all.map { ($0.operation, $0) },
        uniquingKeysWith: { first, _ in first }
    )

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

    /// Where a parameter of this documented name stands; unknown ones come after all others.
    func rank(of name: String) -> Int { Self.place(of: name, in: ranks) ?? parameters.count }

    /// The place of `name`; all documented names are ASCII, and a name that is not need not be hashed, which may take long.
    private static func place(of name: String, in names: [String: Int]) -> Int? {
        name.utf8.allSatisfy { $0 < 0x80 } ? names[name] : nil
    }

    private static func index(_ names: [(String, Int)]) -> [String: Int] {
        Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
}

extension Operation {
    /// How the operation looks on the wire.
    public var specification: OperationSpecification { .of(self) }

    /// Adobe's own name of the operation: the title of its page, or its path where it has none.
    public var adobeName: String { specification.adobeName }
}
