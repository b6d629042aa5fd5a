import Documents
public import VirtualTime

/// A pattern to look for on the timeline: the kind of an event, and some of its facts.
public struct EventPattern: Hashable, Sendable {
    /// The kind or code of the event; nil if the facts alone decide.
    public var kind: String?
    /// The facts that it has among others.
    public var facts: [Fact]

    /// A fact to look for.
    public struct Fact: Hashable, Sendable {
        /// The name of the fact (``EventValue/name``); nil if one under any name will do.
        public var key: String?
        /// The value as ``EventValue`` writes it, one of a list's names, or the beginning of an instant.
        public var value: String

        /// Returns true if the value is this fact.
        public func matches(_ value: EventValue) -> Bool {
            if let key, ExactText(key) != value.name { return false }
            let text = "\(value.content)"
            if ExactText(text) == self.value { return true }
            switch value.content {
            case .list(let names): return names.contains(exactly: self.value)
            case .instant: return !self.value.isEmpty && text.utf8.starts(with: self.value.utf8)
            case .code, .text, .number, .truth, .duration, .identity: return false
            }
        }

        /// A fact as it is written: `status=403`, or its value alone.
        public init(_ word: String) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, Self.isKey(parts[0]) {
                key = String(parts[0])
                value = String(parts[1])
            } else {
                value = word
            }
        }

        private static func isKey(_ text: Substring) -> Bool {
            let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
            return text.utf8.first.map(isLetter) == true
                && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    /// The pattern that words write: a kind, and `key=value` for each fact.
    ///
    /// - Returns: nil if a word is neither, as those of a sentence are.
    public init?(_ words: [String]) {
        facts = []
        for (index, word) in words.enumerated() {
            let fact = Fact(word)
            if fact.key != nil {
                facts.append(fact)
            } else if index == 0, Self.isKind(word) {
                kind = word
            } else {
                return nil
            }
        }
    }

    /// Kinds are single words, some with dots: `S6`, `v1.authn.exchange`, `removed`.
    private static func isKind(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2E
            }
    }

    /// Returns true if an event is of this kind and has these facts.
    public func matches(_ event: TimelineEvent) -> Bool {
        if let kind, ExactText(kind) != event.kind, ExactText(kind) != event.code { return false }
        return facts.allSatisfy { fact in event.values.contains(where: fact.matches) }
    }
}
