import PassAPI
import VirtualTime

/// The lifetime that the client assumes of a registration code, from its arrival.
///
/// The span between the record's two dates is used where it has both, so that a device whose clock is wrong does not
/// give up early. Source: rest-api-v1.md §6.1, §8.
enum CodeLifetime {
    /// Without any date: 30 minutes, the service's default.
    static let usual = Duration.seconds(30 * 60)
    /// No code lives longer than 10 hours, so nobody polls longer.
    static let longest = Duration.seconds(36_000)

    /// The lifetime between the two ends of a session's validity (rest-api-v2.md §5.2).
    static func between(_ notBefore: Instant?, _ notAfter: Instant?, at now: Instant) -> Duration {
        let span = notAfter.map { $0 - (notBefore ?? now) } ?? usual
        return min(max(span, .zero), longest)
    }

    /// `requested` is the life in seconds that was asked for, `now` the device's own time.
    static func of(_ record: RegistrationRecord, requested: Int?, at now: Instant) -> Duration {
        let span: Duration
        if let expires = record.expires {
            span = expires - (record.generated ?? now)
        } else {
            span = requested.map { .seconds($0) } ?? usual
        }
        return min(max(span, .zero), longest)
    }
}
