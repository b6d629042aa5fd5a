import NIOCore
import Testing

@testable import Proxy

/// The distribution of connections, without any.
@Suite struct OriginPoolTests {
    final class Connection {}
    typealias Pool = OriginPool<Connection, Shared, String>
    final class Shared {}

    private static func name(_ way: Pool.Way) -> String {
        switch way {
        case .reuse: "reuse"
        case .share: "share"
        case .connect(let decides): decides ? "connect for others" : "connect"
        case .wait: "wait"
        }
    }

    @Test("A plain origin has a connection for each, and the one used last goes first")
    func plain() {
        var pool = Pool(isSecure: false, idleLimit: 2)
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect")
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect")
        let (first, second, third) = (Connection(), Connection(), Connection())
        #expect(pool.keep(first, now: .uptimeNanoseconds(1)) == nil)
        #expect(pool.keep(second, now: .uptimeNanoseconds(2)) == nil)
        #expect(pool.keep(third, now: .uptimeNanoseconds(3)) === first)
        guard case .reuse(let next) = pool.way(needsHTTP1: false) else { return #expect(Bool(false)) }
        #expect(next === third)
        pool.lost(second)
        #expect(pool.isEmpty)
    }

    @Test("Those who come while the first connection is made wait, and go on by themselves with HTTP/1.1")
    func decidesHTTP1() {
        var pool = Pool(isSecure: true, idleLimit: 2)
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect for others")
        #expect(Self.name(pool.way(needsHTTP1: false)) == "wait")
        pool.wait("b")
        #expect(Self.name(pool.way(needsHTTP1: true)) == "connect")
        #expect(pool.foundHTTP1(hadChoice: false, decides: false).isEmpty)
        #expect(Self.name(pool.way(needsHTTP1: false)) == "wait")
        pool.wait("c")
        #expect(pool.foundHTTP1(hadChoice: true, decides: true) == ["b", "c"])
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect")
    }

    @Test("With HTTP/2 those who wait share up to the limit, and the rest have one more connection")
    func decidesHTTP2() {
        var pool = Pool(isSecure: true, idleLimit: 2)
        _ = pool.way(needsHTTP1: false)
        for waiter in ["b", "c", "d"] { pool.wait(waiter) }
        let (first, second) = (Shared(), Shared())
        let served = pool.foundHTTP2(first, limit: 2, decides: true, now: .uptimeNanoseconds(1))
        #expect(served.streams.map(\.waiter) == ["b"])
        #expect(served.streams.allSatisfy { $0.connection === first })
        #expect(served.next == "c")
        #expect(Self.name(pool.way(needsHTTP1: false)) == "wait")
        let freed = pool.streamEnded(first, now: .uptimeNanoseconds(2))
        #expect(freed.served.streams.map(\.waiter) == ["d"])
        #expect(!freed.isOver)
        let more = pool.foundHTTP2(second, limit: 2, decides: true, now: .uptimeNanoseconds(3))
        #expect(more.streams.isEmpty && more.next == nil)
        #expect(Self.name(pool.way(needsHTTP1: false)) == "share")
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect for others")
    }

    @Test("A limit that the server raises makes room at once")
    func limited() {
        var pool = Pool(isSecure: true, idleLimit: 2)
        let shared = Shared()
        _ = pool.way(needsHTTP1: false)
        _ = pool.foundHTTP2(shared, limit: 1, decides: true, now: .uptimeNanoseconds(1))
        _ = pool.way(needsHTTP1: false)
        pool.wait("c")
        #expect(pool.limited(shared, to: 3).streams.map(\.waiter) == ["c"])
        #expect(pool.limited(Shared(), to: 3).streams.isEmpty)
    }

    @Test("A retired connection takes no stream, and is closed with its last one")
    func retired() {
        var pool = Pool(isSecure: true, idleLimit: 2)
        let shared = Shared()
        _ = pool.way(needsHTTP1: false)
        _ = pool.foundHTTP2(shared, limit: 9, decides: true, now: .uptimeNanoseconds(1))
        #expect(pool.retire(shared) == false)
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect for others")
        #expect(pool.streamEnded(shared, now: .uptimeNanoseconds(2)).isOver)
        #expect(pool.retire(shared) == true)
    }

    @Test("A connection that does not come about fails all who waited for it, and the next may try")
    func failed() {
        var pool = Pool(isSecure: true, idleLimit: 2)
        _ = pool.way(needsHTTP1: false)
        pool.wait("b")
        #expect(pool.failed(decides: false).isEmpty)
        #expect(pool.failed(decides: true) == ["b"])
        #expect(pool.isEmpty)
        #expect(Self.name(pool.way(needsHTTP1: false)) == "connect for others")
    }

    @Test("What is idle for too long is taken out, what is used stays")
    func expired() {
        var pool = Pool(isSecure: true, idleLimit: 4)
        let (old, young) = (Connection(), Connection())
        let (unused, used) = (Shared(), Shared())
        _ = pool.keep(old, now: .uptimeNanoseconds(1))
        _ = pool.keep(young, now: .uptimeNanoseconds(9))
        for shared in [unused, used] {
            _ = pool.foundHTTP2(shared, limit: 9, decides: false, now: .uptimeNanoseconds(1))
        }
        _ = pool.streamEnded(unused, now: .uptimeNanoseconds(5))
        let expired = pool.expired(before: .uptimeNanoseconds(5))
        #expect(expired.kept.count == 1 && expired.kept.first === old)
        #expect(expired.shared.count == 1 && expired.shared.first === unused)
        #expect(pool.hasIdle)
        let rest = pool.empty()
        #expect(rest.kept.first === young)
        #expect(rest.shared.isEmpty)
        #expect(!pool.hasIdle)
        #expect(pool.streamEnded(used, now: .uptimeNanoseconds(6)).isOver)
        #expect(pool.isEmpty)
    }
}
