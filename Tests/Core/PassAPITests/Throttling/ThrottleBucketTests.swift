import Testing
import VirtualTime

@testable import PassAPI

struct ThrottleBucketTests {
    private let start = Instant(secondsSince1970: 1_767_225_600)

    /// Returns the calls that are let through, by tenths of a second after the first.
    private func admitted(_ tenths: [Int], burst: Int) -> [Bool] {
        var bucket = ThrottleBucket(burst: burst)
        return admitted(tenths.map { start + .milliseconds($0 * 100) }, &bucket)
    }

    private func admitted(_ instants: [Instant], _ bucket: inout ThrottleBucket) -> [Bool] {
        var answers: [Bool] = []
        for instant in instants { answers.append(bucket.admits(at: instant)) }
        return answers
    }

    @Test("The documentation's timeline comes out as it is told")
    func timeline() {
        let calls = [0, 3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 21, 22, 24, 26, 28, 31, 32]
        #expect(
            admitted(calls, burst: ThrottleBucket.documentedBurst)
                == Array(repeating: true, count: 13) + [false, false, false, true, false]
        )
    }

    @Test("A call a second is never refused, and seconds without a call save nothing up")
    func steady() {
        #expect(admitted((0..<100).map { $0 * 10 }, burst: 0).allSatisfy { $0 })
        #expect(admitted([0, 2_000, 2_001], burst: 0) == [true, true, false])
    }

    @Test("The first instant of the next second is free, the last before it is not")
    func boundary() {
        var bucket = ThrottleBucket(burst: 0)
        let calls = [start, start + .nanoseconds(999_999_999), start + .seconds(1)]
        #expect(admitted(calls, &bucket) == [true, false, true])
    }

    @Test("A refused call takes nothing, and the burst is never filled up again")
    func burst() {
        var bucket = ThrottleBucket(burst: 1)
        #expect(admitted([start, start, start], &bucket) == [true, true, false])
        #expect(bucket.burst == 0)
        #expect(admitted([start + .seconds(9), start + .seconds(9)], &bucket) == [true, false])
    }

    @Test("Time that runs backwards takes from the burst and never traps")
    func backwards() {
        var bucket = ThrottleBucket(burst: 1)
        #expect(admitted([.distantFuture, .distantPast, .distantPast], &bucket) == [true, true, false])
        var other = ThrottleBucket(burst: -1)
        #expect(admitted([.distantPast, .distantFuture], &other) == [true, true])
    }
}
