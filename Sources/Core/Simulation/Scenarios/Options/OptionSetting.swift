/// A decision that is not the default one, as scenarios write it: `poll-interval: 2s`.
public struct OptionSetting: Hashable, Sendable {
    /// Its name in an `OptionTable`, in kebab case: `poll-interval`.
    public var name: String
    /// The decided value, as text.
    public var value: String

    /// The decision of this name and value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
