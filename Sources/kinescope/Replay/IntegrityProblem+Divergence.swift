import RecordingStore
import Replay
import Services
import VirtualTime

extension IntegrityProblem {
    /// What the problem means for a replay: the recording is no longer what was recorded, so it proves nothing.
    func divergence(at instant: Instant) -> Divergence {
        let fields = "it is not what was recorded: \(self)"
        switch place {
        case .exchange(let ordinal):
            return Divergence(.fieldDiffers, at: instant, exchange: ordinal, fields)
        case .accountResponse(let ordinal):
            return Divergence(.fieldDiffers, at: instant, accountResponse: ordinal, fields)
        case .stimulus, .information, .database:
            return Divergence(.fieldDiffers, at: instant, fields)
        }
    }
}
