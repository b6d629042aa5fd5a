public import VirtualTime

/// The life of one token, code, session, account or permission, as a recording shows it.
public struct Holding: Hashable, Sendable {
    /// The kind of thing.
    public var kind: HoldingKind
    public var subject: Subject
    /// Its text, where it has one and the recording holds it.
    public var text: String?
    /// The occurrence at which it came to be; where the recording does not show that, the event by which it was there.
    public var issued: Known<Occurrence>
    /// True if it was there before the recording began, as far as can be told: no event of it made it.
    public var isFromBefore = false
    /// The occurrence at which its device first learned of it from a response; nil if the recording does not show that.
    public var received: Occurrence?
    /// The occurrence at which its client gave it up although nothing shows the service to have: the user logged out;
    /// nil if it did not.
    public var forgotten: Occurrence?
    /// The first use; nil if it was not used.
    public var firstUsed: Occurrence?
    /// The last use; nil if it was not used.
    public var lastUsed: Occurrence?
    /// The end of the last call with it that succeeded, which shows that the service took it; nil if none did.
    var lastTaken: Occurrence?
    /// The instant at which it expires, by the recorder's clock; nil if nothing states it.
    public var expires: Known<Instant>?
    /// The ending; nil if it had not ended by the point that the history is about.
    public var ending: Known<Ending>?

    /// The purpose of something: the device, requestor, resource and so on that it is for.
    public struct Subject: Hashable, Sendable {
        /// The Programmer.
        public var requestor: String?
        /// The TV provider: Adobe's id, and of a VSA account the platform's.
        public var mvpd: String?
        /// The resource as the request named it.
        public var resource: String?
        /// The user's id.
        public var user: String?
        /// The place of its device in ``History/devices``; nil if it cannot be told.
        public var device: Int?
        /// The registration code.
        public var code: String?
        /// The status of a permission, by Apple's name.
        public var status: String?
        /// The name of a cookie.
        public var cookie: String?
        /// The source of a sign-on, as user metadata names it: `Apple`.
        public var source: String?
        /// The `client_id` of the credentials that it belongs to.
        public var client: String?

        /// A subject of which nothing is known.
        public init() {}
    }

    /// Something of this kind that was there by the occurrence.
    public init(_ kind: HoldingKind, _ subject: Subject, text: String? = nil, issued: Known<Occurrence>) {
        self.kind = kind
        self.subject = subject
        self.text = text
        self.issued = issued
    }

    /// Returns true if it may be used at `instant`: it has not ended by then, and it has not expired.
    public func isValid(at instant: Instant) -> Bool {
        if let ending, ending.value.instant <= instant { return false }
        return expires.map { instant < $0.value } ?? true
    }
}
