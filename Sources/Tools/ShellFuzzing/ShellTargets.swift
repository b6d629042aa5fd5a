public import Fuzzing

extension FuzzTarget {
    /// The targets that need a file, YAML or an HTTP decoder, in the order of the documentation.
    public static let shell: [FuzzTarget] = [.recordingFile, .scenarioFile, .requestHead, .response]
}
