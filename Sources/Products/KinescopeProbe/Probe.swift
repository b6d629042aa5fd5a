public import Foundation
public import SubscriberAccount
import VirtualTime

/// The object that an app under test holds to be recorded: it reports what no proxy sees.
///
/// It is cheap to keep and does nothing to the app when no recorder listens.
public struct Probe: Sendable {
    private let reporter: Reporter

    /// A probe that reports through `reporter`.
    public init(_ reporter: Reporter = Reporter()) { self.reporter = reporter }

    /// Reports what has reached the app from outside.
    public func report(_ userAction: ProbeUserAction, at date: Date = Date()) {
        let at = JSONText.string(Instant(date).description)
        reporter.report(JSONText.object([("at", at)] + userAction.fields).text, to: "user-actions")
    }

    /// Reports what the app has asked the framework, and what came back.
    ///
    /// An app that keeps its own `VSAccountManager` calls this where an answer comes.
    public func report(_ question: VSARequest, _ answer: VSAResult, at date: Date = Date()) {
        reporter.report(VSALine.text(question, answer, at: Instant(date)), to: "vsa-calls")
    }

    /// An account manager that does what `manager` does, and reports it.
    public func recording(_ manager: any AccountManaging) -> RecordingAccountManager {
        RecordingAccountManager(manager, reportingTo: self)
    }

    /// Waits until a recorder has taken all reports, or cannot be reached, for `timeout` at most.
    ///
    /// - Returns: whether all of it was taken.
    @discardableResult
    public func flush(timeout: Duration = .seconds(5)) async -> Bool { await reporter.flush(timeout: timeout) }

    /// The numbers of lines reported so far, by what became of them.
    public var counts: ReporterCounts { reporter.counts }
}
