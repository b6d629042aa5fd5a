/// The end of the life of something: its cause and its instant.
public struct Ending: Hashable, Sendable {
    /// The cause of the end.
    public var cause: Cause
    /// The instant of the end.
    public var instant: Instant

    /// The ways in which a token, a code, a session or an account ends.
    public enum Cause: Hashable, Sendable {
        /// Its time was over.
        case expired
        /// Another took its place.
        case replaced(by: EventReference)
        /// The user was logged out.
        case loggedOut(by: EventReference)
        /// The device lost it with an upgrade, which shows in this event.
        case wipedByUpgrade(EventReference)
        /// The service does not take it any more.
        case refused(by: EventReference)
        /// It was taken back: a registration record that was deleted.
        case deleted(by: EventReference)

        /// The event that ended it; nil if time did.
        public var event: EventReference? {
            switch self {
            case .expired: nil
            case .replaced(let event), .loggedOut(let event), .wipedByUpgrade(let event), .refused(let event),
                .deleted(let event):
                event
            }
        }
    }

    /// An ending of this cause.
    public init(_ cause: Cause, at instant: Instant) {
        self.cause = cause
        self.instant = instant
    }
}
