import Documents
import NIOConcurrencyHelpers
package import Report
package import Simulation
package import VirtualTime

/// What is served, for whoever answers or changes it: one at a time.
///
/// Beside it is what its page draws of it, which whoever lets something happen has to tell.
package final class ServedState: Sendable {
    private struct Content: Sendable {
        var backend: ServedBackend
        var page: ServedPage?
        var history: ServedHistory?

        /// The page, which begins when it is first needed, and has come to what the clock shows.
        mutating func pass(to wall: Instant) -> ServedPage {
            guard var page else {
                var page = ServedPage(&backend, at: wall)
                if let history { page.learn(history) }
                return page
            }
            // In one hand: a second one would have all of it copied for each moment.
            self.page = nil
            page.pass(backend, to: backend.clock.instant(at: wall))
            return page
        }
    }

    private let box: NIOLockedValueBox<Content>
    /// What is done to it, and whoever follows.
    package let events: ServedEvents

    /// The state that begins as `backend`, and whoever follows it.
    package init(_ backend: ServedBackend, events: ServedEvents = ServedEvents()) {
        box = NIOLockedValueBox(Content(backend: backend))
        self.events = events
    }

    /// Looks at it or changes it, while nobody else does.
    package func withBackend<Result>(_ body: (inout ServedBackend) throws -> Result) rethrows -> Result {
        try box.withLockedValue { try body(&$0.backend) }
    }

    /// Learns what the recording that is served shows beside its responses.
    package func learn(_ expirations: [Expiration], _ history: ServedHistory) {
        box.withLockedValue { content in
            content.backend.learn(expirations)
            content.history = history
            content.page?.learn(history)
        }
    }

    /// Lets a request be answered when it is `wall`; `entry` is what the log has of it.
    func answer<Reply>(
        at wall: Instant,
        entry: KeyPath<Reply, ServedEntry>,
        _ body: (inout ServedBackend) -> Reply
    ) -> Reply {
        let reply = box.withLockedValue { content in
            var page = content.pass(to: wall)
            let reply = body(&content.backend)
            page.take(reply[keyPath: entry], from: &content.backend)
            content.page = page
            return reply
        }
        events.requested()
        return reply
    }

    /// Looks at the page when it is `wall`, while nothing happens.
    package func withPage<Result>(at wall: Instant, _ body: (ServedPage, ServedClock) -> Result) -> Result {
        box.withLockedValue { content in
            var page = content.pass(to: wall)
            page.catchUp(&content.backend, at: wall)
            content.page = page
            return body(page, content.backend.clock)
        }
    }

    /// Lets the served clock's time pass for the page: readers are told what has expired.
    func pass(to wall: Instant) {
        let hasExpired = box.withLockedValue { content in
            guard let last = content.page?.lastNumber else { return false }
            content.page = content.pass(to: wall)
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
        box.withLockedValue { content in
            var page = content.pass(to: wall)
            defer { content.page = page }
            var results: [JSONObject] = []
            for step in steps {
                let before = content.backend
                do throws(ScenarioError) {
                    let instant = try content.backend.perform(step, at: wall)
                    page.pass(before, to: instant)
                    let next = content.backend.expirations(at: wall).first { $0.instant > instant }
                    let settings = step.isAboutSettings ? content.backend.settings : nil
                    let made = ServedJSON.step(step.text, at: instant, next: next, settings: settings)
                    page.take(step: made, step.text, at: instant, from: &content.backend)
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
        box.withLockedValue { content in
            var page = content.pass(to: wall)
            content.backend.reset(at: wall)
            page.reset(&content.backend, at: wall)
            content.page = page
            events.reset()
            return ServedJSON.clock(content.backend.clock, at: wall)
        }
    }
}
