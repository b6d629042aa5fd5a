import RecordingStore
import Replay
import Services
import VirtualTime

extension IntegrityProblem {
    /// What the problem means for a replay: the recording is no longer what was recorded, so it proves nothing.
    func divergence(at instant: Instant) -> Divergence {
        let damage = Divergence.Content.damaged("\(self)")
        switch place {
        case .exchange(let ordinal):
            return Divergence(.fieldMismatch, at: instant, exchange: ordinal, damagedPart: field, damage)
        case .vsaCall(let ordinal):
            return Divergence(.fieldMismatch, at: instant, vsaCall: ordinal, damagedPart: field, damage)
        case .userAction, .information, .database:
            return Divergence(.fieldMismatch, at: instant, damagedPart: field, damage)
        }
    }
}
