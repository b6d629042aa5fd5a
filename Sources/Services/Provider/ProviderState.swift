/// What the MVPDs' side and the decisions remember.
struct ProviderState: Hashable, Sendable {}
