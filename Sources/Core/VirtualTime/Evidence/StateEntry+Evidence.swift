extension StateEntry {
    /// The life of something that a recording shows, and how each part of it is known.
    public struct Evidence: Hashable, Sendable {
        /// The kind of thing.
        public var kind: HoldingKind
        /// The name among its kind; nil where there is one.
        public var which: String?
        /// Its text, where it has one and the recording holds it.
        public var text: String?
        /// True if it was there before the recording began.
        public var isFromBefore: Bool
        /// The occurrence at which it came to be, or by which it was there.
        public var issued: Known<Occurrence>
        /// The occurrence at which its client got it; nil if the recording does not show that.
        public var received: Occurrence?
        /// The occurrence at which its client gave it up although nothing shows the service to have.
        public var forgotten: Occurrence?
        /// The first use; nil if it was not used.
        public var firstUsed: Occurrence?
        /// The last use; nil if it was not used.
        public var lastUsed: Occurrence?
        /// The instant at which it expires; nil if nothing states it.
        public var expires: Known<Instant>?
        /// The ending; nil if it had not ended.
        public var ending: Known<Ending>?
        /// True if it may be used at the instant that the entry is of.
        public var isValid: Bool

        /// A life of this kind of thing.
        public init(
            _ kind: HoldingKind,
            _ which: String?,
            text: String? = nil,
            isFromBefore: Bool = false,
            issued: Known<Occurrence>,
            isValid: Bool
        ) {
            (self.kind, self.which, self.text) = (kind, which, text)
            (self.isFromBefore, self.issued, self.isValid) = (isFromBefore, issued, isValid)
        }

        /// Its name as scenarios write it: `authz-token KITE1`.
        public var name: String { kind.name(of: which) }
    }
}
