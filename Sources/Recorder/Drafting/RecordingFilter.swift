/// What is recorded of what passes.
public struct RecordingFilter: Hashable, Sendable {
    /// The default: everything that is not plainly media.
    public init() {}
}
