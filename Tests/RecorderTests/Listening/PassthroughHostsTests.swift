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
        #expect(hosts.refused("a.example", isCertain: true, began: hosts.moment) == .passesThrough)
        #expect(hosts.refused("a.example", isCertain: true, began: hosts.moment) == .nothing)
        #expect(hosts.contain("a.example"))
    }

    @Test("Hanging up is no answer where another client was served")
    func doubts() {
        let hosts = PassthroughHosts([])
        hosts.served("a.example")
        #expect(hosts.refused("a.example", isCertain: false, began: hosts.moment) == .nothing)
        #expect(hosts.refused("a.example", isCertain: false, began: hosts.moment) == .nothing)
        #expect(!hosts.contain("a.example"))
    }

    @Test("Hanging up is an answer the second time in a row")
    func doubtsOnce() {
        let hosts = PassthroughHosts([])
        #expect(hosts.refused("b.example", isCertain: false, began: hosts.moment) == .doubted)
        #expect(!hosts.contain("b.example"))
        #expect(hosts.refused("b.example", isCertain: false, began: hosts.moment) == .passesThrough)
        #expect(hosts.contain("b.example"))
        #expect(hosts.refused("b.example", isCertain: false, began: hosts.moment) == .nothing)
        #expect(hosts.refused("c.example", isCertain: false, began: hosts.moment) == .doubted)
        hosts.served("c.example")
        #expect(hosts.refused("c.example", isCertain: false, began: hosts.moment) == .nothing)
        #expect(!hosts.contain("c.example"))
    }

    @Test("Of connections that are closed together one counts, and a completed handshake in between clears the doubt")
    func together() {
        let hosts = PassthroughHosts([])
        // Six that a browser opens at once: it keeps one.
        let began = hosts.moment
        #expect(hosts.refused("a.example", isCertain: false, began: began) == .doubted)
        for _ in 1...4 { #expect(hosts.refused("a.example", isCertain: false, began: began) == .nothing) }
        #expect(!hosts.accepted("a.example"))
        #expect(hosts.refused("a.example", isCertain: false, began: hosts.moment) == .doubted)
        // What another host's clients do in between says nothing of this one's.
        #expect(hosts.refused("b.example", isCertain: false, began: hosts.moment) == .doubted)
        #expect(hosts.refused("a.example", isCertain: false, began: hosts.moment) == .passesThrough)
    }

    @Test("A host that was passed through on suspicion is recorded again when a client takes the certificate")
    func takenBack() {
        let hosts = PassthroughHosts([])
        for _ in 1...2 { _ = hosts.refused("a.example", isCertain: false, began: hosts.moment) }
        #expect(hosts.contain("a.example"))
        #expect(hosts.accepted("a.example"))
        #expect(!hosts.contain("a.example"))
        #expect(!hosts.accepted("a.example"), "that is told once")
        _ = hosts.refused("b.example", isCertain: true, began: hosts.moment)
        #expect(!hosts.accepted("b.example"))
        #expect(hosts.contain("b.example"), "there is a client that said no")
    }

    @Test("Of connections without a request that were there together one counts")
    func unusedTogether() {
        let hosts = PassthroughHosts([])
        let began = hosts.moment
        #expect((1...9).allSatisfy { _ in !hosts.isOftenUnused("a.example", began: began) })
        #expect(!hosts.isOftenUnused("a.example", began: hosts.moment))
        #expect(hosts.isOftenUnused("a.example", began: hosts.moment))
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
        let told = (1...9).map { _ in hosts.isOftenUnused("a.example", began: hosts.moment) }
        #expect(told == (1...9).map { $0 == 3 })
        for _ in 1...2 { #expect(!hosts.isOftenUnused("b.example", began: hosts.moment)) }
        hosts.served("b.example")
        #expect(!hosts.isOftenUnused("b.example", began: hosts.moment))
        #expect(!hosts.contain("a.example"))
    }

    @Test("What is learnt has a limit")
    func limit() {
        let hosts = PassthroughHosts([])
        for number in 0..<PassthroughHosts.limit {
            #expect(hosts.refused("d\(number).example", isCertain: false, began: hosts.moment) == .doubted)
        }
        #expect(hosts.refused("last.example", isCertain: false, began: hosts.moment) == .nothing)
        for number in 0..<PassthroughHosts.limit {
            #expect(hosts.refused("h\(number).example", isCertain: true, began: hosts.moment) == .passesThrough)
        }
        #expect(hosts.refused("last.example", isCertain: true, began: hosts.moment) == .nothing)
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
