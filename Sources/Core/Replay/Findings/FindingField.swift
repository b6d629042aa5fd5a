public import PassAPI
public import Services
public import VirtualTime

/// A field that a finding is about, with what was recorded and what the reference client has.
public enum FindingField: Hashable, Sendable {
    /// A parameter of a request, or a field of a response.
    case parameter(FieldDifference)
    /// A property of a request to Apple's framework.
    case property(VSADifference)
    /// A field of this name; its values, recorded first, are nil where only the name matters.
    case value(String, EventValue.Content? = nil, EventValue.Content? = nil)

    /// The operation that was called.
    static func operation(_ operation: Operation) -> Self { .value("operation", .code(operation.rawValue)) }
}
