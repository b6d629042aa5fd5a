public import VirtualTime

/// One parameter of an operation: its documented name, where it travels, and what it means when requests are compared.
public struct ParameterSpecification: Hashable, Sendable {
    /// The documented name, which a `PassRequest` uses.
    public let name: String
    /// The places at which it was seen; the first is where a built request puts it.
    public let places: [Place]
    /// Other names it goes by on the wire.
    private(set) var aliases: [String] = []
    /// True if the documentation calls it mandatory.
    public private(set) var isRequired = false
    /// The role that it has when two requests are compared.
    public let role: MatchingRole
    /// True if it may be there more than once (`resource_id` of the SDK's preauthorization).
    public private(set) var isRepeatable = false
    /// True if it names a browser rather than a device: by the id that a registration gave it, or what it shows of itself before
    /// (access-enabler.md §14.3).
    private(set) var isOfBrowser = false
    /// The kind of its content.
    private(set) var content = FieldContent.open
    /// True if it names a device for as long as that lasts.
    package var namesDevice: Bool { content == .device && role != .volatile && !isOfBrowser }
    /// The kind of grant whose text it carries; nil if it carries none.
    public var grant: HoldingKind? { if case .grant(let kind) = content { kind } else { nil } }

    /// The places in which a parameter can travel.
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

    /// The roles that a parameter can have when two requests are compared.
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

    /// The subjects that an identity parameter can name, whatever it is called on the wire.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// The Programmer.
        case requestor
        /// The television provider.
        case mvpd
        /// The resource to be watched.
        case resource
        case device
        /// A registration code.
        case code
        /// The hash a promotional Temp Pass is kept under.
        case trialKey
        /// A key of the SDK's metadata.
        case metadataKey

        /// The kind of content of such a parameter.
        var content: FieldContent {
            switch self {
            case .requestor, .mvpd, .resource, .metadataKey: .open
            case .device: .device
            case .code: .grant(.registrationCode)
            case .trialKey: .user
            }
        }
    }

    private init(_ name: String, _ places: [Place], _ role: MatchingRole) {
        (self.name, self.places, self.role) = (name, places, role)
    }

    static func identity(
        _ subject: Subject,
        _ name: String,
        _ places: [Place],
        aliases: [String] = [],
        isRequired: Bool = true,
        isRepeatable: Bool = false,
        isOfBrowser: Bool = false,
        holds content: FieldContent? = nil
    ) -> ParameterSpecification {
        var parameter = ParameterSpecification(name, places, .identity(subject))
        (parameter.aliases, parameter.isRequired, parameter.isRepeatable) = (aliases, isRequired, isRepeatable)
        (parameter.isOfBrowser, parameter.content) = (isOfBrowser, content ?? subject.content)
        return parameter
    }

    static func carried(
        _ name: String,
        _ places: [Place],
        aliases: [String] = [],
        isRequired: Bool = false,
        holds content: FieldContent = .open
    ) -> ParameterSpecification {
        var parameter = ParameterSpecification(name, places, .carried)
        (parameter.aliases, parameter.isRequired, parameter.content) = (aliases, isRequired, content)
        return parameter
    }

    static func volatile(_ name: String, _ places: [Place], holds content: FieldContent = .open) -> Self {
        var parameter = Self(name, places, .volatile)
        parameter.content = content
        return parameter
    }

    static func formatOnly(_ name: String, _ places: [Place]) -> ParameterSpecification {
        Self(name, places, .formatOnly)
    }
}
