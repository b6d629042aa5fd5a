/// How to replay a recording.
public struct ReplayOptions: Hashable, Sendable {
    /// The device to replay, by its `deviceId`, where a recording holds several.
    public var device: String?
    /// How long the reference client waits between polls; nil for its own default.
    public var pollInterval: Duration?
    /// Which client replays.
    public var client = ClientChoice()
    /// Whether a documents' client polls at the recorded pace.
    var infersPolls = false
    /// Whether the replay ends at the first request that the recording does not answer.
    public var stopsAtUnmatched = false

    /// The defaults.
    public init(device: String? = nil, pollInterval: Duration? = nil, client: ClientChoice = ClientChoice()) {
        self.device = device
        self.pollInterval = pollInterval
        self.client = client
    }
}
