public import ProxyProtocol

/// How a recorder listens, whom it talks to and what it records.
public struct RecorderSettings: Sendable {
    /// The address it listens at; default is this machine only.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 8080
    /// Whom every request goes to (reverse proxy); nil makes it a forward proxy.
    public var upstream: Origin?
    /// What a client has to say before it is served; nil serves everybody who can connect.
    public var credentials: ProxyCredentials?
    /// Hosts whose TLS is passed through unseen, by name or `*.example.com`.
    public var passthroughHosts: [String] = []
    /// Pages that may ask a reverse proxy, and report to the recorder, as those of this machine may.
    public var allowedOrigins: [Origin] = []
    /// Whether a body in a content coding that cannot be undone is recorded as it came; secrets in it cannot be replaced.
    public var keepsCodedBodies = false
    /// What is recorded.
    public var filter = RecordingFilter()
    /// What it bears at most.
    public var limits = RecorderLimits()
    /// Whether a server's certificate has to be right; if not, the exchange says so.
    public var verifiesUpstream = true
    /// Where connections go instead of the host that was asked for; the first rule that fits decides.
    public var connectTo: [ConnectTo] = []
    /// Certificates, in PEM, that are trusted beside the system's: a file's path.
    public var additionalTrust: String?
    /// Event loops; nil takes one a core.
    public var threads: Int?

    /// The documented defaults.
    public init() {}
}
