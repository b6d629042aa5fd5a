/// One field in which two requests for the same operation differ.
public struct FieldDifference: Hashable, Sendable {
    /// The documented name; fields of the client information are named `X-Device-Info.model`.
    public var name: String
    /// The recorded value; nil if the recorded request has none.
    public var recorded: String?
    /// The value now; nil if the request has none.
    public var replayed: String?

    /// A difference in this field.
    public init(_ name: String, recorded: String?, replayed: String?) {
        self.name = name
        self.recorded = recorded
        self.replayed = replayed
    }
}
