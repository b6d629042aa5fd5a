/// The options for the replay of a recording.
public struct ReplayOptions: Hashable, Sendable {
    /// The device to replay, by its `deviceId`, where a recording holds several.
    public var device: String?
    /// The time that the reference client waits between polls; nil for its own default.
    public var pollInterval: Duration?
    /// The client that replays.
    public var client = ClientChoice()
    /// True if a documents' client polls at the recorded pace.
    var infersPolls = false
    /// True if the replay ends at the first request that the recording does not answer.
    public var stopsAtUnmatched = false

    /// The defaults.
    public init(device: String? = nil, pollInterval: Duration? = nil, client: ClientChoice = ClientChoice()) {
        self.device = device
        self.pollInterval = pollInterval
        self.client = client
    }
}
