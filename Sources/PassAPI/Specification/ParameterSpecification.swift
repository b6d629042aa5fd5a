/// One parameter of an operation: its documented name, where it travels, and what it means when requests are compared.
public struct ParameterSpecification: Hashable, Sendable {
    /// The documented name, which a `PassRequest` uses.
    public let name: String
    /// Where it was seen; the first is where a built request puts it.
    public let places: [Place]
    /// Other names it goes by on the wire.
    public let aliases: [String]
    /// Whether the documentation calls it mandatory.
    public let isRequired: Bool
    /// What it means when two requests are compared.
    public let role: MatchingRole
    /// Whether it may stand more than once (`resource_id` of the SDK's preauthorization).
    public let isRepeatable: Bool
    /// What it carries the text of; nil if of nothing that ends.
    public let grant: GrantKind?

    /// Where a parameter can travel.
    public enum Place: Hashable, Sendable {
        /// A variable of the path template.
        case path
        /// The query string.
        case query
        /// A form body.
        case form
        /// A member of a JSON body.
        case json
        /// A header field.
        case header
    }

    /// What a parameter means when two requests are compared.
    public enum MatchingRole: Hashable, Sendable {
        /// Requests that differ here ask for different things.
        case identity(Subject)
        /// The request is the same; the difference is worth reporting.
        case carried
        /// It only chooses the format of the answer or the way the request travels.
        case formatOnly
        /// It differs from call to call and means nothing: nonces, times, cookies.
        case volatile
    }

    /// What an identity parameter names, whatever it is called on the wire.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// The Programmer.
        case requestor
        /// The television provider.
        case mvpd
        /// What is to be watched.
        case resource
        /// The device.
        case device
        /// A registration code.
        case code
        /// The hash a promotional Temp Pass is kept under.
        case trialKey
        /// A key of the SDK's metadata.
        case metadataKey
    }

    private init(
        _ name: String,
        _ places: [Place],
        aliases: [String],
        isRequired: Bool,
        role: MatchingRole,
        isRepeatable: Bool,
        grant: GrantKind?
    ) {
        self.name = name
        self.places = places
        self.aliases = aliases
        self.isRequired = isRequired
        self.role = role
        self.isRepeatable = isRepeatable
        self.grant = grant
    }

    static func identity(
        _ subject: Subject,
        _ name: String,
        _ places: [Place],
        aliases: [String] = [],
        isRequired: Bool = true,
        isRepeatable: Bool = false
    ) -> ParameterSpecification {
        ParameterSpecification(
            name,
            places,
            aliases: aliases,
            isRequired: isRequired,
            role: .identity(subject),
            isRepeatable: isRepeatable,
            grant: subject == .code ? .registrationCode : nil
        )
    }

    static func carried(
        _ name: String,
        _ places: [Place],
        aliases: [String] = [],
        isRequired: Bool = false,
        grant: GrantKind? = nil
    ) -> ParameterSpecification {
        ParameterSpecification(
            name,
            places,
            aliases: aliases,
            isRequired: isRequired,
            role: .carried,
            isRepeatable: false,
            grant: grant
        )
    }

    static func volatile(_ name: String, _ places: [Place]) -> ParameterSpecification {
        ParameterSpecification(
            name,
            places,
            aliases: [],
            isRequired: false,
            role: .volatile,
            isRepeatable: false,
            grant: nil
        )
    }

    static func formatOnly(_ name: String, _ places: [Place]) -> ParameterSpecification {
        ParameterSpecification(
            name,
            places,
            aliases: [],
            isRequired: false,
            role: .formatOnly,
            isRepeatable: false,
            grant: nil
        )
    }
}
