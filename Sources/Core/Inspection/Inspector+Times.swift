import Documents
import Tokens
import VirtualTime

/// The times that a response states of itself, and the names of its own fields that state them.
struct OwnTimes {
    var validity = Validity()
    /// Names of the fields that ``validity`` was taken from: by these the answer itself is evaluated.
    var names: [String] = []

    /// Returns true if a field of this name, if it is the response's own, needs no further look.
    func hold(_ name: String) -> Bool { names.contains(exactly: name) }
}

extension Inspector {
    /// The times of an answer, from the first of its own fields of each name, listed or not.
    func ownTimes(_ text: (_ name: String) -> String?) -> OwnTimes {
        var own = OwnTimes()
        if let created = text("created_at").flatMap({ fieldInstant($0) }),
            let span = text("expires_in").flatMap({ ExactNumber(field: $0)?.span })
        {
            let end = created + span
            own.validity = Validity(notBefore: created, expiry: end == .distantFuture ? nil : end)
            return own
        }
        for name in ["expires", "notAfter"] where own.validity.expiry == nil {
            own.validity.expiry = text(name).flatMap { fieldInstant($0) }
            if own.validity.expiry != nil { own.names.append(name) }
        }
        for name in ["generated", "notBefore"] where own.validity.notBefore == nil {
            own.validity.notBefore = text(name).flatMap { fieldInstant($0) }
            if own.validity.notBefore != nil { own.names.append(name) }
        }
        return own
    }

    /// Says that the time in a field cannot be read, or that what it is the time of is over or yet to come.
    ///
    /// `text` is nil where the field holds others in place of a text. An own time of the answer, which it is evaluated
    /// by as a whole, only has to be a time.
    func evaluate(
        _ text: String?,
        called name: String,
        at path: @autoclosure () -> String,
        isOwn: Bool,
        _ result: inout Inspection
    ) {
        guard Self.isTime(name) else { return }
        if Self.isSpan(name) {
            let span = text.flatMap { ExactNumber(field: $0)?.span }
            // Longer than all of time is no span either.
            let isSpan = span.map { abs($0.components.seconds) < Instant.distantFuture.secondsSince1970 } ?? false
            if !isSpan { diagnoseUnreadable(name, at: path(), &result) }
            return
        }
        guard let time = text.flatMap({ fieldInstant($0) }) else {
            return diagnoseUnreadable(name, at: path(), &result)
        }
        guard !isOwn else { return }
        if Self.isEnd(name), instant >= time {
            diagnostic(.suspicious("expired-inside", path(), "\(time)"), &result)
        }
        if Self.isStart(name), instant < time {
            diagnostic(.suspicious("not-yet-valid-inside", path(), "\(time)"), &result)
        }
    }

    private func diagnoseUnreadable(_ name: String, at path: @autoclosure () -> String, _ result: inout Inspection) {
        diagnostic(.note("unreadable-time", path()), as: Self.isJudgedBy(name) ? .suspicious : .note, &result)
    }

    /// Returns the meaning of the text of a field of this name, if the name is that of a time.
    func timeReading(_ name: String, _ value: String) -> InspectedField.Reading? {
        guard Self.isTime(name) else { return nil }
        if Self.isSpan(name) { return ExactNumber(field: value).map { .span($0.span) } }
        guard let instant = fieldInstant(value), ExactText(instant.description) != value else { return nil }
        return .instant(instant)
    }
}
