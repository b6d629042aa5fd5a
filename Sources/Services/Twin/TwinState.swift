/// What a twin remembers.
struct TwinState: Hashable, Sendable {}
