import Exchanges
import History
import Replay
import Report
import Simulation
import VirtualTime

/// The history of a recording that a command line names, for one of its devices.
struct RecordingHistory {
    /// What the recording shows.
    var history: History
    /// The place of the device that it is about.
    var device: Int?
    private var recording: Recording
    private var path: String
    private var options: ReplayOptions
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
        self.recording = recording
        self.path = path
        options = ReplayOptions(device: name)
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
        case .end: return try checked(span.upperBound)
        case .later(let duration): return try checked(span.upperBound + duration)
        case .instant(let instant):
            guard instant >= span.lowerBound else {
                throw CommandFailure("\(path): \(instant) is before the recording begins, at \(span.lowerBound)")
            }
            return try checked(instant)
        case .exchange(let ordinal):
            guard let exchange = recording.exchanges.first(where: { $0.ordinal == ordinal }) else {
                let last = recording.exchanges.last.map { "; the last is exchange \($0.ordinal)" } ?? ""
                throw CommandFailure("\(path): there is no exchange \(ordinal)\(last)")
            }
            return try checked(exchange.endedAt)
        case .step:
            let point = Fork.point(of: moment)
            return try checked(Fork.world(of: recording, path, at: point, options: options).world.now)
        case .expiration(let nearness, let kind, let subject):
            let instant: Instant
            do {
                instant = try history.expiration(of: kind, subject, device: device)
            } catch {
                throw CommandFailure("\(path): \(PrintableText.escaped("\(error)"))")
            }
            return try checked(nearness.instant(of: instant))
        }
    }

    /// The state at `instant`.
    func state(at instant: Instant) -> History { history.asOf(.instant(instant)) }

    private func checked(_ instant: Instant) throws(CommandFailure) -> Instant {
        guard instant < .distantFuture else { throw CommandFailure("--at: that is past the year 9999") }
        return instant
    }
}
