public import PassAPI
import VirtualTime

/// The answer of a recording to a replayed request.
public enum RecordedAnswer: Hashable, Sendable {
    /// The recording answers.
    case match(Match)
    /// The recording has no answer.
    case unmatched(Unmatched)

    /// An answer from the recording.
    public struct Match: Hashable, Sendable {
        /// The recorded call whose answer is given.
        public var call: RecordedCall
        /// The fields in which the replayed request differs from the recorded one.
        public var differences: [FieldDifference]
        /// Recorded polls that were passed over because the replayed client asks less often.
        public var passedOver: [RecordedCall]
        /// Recorded calls of the same operation and device that should have come first, by ordinal.
        public var overtaken: [Int]
        /// True if the answer was given before and is given again, since the replayed client asks more often.
        public var isRepeated: Bool
    }

    /// No answer, and why.
    public struct Unmatched: Hashable, Sendable {
        /// The reason that the recording has no answer.
        public var reason: UnmatchedReason
        /// The recorded call that comes nearest.
        public var nearest: RecordedCall?
        /// The fields in which the nearest call differs from the request.
        public var differences: [FieldDifference]
    }
}

/// The reasons that a recording cannot answer, or does not agree: a closed list.
public enum UnmatchedReason: String, Hashable, Sendable, CaseIterable {
    /// Nothing like it was ever recorded.
    case notRecorded
    /// It was recorded, but every answer has been given already.
    case alreadyReplayed
    /// It was recorded at another place in the order.
    case outOfOrder
    /// It was recorded with another value in a field that matters.
    case fieldMismatch
    /// It was recorded without the body that is needed: the recorder omitted it, or kept only a part of it.
    case bodyOmitted
    /// It was recorded for another time: virtual time has left the recording's behind.
    case expiredDuringReplay
}
