import NIOCore

/// The connections at hand to reach one origin from one event loop, and those who wait for one.
///
/// `Kept` is an HTTP/1.1 connection that serves one exchange after the other, `Shared` an HTTP/2 connection that
/// serves several at once, `Waiter` anyone who waits for a connection that is being made.
struct OriginPool<Kept: AnyObject, Shared: AnyObject, Waiter> {
    /// The ways in which the next stream comes about.
    enum Way {
        /// On a connection that was idle.
        case reuse(Kept)
        /// As one more stream of a connection.
        case share(Shared)
        /// On a new connection; if it decides, others wait to hear which protocol it speaks.
        case connect(decides: Bool)
        /// The stream comes when the connection that is being made is there.
        case wait
    }

    /// The waiters to serve, now that an HTTP/2 connection is there or has room again.
    struct Served {
        /// Those who get a stream, and of which connection.
        var streams: [(waiter: Waiter, connection: Shared)] = []
        /// The waiter whose turn it is to make one more connection.
        var next: Waiter?
    }

    private struct Idle {
        var connection: Kept
        var since: NIODeadline
    }

    private struct Member {
        var connection: Shared
        var streams: Int
        var limit: Int
        var idleSince: NIODeadline
        var isRetired = false

        var hasRoom: Bool { !isRetired && streams < limit }
    }

    private enum Protocols { case unknown, one, two }

    private let isSecure: Bool
    private let idleLimit: Int
    private var idle: [Idle] = []
    private var members: [Member] = []
    private var waiting: [Waiter] = []
    /// True while a connection is being made that others may wait for.
    private var isDeciding = false
    /// The protocol that the origin chose last.
    private var speaks = Protocols.unknown

    /// An empty pool that keeps at most `idleLimit` idle connections.
    init(isSecure: Bool, idleLimit: Int) {
        self.isSecure = isSecure
        self.idleLimit = idleLimit
    }

    /// True if there is nothing in it.
    var isEmpty: Bool { idle.isEmpty && members.isEmpty && waiting.isEmpty && !isDeciding }

    /// True if something in it may become idle for too long.
    var hasIdle: Bool { !idle.isEmpty || members.contains { $0.streams == 0 } }

    /// Returns the way in which the next stream comes about; the most recently used connection goes first.
    mutating func way(needsHTTP1: Bool) -> Way {
        if !needsHTTP1, let index = members.firstIndex(where: \.hasRoom) {
            members[index].streams += 1
            return .share(members[index].connection)
        }
        if let last = idle.popLast() { return .reuse(last.connection) }
        guard isSecure, !needsHTTP1, speaks != .one else { return .connect(decides: false) }
        guard !isDeciding else { return .wait }
        isDeciding = true
        return .connect(decides: true)
    }

    /// Puts a waiter in the queue, after ``way(needsHTTP1:)`` said so.
    mutating func wait(_ waiter: Waiter) { waiting.append(waiter) }

    /// A connection speaks HTTP/1.1, though HTTP/2 was offered or not: those who waited each make their own.
    mutating func foundHTTP1(hadChoice: Bool, decides: Bool) -> [Waiter] {
        if hadChoice { speaks = .one }
        guard decides else { return [] }
        isDeciding = false
        defer { waiting = [] }
        return waiting
    }

    /// An HTTP/2 connection is there; who asked for it has its first stream.
    mutating func foundHTTP2(_ connection: Shared, limit: Int, decides: Bool, now: NIODeadline) -> Served {
        speaks = .two
        if decides { isDeciding = false }
        members.append(Member(connection: connection, streams: 1, limit: limit, idleSince: now))
        return serve()
    }

    /// No connection came about: those who waited are told the same.
    mutating func failed(decides: Bool) -> [Waiter] {
        guard decides else { return [] }
        isDeciding = false
        defer { waiting = [] }
        return waiting
    }

    /// Keeps a connection for the next exchange; returns one that is too many.
    mutating func keep(_ connection: Kept, now: NIODeadline) -> Kept? {
        idle.append(Idle(connection: connection, since: now))
        return idle.count > idleLimit ? idle.removeFirst().connection : nil
    }

    /// An idle connection is gone.
    mutating func lost(_ connection: Kept) { idle.removeAll { $0.connection === connection } }

    /// An HTTP/2 connection is gone.
    mutating func lost(_ connection: Shared) { members.removeAll { $0.connection === connection } }

    /// A stream has ended; whether the connection is to be closed, and who gets the room.
    mutating func streamEnded(_ connection: Shared, now: NIODeadline) -> (isOver: Bool, served: Served) {
        guard let index = members.firstIndex(where: { $0.connection === connection }) else { return (false, Served()) }
        members[index].streams -= 1
        members[index].idleSince = now
        if members[index].isRetired {
            let isOver = members[index].streams <= 0
            if isOver { members.remove(at: index) }
            return (isOver, Served())
        }
        return (false, waiting.isEmpty ? Served() : serve())
    }

    /// The server said how many streams it bears.
    mutating func limited(_ connection: Shared, to limit: Int) -> Served {
        guard let index = members.firstIndex(where: { $0.connection === connection }) else { return Served() }
        members[index].limit = limit
        return waiting.isEmpty ? Served() : serve()
    }

    /// No new stream on this connection; whether it can be closed at once.
    mutating func retire(_ connection: Shared) -> Bool {
        guard let index = members.firstIndex(where: { $0.connection === connection }) else { return true }
        guard members[index].streams > 0 else {
            members.remove(at: index)
            return true
        }
        members[index].isRetired = true
        return false
    }

    /// Takes out what has been idle since before `deadline`.
    mutating func expired(before deadline: NIODeadline) -> (kept: [Kept], shared: [Shared]) {
        let kept = idle.filter { $0.since <= deadline }.map(\.connection)
        let shared = members.filter { $0.streams == 0 && $0.idleSince <= deadline }.map(\.connection)
        if !kept.isEmpty { idle.removeAll { $0.since <= deadline } }
        if !shared.isEmpty { members.removeAll { $0.streams == 0 && $0.idleSince <= deadline } }
        return (kept, shared)
    }

    /// Takes out all that is idle, and retires what is not.
    mutating func empty() -> (kept: [Kept], shared: [Shared]) {
        let kept = idle.map(\.connection)
        let shared = members.filter { $0.streams == 0 }.map(\.connection)
        idle = []
        members.removeAll { $0.streams == 0 }
        for index in members.indices { members[index].isRetired = true }
        return (kept, shared)
    }

    /// Gives the room there is to those who wait; if some are left and nobody connects, the first of them has to.
    private mutating func serve() -> Served {
        var served = Served()
        var rest = waiting[...]
        for index in members.indices {
            while members[index].hasRoom, let waiter = rest.popFirst() {
                members[index].streams += 1
                served.streams.append((waiter, members[index].connection))
            }
        }
        if !isDeciding, let next = rest.popFirst() {
            isDeciding = true
            served.next = next
        }
        waiting = Array(rest)
        return served
    }
}
