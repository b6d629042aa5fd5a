/// The weight of a finding, in the words of compilers and of SARIF.
public enum FindingLevel: String, Hashable, Sendable, CaseIterable {
    /// The replay and the recording part.
    case error
    /// The app breaks a rule of the documents.
    case warning
    /// The app differs where it may, or a reader has to know something.
    case note
}
