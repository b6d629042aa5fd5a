public import Exchanges
public import History
public import Services
import Simulation

extension ServiceObserver {
    /// The back end of a recording, for an app that is given its responses one by one.
    ///
    /// - Parameters:
    ///   - recording: what was recorded.
    ///   - history: what it shows.
    /// - Throws: `ForkError` if there is no client in it that the simulated service could serve.
    public init(of recording: Recording, _ history: History) throws(ForkError) {
        let session = try ForkError.replaying { () throws(ReplayError) in try RecordedSession(recording) }
        let calls = (session.calls + session.besides).sorted { $0.ordinal < $1.ordinal }
        self.init(calls, history: history, seed: SetupChanges().seed)
    }
}
