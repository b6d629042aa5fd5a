import Testing

@testable import Report

@Suite struct ElapsedTimeTests {
    @Test(
        "A span is printed in the units that suit it",
        arguments: [
            (Duration.zero, "0 ms"),
            (.microseconds(1), "0.001 ms"),
            (.microseconds(999), "0.999 ms"),
            (.microseconds(2_421), "2.4 ms"),
            (.microseconds(45_576), "45.6 ms"),
            (.microseconds(999_949), "999.9 ms"),
            (.microseconds(999_950), "1 s"),
            (.milliseconds(3_457), "3.457 s"),
            (.milliseconds(59_999), "59.999 s"),
            (.seconds(60), "1 min"),
            (.seconds(299), "4 min 59 s"),
            (.seconds(7_503), "2 h 5 min 3 s"),
            (.seconds(86_400), "1 d"),
            (.seconds(31 * 86_400) + .milliseconds(1), "31 d"),
        ]
    )
    func unit(duration: Duration, text: String) {
        #expect("\(ElapsedTime(duration))" == text)
    }

    @Test("A span backwards has a minus sign")
    func negative() {
        #expect("\(ElapsedTime(.microseconds(-1_500)))" == "-1.5 ms")
        #expect("\(ElapsedTime(.seconds(-90)))" == "-1 min 30 s")
    }

    @Test(
        "As a clock it counts to the millisecond",
        arguments: [
            (Duration.zero, "0.000"), (.microseconds(140_400), "0.140"), (.microseconds(140_500), "0.141"),
            (.milliseconds(62_345), "1:02.345"), (.milliseconds(3_723_456), "1:02:03.456"),
            (.seconds(31 * 86_400), "31 d 0:00:00.000"),
        ]
    )
    func clock(duration: Duration, text: String) {
        #expect(ElapsedTime(duration).clock == text)
    }
}
