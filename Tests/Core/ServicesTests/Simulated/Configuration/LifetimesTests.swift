import Services
import Testing

@Suite struct LifetimesTests {
    /// rest-api-v1.md §8 and §3.2, tokens.md §8; where two figures are given, the first.
    static let page: [(any WritableKeyPath<Lifetimes, Duration?> & Sendable, Duration)] = [
        (\.authentication, .seconds(30 * 24 * 3_600)), (\.authorization, .seconds(24 * 3_600)),
        (\.media, .seconds(5 * 60)),
        (\.registrationCode, .seconds(30 * 60)), (\.accessToken, .seconds(6 * 3_600)),
        // No page gives a figure for these two; Documentation/reference/scenarios.md does.
        (\.tempPass, .seconds(20 * 60)), (\.platformSession, .seconds(30 * 24 * 3_600)),
    ]

    @Test("Every lifetime has the figure of the pages, and one that is said goes before it, alone")
    func defaults() {
        #expect(Mirror(reflecting: Lifetimes()).children.count == Self.page.count, "every lifetime is in the table")
        for (path, duration) in Self.page {
            #expect(Lifetimes.default[keyPath: path] == duration, "\(path)")
            #expect(Lifetimes()[keyPath: path] == nil)
            var said = Lifetimes()
            said[keyPath: path] = .seconds(7)
            var taken = Lifetimes.default
            taken.take(said)
            var expected = Lifetimes.default
            expected[keyPath: path] = .seconds(7)
            #expect(taken == expected, "\(path)")
        }
    }
}
