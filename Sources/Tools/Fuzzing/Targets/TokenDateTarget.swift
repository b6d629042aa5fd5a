import FuzzReadings
import Tokens
import VirtualTime

extension FuzzTarget {
    /// Dates as tokens and answers print them.
    public static let tokenDate = FuzzTarget(
        "TokenDate",
        maximumBytes: 256,
        check: { input throws(PropertyFailure) in try DateChecks.check(String(decoding: input, as: UTF8.self)) },
        mutate: { input, generator in
            Array(DateMutation.changed(String(decoding: input, as: UTF8.self), &generator).utf8)
        }
    )
}

enum DateChecks {
    static func check(_ text: String) throws(PropertyFailure) {
        let read = Result(catching: { () throws(TokenDateError) in try TokenDate(parsing: text) })
        switch read {
        case .success(let date):
            try require(date.text.utf8.elementsEqual(text.utf8), "keeps-its-text", date.text)
            try agrees(date)
        case .failure(let error):
            try require(
                (0...max(text.utf8.count, TokenDate.maximumBytes)).contains(error.byteOffset),
                "error-in-the-input",
                "\(error)"
            )
        }
        try agrees(try? read.get(), with: text)
    }

    /// A text is a date for both readers or for neither.
    static func agrees(_ date: TokenDate?, with text: String) throws(PropertyFailure) {
        let counted = CountedDate.ofToken(text)
        try require(
            (date == nil) == (counted == nil),
            "dates-are-dates",
            "\(text.debugDescription) is \(date?.instant.description ?? "none"), and \(counted?.description ?? "none")"
        )
    }

    /// The instant is the one that counting days gives; printed, it is the same; as an expiry, it is monotone.
    static func agrees(_ date: TokenDate) throws(PropertyFailure) {
        try requireEqual(date.instant, CountedDate.ofToken(date.text), "instant-by-counting-days")
        try monotonic(Validity(expiry: date.instant))
        for offset in [0, 120, -899] {
            let printed = TokenDate(date.instant, offsetMinutes: offset)
            let again: TokenDate
            do throws(TokenDateError) {
                again = try TokenDate(parsing: printed.text)
            } catch {
                throw PropertyFailure("reads-what-it-prints", "\(printed.text): \(error)")
            }
            try requireEqual(again.instant, printed.instant, "printed-instant")
            try requireEqual(again.instant.secondsSince1970, date.instant.secondsSince1970, "printed-second")
        }
    }
}
