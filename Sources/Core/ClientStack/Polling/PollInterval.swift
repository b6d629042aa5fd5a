/// How often a client asks with a registration code whether the user has logged in, whatever its dialect.
public enum PollInterval {
    /// What clients in the field wait for after a poll's answer (rest-api-v1.md §4).
    public static let standard = Duration.seconds(5)
    /// What no client goes below, whatever its options say: the service allows one call a second (rest-api-v1.md §4).
    public static let shortest = Duration.seconds(1)
}
