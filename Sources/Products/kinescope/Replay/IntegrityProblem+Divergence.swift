import RecordingStore
import Replay
import Services
import VirtualTime

extension IntegrityProblem {
    /// What the problem means for a replay: the recording is no longer what was recorded, so it proves nothing.
    func divergence(at instant: Instant) -> Divergence {
        let words = "it is not what was recorded: \(self)"
        switch place {
        case .exchange(let ordinal):
            return Divergence(.fieldDiffers, at: instant, exchange: ordinal, damagedPart: field, words)
        case .accountResponse(let ordinal):
            return Divergence(.fieldDiffers, at: instant, accountResponse: ordinal, damagedPart: field, words)
        case .stimulus, .information, .database:
            return Divergence(.fieldDiffers, at: instant, damagedPart: field, words)
        }
    }
}
