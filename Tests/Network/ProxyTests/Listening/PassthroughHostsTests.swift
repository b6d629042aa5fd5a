import Testing

@testable import Proxy

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

    @Test("Of connections that are there together the last counts, and a completed handshake clears the doubt")
    func together() {
        let hosts = PassthroughHosts([])
        func cancelAll(_ host: String = "a.example") -> PassthroughHosts.Consequence {
            hosts.ended(host)
            return hosts.refused(host, isCertain: false)
        }
        // Six that a browser opens one after the other, the last when the first is closed already: it keeps one.
        for _ in 1...4 { hosts.began("a.example") }
        #expect(cancelAll() == .nothing)
        for _ in 1...2 { hosts.began("a.example") }
        for _ in 1...4 { #expect(cancelAll() == .nothing) }
        #expect(cancelAll() == .doubted, "nobody is left")
        hosts.began("a.example")
        #expect(!hosts.accepted("a.example"))
        #expect(cancelAll() == .doubted, "it was accepted in between")
        // What another host's clients do in between says nothing of this one's.
        for host in ["a.example", "b.example"] { hosts.began(host) }
        #expect(cancelAll("b.example") == .doubted)
        #expect(cancelAll() == .passesThrough)
    }

    @Test("A host that was passed through on suspicion is recorded again when a client takes the certificate")
    func takenBack() {
        let hosts = PassthroughHosts([])
        for _ in 1...2 { _ = hosts.refused("a.example", isCertain: false) }
        #expect(hosts.contain("a.example"))
        #expect(hosts.accepted("a.example"))
        #expect(!hosts.contain("a.example"))
        #expect(!hosts.accepted("a.example"), "that is told once")
        _ = hosts.refused("b.example", isCertain: true)
        #expect(!hosts.accepted("b.example"))
        #expect(hosts.contain("b.example"), "there is a client that said no")
    }

    @Test("Of connections without a request that are there together the last counts")
    func unusedTogether() {
        let hosts = PassthroughHosts([])
        for round in 1...3 {
            for _ in 1...4 { hosts.began("a.example") }
            let told = (1...4).map { _ in
                hosts.ended("a.example")
                return hosts.isOftenUnused("a.example")
            }
            #expect(told == [false, false, false, round == 3])
        }
    }

    @Test("A client that was served trusts the certificates, whatever host it was")
    func trusts() {
        let hosts = PassthroughHosts([])
        #expect(!hosts.trusts("192.0.2.7") && !hosts.trusts(nil))
        hosts.served("a.example", client: "192.0.2.7")
        #expect(hosts.trusts("192.0.2.7") && !hosts.trusts("192.0.2.8"))
    }

    @Test("Connections without a request are worth a word at the third in a row, once, and never where one was served")
    func unused() {
        let hosts = PassthroughHosts([])
        let told = (1...9).map { _ in hosts.isOftenUnused("a.example") }
        #expect(told == (1...9).map { $0 == 3 })
        for _ in 1...2 { #expect(!hosts.isOftenUnused("b.example")) }
        hosts.served("b.example")
        #expect(!hosts.isOftenUnused("b.example"))
        #expect(!hosts.contain("a.example"))
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
