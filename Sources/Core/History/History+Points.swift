public import VirtualTime

extension History {
    /// A point of a recording.
    public enum Point: Hashable, Sendable {
        /// Before anything happened.
        case beginning
        /// After the response of the exchange of this ordinal had arrived.
        case after(exchange: Int)
        /// An instant, by the recorder's clock.
        case instant(Instant)
        /// After everything.
        case end
    }

    /// The side that looks.
    public enum View: Hashable, Sendable {
        /// The service: what it issued.
        case service
        /// The client: what it received.
        case client
    }

    /// The state at `point`: what was there by then, with what the recording tells of it later.
    ///
    /// A point after an exchange that the recording does not hold is the end.
    public func asOf(_ point: Point) -> History {
        switch point {
        case .end: return self
        case .beginning: return History(devices, events, upTo: 0, span: span, knowing: self)
        case .after(let ordinal):
            let place = events.firstIndex { $0.reference == .exchange(ordinal) }
            let count = place.map { $0 + 1 } ?? events.prefix { !$0.isExchange(after: ordinal) }.count
            return History(devices, events, upTo: count, span: span, knowing: self)
        case .instant(let instant) where events.allSatisfy { $0.instant <= instant }: return settled(at: instant)
        case .instant(let instant):
            let count = events.prefix { $0.instant <= instant }.count
            return History(devices, events, upTo: count, span: span, knowing: self).settled(at: instant)
        }
    }

    /// Returns what `view` has at `instant` and may use: it is there, it has not ended, and it has not expired.
    public func valid(at instant: Instant, for view: View = .service) -> [Holding] {
        entries.filter { holding in
            holding.isValid(at: instant)
                && (view == .service ? holding.issued.value.instant <= instant : holding.isKnownToClient(at: instant))
        }
    }

    /// The expirations, in order of their instants; of those at one instant in the order of ``entries``.
    ///
    /// What was logged out, refused, wiped or deleted before its time does not expire and is not among them; what
    /// another only took the place of is.
    public var expirations: [RecordedExpiration] {
        entries.enumerated()
            .compactMap { index, holding in
                guard let expires = holding.expires, !holding.isOverBeforeItsTime else { return nil }
                return RecordedExpiration(holding: holding, index: index, instant: expires)
            }
            .sorted { ($0.instant.value, $0.index) < ($1.instant.value, $1.index) }
    }

    /// The MVPD of the last sign-on, as far as one is named; nil if none is.
    public var signOnMVPD: String? {
        entries.last {
            ($0.kind.isSignOn || $0.kind.isPermit) && $0.subject.mvpd != nil
        }?
        .subject.mvpd
    }

    /// The place of the device with most calls, of several the first; nil if no call is of Adobe Pass.
    public var mainDevice: Int? { Self.mainDevice(devices) }

    /// The place of the device of this name; nil if there is none.
    public func device(named name: String) -> Int? {
        devices.firstIndex { $0.name == name }
            ?? devices.firstIndex { $0.isAlsoNamed(name) || $0.otherIDs.contains(name) }
    }

    private func settled(at instant: Instant) -> History { History(self, settledAt: instant) }
}

extension ObservedDevice {
    /// Returns true if its id is `name`, without what ``name`` puts before it.
    fileprivate func isAlsoNamed(_ name: String) -> Bool {
        if case .code(let code) = identity { code == name } else { false }
    }
}

extension HistoryEvent {
    /// Returns true if it is an exchange of a higher ordinal.
    fileprivate func isExchange(after ordinal: Int) -> Bool {
        if case .exchange(let own) = reference { own > ordinal } else { false }
    }
}

extension Holding {
    /// True if it ended before it expired, other than by another's taking its place.
    public var isOverBeforeItsTime: Bool {
        switch ending?.value.cause {
        case .loggedOut?, .wipedByUpgrade?, .refused?, .deleted?: true
        case .expired?, .replaced?, nil: false
        }
    }

    /// Returns true if the client had learned of it by `instant`, or had it from before.
    public func isKnownToClient(at instant: Instant) -> Bool {
        if let forgotten, forgotten.instant <= instant { return false }
        if let received { return received.instant <= instant }
        return firstUsed.map { $0.instant <= instant && isFromBefore } ?? false
    }
}
