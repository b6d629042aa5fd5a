import Exchanges
import History
import Report
import Simulation
import VirtualTime

/// The history of a recording that a command line names, for one of its devices.
struct RecordingHistory {
    /// What the recording shows.
    var history: History
    /// The place of the device that it is about.
    var device: Int?
    private var path: String
    private var span: ClosedRange<Instant>

    /// The history of `recording`, which is called `path`.
    ///
    /// - Throws: ``CommandFailure`` if it holds nothing of Adobe Pass, or no such device.
    init(_ recording: Recording, _ path: String, device name: String?) throws(CommandFailure) {
        let history = History(recording)
        guard let span = history.span, !(history.devices.isEmpty && history.entries.isEmpty) else {
            throw CommandFailure("\(path): no call of Adobe Pass and no VSA call is recorded")
        }
        if let name, history.device(named: name) == nil {
            let known = history.devices.map { PrintableText.escaped($0.name) }.joined(separator: ", ")
            throw CommandFailure("\(path): no device \(PrintableText.escaped(name)) is recorded. Devices: \(known).")
        }
        self.history = history
        self.path = path
        self.span = span
        device = name.flatMap(history.device(named:)) ?? history.mainDevice
    }

    /// The instant that `moment` names.
    ///
    /// - Throws: ``CommandFailure`` if it is not after the recording's beginning, past the year 9999, or of something
    ///   that
    ///   does not expire.
    func instant(of moment: Moment) throws(CommandFailure) -> Instant {
        switch moment {
        case .instant(let instant):
            guard instant >= span.lowerBound else {
                throw CommandFailure("\(path): \(instant) is before the recording begins, at \(span.lowerBound)")
            }
            return try checked(instant)
        case .afterEnd(let steps):
            var instant = span.upperBound
            for step in steps { instant = try self.instant(after: instant, step.step) }
            return try checked(instant)
        }
    }

    /// The state at `instant`.
    func state(at instant: Instant) -> History { history.asOf(.instant(instant)) }

    private func instant(after start: Instant, _ step: ScenarioStep) throws(CommandFailure) -> Instant {
        switch step.as(AdvanceStep.self)?.target {
        case .after(let duration): return start + duration
        case .to(let instant): return instant
        case .expiration(let nearness, let kind, let subject):
            return nearness.instant(of: try expiration(of: kind, subject, after: start))
        case nil: return start
        }
    }

    /// The next expiration of this kind after `start`, else the last.
    private func expiration(
        of kind: Expiration.Kind,
        _ subject: String?,
        after start: Instant
    ) throws(CommandFailure) -> Instant {
        let name = Expiration(kind, subject, at: start, source: "").name
        let fitting = history.expirations.filter { expiration in
            let holding = expiration.holding
            guard holding.kind == Holding.Kind(kind) else { return false }
            guard device == nil || holding.subject.device == nil || holding.subject.device == device else {
                return false
            }
            return subject == nil || holding.name == "\(holding.kind.rawValue) \(subject ?? "")"
                || holding.subject.resource == subject
        }
        if let next = fitting.first(where: { $0.instant.value >= start }) ?? fitting.last { return next.instant.value }
        throw CommandFailure("\(path): \(PrintableText.escaped(name)) does not expire in the recording")
    }

    private func checked(_ instant: Instant) throws(CommandFailure) -> Instant {
        guard instant < .distantFuture else { throw CommandFailure("--at: that is past the year 9999") }
        return instant
    }
}

extension Holding.Kind {
    /// What scenarios call by this name.
    init(_ kind: Expiration.Kind) {
        self =
            switch kind {
            case .authenticationToken: .authenticationToken
            case .authorizationToken: .authorizationToken
            case .mediaToken: .mediaToken
            case .registrationCode: .registrationCode
            case .accessToken: .accessToken
            case .platformSession: .vsaAccount
            case .tempPass: .tempPass
            case .assertion: .assertion
            }
    }
}
