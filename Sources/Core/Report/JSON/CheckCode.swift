/// The code of a finding that no replay makes, from a closed list; those of replays are in `Replay`.
public enum CheckCode: String, Hashable, Sendable, CaseIterable {
    /// An expectation of a scenario was not met.
    case expectationNotMet
    /// A part of a recording is not what its writer finished.
    case damaged
    // Values that no HAR file should have.
    case harUnknownEncoding, harIrregularBase64, harBrokenBase64, harListOfValues, harLoneSurrogate, harImpossibleTime
    case harFractionalStatus
    /// None of the exchanges is an Adobe Pass call.
    case noAdobeCall
}
