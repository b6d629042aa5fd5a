import Documents
import Synchronization
package import Report
package import Services
package import Simulation
package import VirtualTime

/// What is served, for whoever answers or changes it: one at a time.
///
/// Beside it is what its page draws of it, from when somebody first looks at it: that is work for each request.
package final class ServedState: Sendable {
    private struct Content: Sendable {
        var backend: ServedBackend
        var page: ServedPage?
        var history: ServedHistory?

        func newPage(at wall: Instant) -> ServedPage {
            var page = ServedPage(backend, at: wall)
            if let history { page.learn(history) }
            return page
        }

        /// Lets what the page draws come to what the clock shows.
        mutating func pass(to wall: Instant) { page?.pass(backend, to: backend.clock.instant(at: wall)) }
    }

    /// Held for some microseconds, for which whoever waits need not sleep: hence no lock of NIO's.
    private let box: Mutex<Content>
    /// What is done to it, and whoever follows.
    package let events: ServedEvents

    /// The state that begins as `backend`, and whoever follows it.
    package init(_ backend: ServedBackend, events: ServedEvents = ServedEvents()) {
        box = Mutex(Content(backend: backend))
        self.events = events
    }

    /// Looks at it or changes it, while nobody else does.
    package func withBackend<Result>(_ body: (inout ServedBackend) throws -> Result) rethrows -> Result {
        try box.withLock { try body(&$0.backend) }
    }

    /// Whole seconds by which a back end that has not begun is behind the served clock.
    var lead: Int64 { box.withLock { $0.backend.lead() } }

    /// Learns what the recording that is served shows beside its responses.
    ///
    /// - Parameters:
    ///   - evidence: what it shows.
    ///   - history: the same for the page; nil where the simulated service knows what there is.
    package func learn(_ evidence: RecordedEvidence, _ history: ServedHistory?) {
        box.withLock { content in
            content.backend.learn(evidence)
            content.history = history
            if let history { content.page?.learn(history) }
        }
    }

    /// Lets a request be answered when it is `wall`: the answer is made while others are taken.
    ///
    /// - Parameters:
    ///   - wall: when all of it had come.
    ///   - onServed: told what was asked, in the order of the ordinals: while nobody else looks at the state, nor does it itself.
    ///   - take: takes it.
    /// - Returns: what is to be sent, and its entry in the log.
    func answer(
        at wall: Instant,
        onServed: (ServedEntry) -> Void = { _ in },
        _ take: (inout ServedBackend) -> ServedBackend.TakenRequest
    ) -> ServedBackend.Reply {
        let taken = box.withLock { content in
            content.pass(to: wall)
            return take(&content.backend)
        }
        return reply(to: taken, onServed: onServed)
    }

    /// The same for a request that `take` may leave: nil, and nothing is told of it, if it does.
    func answerIfTaken(
        at wall: Instant,
        onServed: (ServedEntry) -> Void,
        _ take: (inout ServedBackend) -> ServedBackend.TakenRequest?
    ) -> ServedBackend.Reply? {
        let taken = box.withLock { content in
            content.pass(to: wall)
            return take(&content.backend)
        }
        guard let taken else { return nil }
        return reply(to: taken, onServed: onServed)
    }

    /// Makes the reply to a request that was taken, while others are taken, and writes it down.
    private func reply(
        to taken: ServedBackend.TakenRequest,
        onServed: (ServedEntry) -> Void
    ) -> ServedBackend.Reply {
        var reply = taken.reply()
        box.withLock { content in
            content.backend.note(&reply)
            content.page?.take(reply.entry, from: &content.backend)
            onServed(reply.entry)
        }
        events.requested()
        return reply
    }

    /// Lets a question to VSA be answered when it is `wall`; `onServed` is told of it as of a request.
    func answerVSA(
        at wall: Instant,
        onServed: (ServedEntry) -> Void,
        _ body: (inout ServedBackend) -> ServedBackend.VSAReply
    ) -> ServedBackend.VSAReply {
        let reply = box.withLock { content in
            content.pass(to: wall)
            let reply = body(&content.backend)
            content.page?.take(reply.entry, from: &content.backend)
            onServed(reply.entry)
            return reply
        }
        events.requested()
        return reply
    }

    /// Looks at the page when it is `wall`, while nothing happens; it begins with the first look.
    package func withPage<Result>(at wall: Instant, _ body: (ServedPage, ServedClock) -> Result) -> Result {
        box.withLock { content in
            content.pass(to: wall)
            var page = content.page ?? content.newPage(at: wall)
            // In one hand: a second one would have all of it copied.
            content.page = nil
            page.catchUp(&content.backend, at: wall)
            content.page = page
            return body(page, content.backend.clock)
        }
    }

    /// Lets the served clock's time pass for the page: readers are told what has expired.
    func pass(to wall: Instant) {
        let hasExpired = box.withLock { content in
            guard let last = content.page?.lastNumber else { return false }
            content.pass(to: wall)
            return content.page?.lastNumber != last
        }
        if hasExpired { events.requested() }
    }

    /// Lets steps happen when it is `wall`, one after the other and nothing in between; the first that cannot ends them.
    ///
    /// - Returns: what control answers for each that happened, and which could not.
    func perform(
        _ steps: [ServedStep],
        at wall: Instant
    ) -> (made: [JSONObject], failure: (step: ServedStep, error: ScenarioError)?) {
        box.withLock { content in
            content.pass(to: wall)
            var results: [JSONObject] = []
            for step in steps {
                let before = content.backend
                do throws(ScenarioError) {
                    let instant = try content.backend.perform(step, at: wall)
                    content.page?.pass(before, to: instant)
                    let left = content.backend.expirations(at: wall)
                    let settings = step.isAboutSettings ? content.backend.settings : nil
                    var known = before
                    let expired = step.letsExpire ? known.expirations(at: wall).missing(in: left) : []
                    let made = ServedJSON.step(
                        step.text,
                        at: instant,
                        expired: expired,
                        next: left.first,
                        settings: settings
                    )
                    content.page?.take(step, answer: made, at: instant, from: &content.backend)
                    events.made(made, after: content.backend.log.count)
                    results.append(made)
                } catch {
                    return (results, (step, error))
                }
            }
            return (results, nil)
        }
    }

    /// Forgets what was asked and done when it is `wall`, and returns the clock, which goes on.
    func reset(at wall: Instant) -> JSONObject {
        box.withLock { content in
            content.pass(to: wall)
            content.backend.reset(at: wall)
            content.page?.reset(&content.backend, at: wall)
            events.reset()
            return ServedJSON.clock(content.backend.clock, at: wall)
        }
    }
}
