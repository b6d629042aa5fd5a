/// The pace at which a client asks with a registration code whether the user has logged in, in any dialect.
public enum PollInterval {
    /// The wait of clients in the field after a poll's response (rest-api-v1.md §4).
    public static let standard = Duration.seconds(5)
    /// The minimum for every client, whatever its options say: the service allows one call a second (rest-api-v1.md
    /// §4).
    public static let shortest = Duration.seconds(1)
}
