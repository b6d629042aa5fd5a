import Testing
import VirtualTime

@Suite struct DurationWordsTests {
    @Test(
        "A duration is the sum of whole numbers with units",
        arguments: [
            ("0", Duration.zero), ("0s", .zero), ("1ns", .nanoseconds(1)), ("1us", .microseconds(1)),
            ("250ms", .milliseconds(250)), ("1h30m", .seconds(5_400)), ("1d 12h", .seconds(129_600)),
            ("2w", .seconds(1_209_600)), (" 5m ", .seconds(300)), ("30m1h", .seconds(5_400)),
            ("3652500d", Duration.longestWords),
        ]
    )
    func reads(text: String, duration: Duration) throws {
        #expect(try Duration(words: text) == duration)
    }

    @Test(
        "What is not a duration is told why",
        arguments: [
            ("", DurationWordsError.empty), ("  ", .empty), ("-5m", .negative), ("1h-5m", .unknownUnit("h-")),
            ("1.5h", .fraction),
            ("1,5h", .fraction), ("h", .noNumber("h")), ("5", .noUnit("5")), ("5x", .unknownUnit("x")),
            ("5 m", .noUnit("5")), ("3652501d", .tooLong), ("9223372036854775807ns", .tooLong),
            ("99999999999999999999999d", .tooLong), ("3652500d1ns", .tooLong),
        ]
    )
    func refuses(text: String, error: DurationWordsError) {
        #expect(throws: error) { try Duration(words: text) }
        #expect(error.description.isEmpty == false)
    }

    @Test(
        "A duration is written in as many units as it needs, and reads back",
        arguments: [
            (Duration.zero, "0s"), (.seconds(86_400 * 30), "30d"), (.seconds(5_400), "1h30m"), (.nanoseconds(1), "1ns"),
            (.milliseconds(1_250), "1s250ms"), (.seconds(-60), "-1m"), (Duration.longestWords, "3652500d"),
        ]
    )
    func writes(duration: Duration, text: String) throws {
        #expect(duration.words == text)
        if duration >= .zero { #expect(try Duration(words: text) == duration) }
    }
}
