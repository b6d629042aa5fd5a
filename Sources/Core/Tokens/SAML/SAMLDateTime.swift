public import VirtualTime

extension Instant {
    /// The instant of a SAML date: `2026-11-20T21:59:12Z`, with a fraction or without, and in no other form.
    ///
    /// SAML core §1.3.3 wants UTC. Refused are other zones and none, lower-case letters, an hour of 24 and a leap second,
    /// a year beyond 9999, and a text of more than 64 bytes; fraction digits past the ninth are dropped.
    public init?(samlDateTime text: some StringProtocol) {
        let count = text.utf8.count
        guard count <= TokenDate.maximumBytes else { return nil }
        if count == 20, let date = text.utf8.withContiguousStorageIfAvailable({ unsafe wholeSeconds($0) }) ?? nil {
            self.init(secondsSince1970: date.secondsSince1970)
            return
        }
        var cursor = ByteCursor(text)
        guard let year = cursor.digits(4), cursor.take("-"), let month = cursor.digits(2), cursor.take("-"),
            let day = cursor.digits(2), cursor.take("T"), let hour = cursor.digits(2), cursor.take(":"),
            let minute = cursor.digits(2), cursor.take(":"), let second = cursor.digits(2),
            let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var nanosecond: UInt32 = 0
        if cursor.take(".") {
            guard let fraction = cursor.fraction() else { return nil }
            nanosecond = fraction
        }
        guard cursor.take("Z"), cursor.isAtEnd else { return nil }
        self.init(secondsSince1970: date.secondsSince1970, nanosecond: nanosecond)
    }
}

/// The date in the twenty bytes of `2026-11-20T21:59:12Z`, the form that nearly all dates have; nil if it is another.
private func wholeSeconds(_ bytes: UnsafeBufferPointer<UInt8>) -> CivilDate? {
    var largest: UInt8 = 0
    func number(at index: Int) -> Int {
        // Anything but a digit becomes more than nine.
        let (tens, ones) = unsafe (bytes[index] &- UInt8(ascii: "0"), bytes[index &+ 1] &- UInt8(ascii: "0"))
        largest = max(largest, max(tens, ones))
        return Int(tens) &* 10 &+ Int(ones)
    }
    var difference = unsafe (bytes[4] ^ UInt8(ascii: "-")) | (bytes[7] ^ UInt8(ascii: "-"))
    difference |= unsafe (bytes[10] ^ UInt8(ascii: "T")) | (bytes[19] ^ UInt8(ascii: "Z"))
    difference |= unsafe (bytes[13] ^ UInt8(ascii: ":")) | (bytes[16] ^ UInt8(ascii: ":"))
    let year = number(at: 0) &* 100 &+ number(at: 2)
    let (month, day) = (number(at: 5), number(at: 8))
    let (hour, minute, second) = (number(at: 11), number(at: 14), number(at: 17))
    guard difference == 0, largest < 10 else { return nil }
    return CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
}

extension SAMLResponse {
    /// The attributes that hold an instant, in messages, assertions and statements of SAML 2.0 (Core §2, §3) and 1.1
    /// (`AuthenticationInstant`).
    public static let instantAttributes = [
        "IssueInstant", "NotBefore", "NotOnOrAfter", "AuthnInstant", "SessionNotOnOrAfter", "AuthenticationInstant",
    ]
}
