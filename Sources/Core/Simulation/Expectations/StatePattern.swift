import Documents
public import VirtualTime

/// A pattern to look for in the state of devices, apps and the service: a kind, and some facts.
public struct StatePattern: Hashable, Sendable {
    /// The kind; nil if the facts alone decide.
    public var kind: StateEntry.Kind?
    /// The facts that it has among others.
    public var facts: [EventPattern.Fact] = []

    /// The pattern that words write: a kind, and `key=value` for each fact.
    ///
    /// - Returns: nil if a word is neither, as those of a sentence are.
    public init?(_ words: [String]) {
        for (index, word) in words.enumerated() {
            let fact = EventPattern.Fact(word)
            if fact.key != nil {
                facts.append(fact)
            } else if index == 0, let kind = StateEntry.Kind.ofWorlds.first(where: { $0.rawValue == word }) {
                self.kind = kind
            } else {
                return nil
            }
        }
    }

    /// Returns true if something is of this kind and has these facts.
    public func matches(_ entry: StateEntry) -> Bool {
        (kind == nil || entry.kind == kind) && facts.allSatisfy { fact in entry.facts.contains(where: fact.matches) }
    }
}

/// A pattern to look for in a device's stores: keys that lead to a text, and facts of the store.
public struct StoredPattern: Hashable, Sendable {
    /// The keys, in any order, others between them or not.
    public var keys: [String] = []
    /// The facts of the store.
    public var facts: [EventPattern.Fact] = []

    /// The pattern that words write: `key=value` for a fact of the store, every other word a key on the way to the text.
    public init(_ words: [String]) {
        for word in words {
            let fact = EventPattern.Fact(word)
            if fact.key != nil { facts.append(fact) } else { keys.append(word) }
        }
    }

    /// Returns true if a stored text is there.
    public func matches(_ entry: StateEntry) -> Bool {
        guard entry.kind == .stored, case .list(let path)? = entry["path"] else { return false }
        let isBelow = keys.allSatisfy { key in path.contains(exactly: key) }
        return isBelow && facts.allSatisfy { fact in entry.facts.contains(where: fact.matches) }
    }
}
