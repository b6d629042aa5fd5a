import NIOConcurrencyHelpers
import NIOCore
import VirtualTime
import ProxyProtocol

/// The state that all connections of one recorder share.
final class RecorderContext: Sendable {
    let settings: RecorderSettings
    let clock = RecorderClock()
    /// The connections to clients.
    let connections = OpenConnections()
    let upstream: Upstream
    /// The answerers in this process; of several for one origin the first one answers.
    let answerers: [any Answerer]
    let leaves: LeafCertificates
    /// The hosts whose TLS is not looked into.
    let passthrough: PassthroughHosts
    let refusals = Refusals()
    /// The budget for the bodies of all exchanges under way.
    let bodyBudget: BodyBudget
    /// The events that were handed on and are not stored yet.
    let unstored: Unstored
    private let sink: RecorderSink
    private let counters: NIOLockedValueBox<Counters>

    private struct Counters {
        var exchange = 0
        var connection = 0
        /// The addresses that the recorder listens at; a request to there would come back here.
        var own: OwnAddresses
        var hasStopped = false
    }

    init(
        settings: RecorderSettings,
        upstream: Upstream,
        answerers: [any Answerer],
        leaves: LeafCertificates,
        sink: @escaping RecorderSink
    ) {
        self.settings = settings
        self.upstream = upstream
        self.answerers = answerers
        self.leaves = leaves
        self.sink = sink
        bodyBudget = BodyBudget(limit: settings.limits.draftBytes)
        // The other half is for what is under way.
        unstored = Unstored(
            maximumEvents: settings.limits.unstoredEvents,
            maximumBytes: settings.limits.draftBytes / 2
        )
        passthrough = PassthroughHosts(settings.passthroughHosts)
        counters = NIOLockedValueBox(Counters(own: .ofThisMachine(host: settings.host)))
    }

    /// The port that is listened at, once it is known.
    var ownPort: Int? {
        get { counters.withLockedValue { $0.own.port } }
        set { counters.withLockedValue { $0.own.port = newValue } }
    }

    /// The addresses at which the recorder itself is reached.
    var ownAddresses: OwnAddresses { counters.withLockedValue { $0.own } }

    /// The rules for whose requests are answered.
    var access: ReverseAccess {
        ReverseAccess(own: ownAddresses, upstream: settings.upstream, origins: settings.allowedOrigins)
    }

    /// The number of the exchange that starts now, from 1, and when that is: a larger number is never earlier.
    func nextExchange() -> (number: Int, instant: Instant) {
        counters.withLockedValue {
            $0.exchange += 1
            return ($0.exchange, clock.now)
        }
    }

    /// The number of the next client connection, from 1.
    func nextConnection() -> Int {
        counters.withLockedValue {
            $0.connection += 1
            return $0.connection
        }
    }

    /// Hands the event on; the future succeeds, on the loop, when it is stored.
    func record(_ event: RecorderEvent, on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
        let promise = eventLoop.makePromise(of: Void.self)
        hand(event) { promise.succeed() }
        return promise.futureResult
    }

    /// True if what is in flight is being cut short, since the recorder stops.
    var hasStopped: Bool {
        get { counters.withLockedValue { $0.hasStopped } }
        set { counters.withLockedValue { $0.hasStopped = newValue } }
    }

    /// Hands an event on that nobody waits for.
    func tell(_ event: RecorderEvent) { hand(event) {} }

    private func hand(_ event: RecorderEvent, _ stored: @escaping @Sendable () -> Void) {
        let bytes = event.bodyBytes
        unstored.add(bytes)
        sink(event) { [unstored] in
            stored()
            unstored.remove(bytes)
        }
    }
}
