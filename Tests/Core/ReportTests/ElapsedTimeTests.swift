import Report
import Testing

@Suite struct ElapsedTimeTests {
    @Test(
        "A span is printed in the unit that suits it, to the microsecond",
        arguments: [
            (Duration.zero, "0.000 ms"),
            (.microseconds(1), "0.001 ms"),
            (.microseconds(12_345), "12.345 ms"),
            (.microseconds(999_999), "999.999 ms"),
            (.seconds(1), "1.000000 s"),
            (.seconds(59) + .microseconds(999_999), "59.999999 s"),
            (.seconds(60), "0:01:00.000000"),
            (.seconds(86_399), "23:59:59.000000"),
            (.seconds(86_400), "1 d 0:00:00.000000"),
            (.seconds(31 * 86_400) + .milliseconds(1), "31 d 0:00:00.001000"),
        ]
    )
    func unit(duration: Duration, text: String) {
        #expect("\(ElapsedTime(duration))" == text)
    }

    @Test("A span backwards has a minus sign")
    func negative() {
        #expect("\(ElapsedTime(.microseconds(-1_500)))" == "-1.500 ms")
        #expect("\(ElapsedTime(.seconds(-90)))" == "-0:01:30.000000")
    }

    @Test("Parts of a microsecond are dropped")
    func nanoseconds() {
        #expect("\(ElapsedTime(.nanoseconds(1_999)))" == "0.001 ms")
    }
}
