import VirtualTime

extension Instant {
    /// The instant as the head of a text has it: `2026-11-20 21:59:12.599 UTC`, rounded to the millisecond.
    var headline: String {
        let parts = "\(self + .microseconds(500))".split(separator: "T", maxSplits: 1)
        guard parts.count == 2 else { return "\(self)" }
        let clock = parts[1].dropLast().split(separator: ".", maxSplits: 1)
        let fraction = (clock.count > 1 ? String(clock[1].prefix(3)) : "")
        return "\(parts[0]) \(clock[0]).\(fraction)\(String(repeating: "0", count: 3 - fraction.count)) UTC"
    }

    /// The same to the nanosecond, where that matters: of an instant at, or just beside, an expiration.
    var preciseHeadline: String {
        guard nanosecond % 1_000 != 0 else { return headline }
        let parts = "\(self)".split(separator: "T", maxSplits: 1)
        return parts.count == 2 ? "\(parts[0]) \(parts[1].dropLast()) UTC" : "\(self)"
    }

    /// When it is, seen from `now`: a distant instant by its date, a near one by how far it is: `2026-12-20`, `in 5 min`.
    func expiration(seenFrom now: Instant) -> String {
        let distance = self - now
        let isPast = distance <= .zero
        if distance > .seconds(7 * 86_400) || distance < .zero - .seconds(7 * 86_400) {
            return (isPast ? "expired " : "expires ") + String("\(self)".prefix { $0 != "T" })
        }
        // Whole seconds: what was issued is a few milliseconds old when it arrives.
        let seconds = ((isPast ? .zero - distance : distance) + .milliseconds(500)).components.seconds
        if seconds == 0 { return isPast ? "expired just now" : "expires in less than 1 s" }
        // The two largest units are near enough.
        let unit: Int64 = seconds >= 86_400 ? 3_600 : seconds >= 3_600 ? 60 : 1
        let span = ElapsedTime(.seconds((seconds + unit / 2) / unit * unit))
        return isPast ? "expired \(span) ago" : "expires in \(span)"
    }
}
