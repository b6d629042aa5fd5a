/// Which Kinescope this is.
enum Version {
    /// The version, as the header of JSON output has it.
    static let number = "0.1.0"
}
