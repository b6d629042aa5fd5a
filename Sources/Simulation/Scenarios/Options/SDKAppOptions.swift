/// What a scenario may decide about an app with AccessEnabler where the sources leave it open.
public struct SDKAppOptions: Hashable, Sendable {
    /// The defaults.
    public init() {}

    /// All of it.
    public static let table = OptionTable<SDKAppOptions>([])
}
