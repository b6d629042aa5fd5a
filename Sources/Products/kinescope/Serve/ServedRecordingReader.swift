import Exchanges
import Foundation
import History
import ProxyProtocol
import RecordingStore
import Replay
import Report
import ServiceFront
import Services
import Simulation
import VirtualTime

/// Reads a recording that is to be served: a short one before anything listens, a long one meanwhile.
///
/// Which value a response gave, and which are an app's own, is known once all exchanges were read: so a long one is read whole too,
/// and requests wait for that.
struct ServedRecordingReader: Sendable {
    /// The path, as it was named.
    var path: String
    /// When polls succeed.
    var polls: PollProgress
    /// Whether it begins again for an app that requests once more what it was given.
    var beginsAgain: Bool
    /// Whether a request is unmatched whose app has changed its device id.
    var isStrict: Bool
    /// Whether a simulated service stands behind it.
    var isSimulated: Bool
    /// The clock by which it is served.
    var clock: ServedSource.Clock

    /// Opens the recording.
    ///
    /// - Parameter onRead: told when a long recording has been read, before anybody is answered from it.
    /// - Returns: what is served.
    /// - Throws: ``CommandFailure`` or `RecordingStoreError` if it cannot be served; of a long one, what its header shows of that.
    func opening(
        onRead: @escaping @Sendable (Result<ServedRead, ServedOpening.Failure>) -> Void
    ) throws -> ServedOpening {
        guard !VSALogBeside.isHAR(path) else {
            return ServedOpening(try served(try RecordingInput.sound(path), damage: [:]))
        }
        let file = try RecordingFile.opening(path)
        if file.exchangeCount <= ServedSource.readAtOnce {
            return ServedOpening(try served(try RecordingInput.sound(file), damage: [:]))
        }
        return ServedOpening(reading: {
            let result = Result { try read(file) }.mapError { ServedOpening.Failure("\($0)") }
            onRead(result.map(\.1))
            return result.map(\.0)
        })
    }

    /// What a long recording has: exchanges that are not as they were recorded answer nothing, and all others do.
    private func read(_ file: RecordingFile) throws -> (ServedOpening.Served, ServedRead) {
        let input = try RecordingInput(file)
        var damage: [Int: String] = [:]
        for problem in input.problems {
            guard case .exchange(let ordinal) = problem.place else { throw input.failure(of: problem) }
            damage[ordinal] = damage[ordinal] ?? (problem.field.map { "\($0) " } ?? "") + problem.reason
        }
        // Behind so many there may be more.
        if input.problems.count >= RecordingFile.problemLimit { throw input.failure(of: input.problems[0]) }
        let served = try served(input.recording, damage: damage)
        let told = ServedRead(
            exchangeCount: input.recording.exchanges.count,
            hosts: served.hosts,
            problems: input.problems
        )
        return (served, told)
    }

    private func served(_ recorded: Recording, damage: [Int: String]) throws -> ServedOpening.Served {
        guard let first = recorded.exchanges.first?.startedAt else {
            throw CommandFailure("\(path): there is no exchange in it. Serve a recording of a sign-on")
        }
        let recording = ServedRecording(
            of: recorded.exchanges,
            polls: polls,
            damage: damage,
            beginsAgain: beginsAgain,
            refusesChangedDevices: isStrict,
            redactedURL: recorded.information.isRedacted ? Self.redactingURLs(of: recorded.exchanges) : nil
        )
        let history = isSimulated || recorded.exchanges.count <= ServedSource.readAtOnce ? History(recorded) : nil
        let fallback = isSimulated ? try history.map { try Fallback(behind: recorded, $0, named: path) } : nil
        let service = (fallback?.observer.beginning).map { Service.simulated($0) }
        let world = World(Backend(at: first, service: service ?? .served([])))
        let vsa = ServedVSA(recorded: recorded.vsaCalls, of: fallback?.devices)
        let state = ServedState(clock.backend(world, recording: recording, vsa: vsa, from: first))
        if let history { state.learn(history, observer: fallback?.observer) }
        let hosts = recording.hosts
        let simulated = world.backend.service.simulated?.hosts ?? []
        return ServedOpening.Served(
            state,
            hosts: hosts + simulated.filter { !hosts.contains($0) },
            origins: Self.origins(of: recorded.exchanges),
            history: history == nil ? Deferred { state.learn(History(recorded)) } : Deferred(done: ())
        )
    }

    /// Makes the URL of a request with its secrets replaced once more, those too that other exchanges show to be some.
    static func redactingURLs(of exchanges: [Exchange]) -> (HTTPRequest) -> String {
        var redaction = SecondRedaction()
        var hasStudied = false
        return { request in
            // Not before it is needed: most recordings of a sign-on alone have no such request.
            if !hasStudied { redaction.study(exchanges) }
            hasStudied = true
            let alone = Exchange(
                ordinal: 1,
                startedAt: Instant(secondsSince1970: 0),
                durationMicroseconds: 0,
                request: HTTPRequest(method: request.method, url: request.url),
                outcome: .failure("")
            )
            return redaction.exchange(alone).request.url
        }
    }

    /// The origins of the pages that sent these exchanges' requests, in order.
    ///
    /// `null` is not among them: in a frame that it shuts off, every page on the web is of that origin.
    static func origins(of exchanges: [Exchange]) -> [PageOrigin] {
        let texts = Set(exchanges.compactMap { $0.request.headers[first: "Origin"] })
        return texts.sorted().compactMap(PageOrigin.init).filter { $0 != .opaque("null") }
    }

    /// The simulated service that responds to what was never recorded.
    private struct Fallback {
        /// What it knows by the responses that an app was given.
        var observer: ServiceObserver
        /// The recorded device, with its Settings at the recording's end.
        var devices: World

        init(behind recorded: Recording, _ history: History, named path: String) throws(CommandFailure) {
            do {
                devices = try ForkedWorld(recorded, at: .end).world
                observer = try ServiceObserver(of: recorded, history)
            } catch {
                throw CommandFailure(
                    "\(path): no simulated service can continue this recording; serve it without --fallback simulated. \(error)"
                )
            }
        }
    }
}

extension ServedState {
    /// Learns what the recording that is served shows beside its responses.
    fileprivate func learn(_ history: History, observer: ServiceObserver? = nil) {
        learn(RecordedEvidence(history, observer: observer), observer == nil ? ServedHistory(history) : nil)
    }
}
