import Testing

@testable import Recorder

@Suite struct PassthroughHostsTests {
    @Test("Hosts are passed through by name, and by the end of their name")
    func patterns() {
        let hosts = PassthroughHosts(["Pinned.example", "*.cdn.example"])
        #expect(hosts.contain("pinned.example"))
        #expect(hosts.contain("a.cdn.example"))
        #expect(hosts.contain("a.b.cdn.example"))
        #expect(!hosts.contain("cdn.example"))
        #expect(!hosts.contain(".cdn.example"))
        #expect(!hosts.contain("other.example"))
        #expect(!hosts.contain("notpinned.example"))
    }

    @Test("A host whose client says no is passed through from then on, and that is news once")
    func learns() {
        let hosts = PassthroughHosts([])
        hosts.served("a.example")
        #expect(hosts.refused("a.example", isCertain: true) == .passesThrough)
        #expect(hosts.refused("a.example", isCertain: true) == .nothing)
        #expect(hosts.contain("a.example"))
    }

    @Test("Hanging up is no answer where another client was served")
    func doubts() {
        let hosts = PassthroughHosts([])
        hosts.served("a.example")
        #expect(hosts.refused("a.example", isCertain: false) == .nothing)
        #expect(hosts.refused("a.example", isCertain: false) == .nothing)
        #expect(!hosts.contain("a.example"))
    }

    @Test("Hanging up is an answer the second time in a row")
    func doubtsOnce() {
        let hosts = PassthroughHosts([])
        #expect(hosts.refused("b.example", isCertain: false) == .doubted)
        #expect(!hosts.contain("b.example"))
        #expect(hosts.refused("b.example", isCertain: false) == .passesThrough)
        #expect(hosts.contain("b.example"))
        #expect(hosts.refused("b.example", isCertain: false) == .nothing)
        #expect(hosts.refused("c.example", isCertain: false) == .doubted)
        hosts.served("c.example")
        #expect(hosts.refused("c.example", isCertain: false) == .nothing)
        #expect(!hosts.contain("c.example"))
    }

    @Test("What is learnt has a limit")
    func limit() {
        let hosts = PassthroughHosts([])
        for number in 0..<PassthroughHosts.limit {
            #expect(hosts.refused("d\(number).example", isCertain: false) == .doubted)
        }
        #expect(hosts.refused("last.example", isCertain: false) == .nothing)
        for number in 0..<PassthroughHosts.limit {
            #expect(hosts.refused("h\(number).example", isCertain: true) == .passesThrough)
        }
        #expect(hosts.refused("last.example", isCertain: true) == .nothing)
        #expect(!hosts.contain("last.example"))
    }

    @Test("News is news once")
    func news() {
        let hosts = PassthroughHosts([])
        #expect(hosts.isNews("a.example:22"))
        #expect(!hosts.isNews("a.example:22"))
        #expect(hosts.isNews("a.example:23"))
    }
}
