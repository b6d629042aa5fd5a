public import ProxyProtocol

/// The settings of a recorder: how it listens, which servers it talks to and what it records.
public struct RecorderSettings: Sendable {
    /// The address it listens at; default is this machine only.
    public var host = "127.0.0.1"
    /// True to listen at 127.0.0.1 as well, at the same port, where ``host`` is an address of another kind.
    ///
    /// What is for this machine alone is not found at that address.
    public var listensOnLoopback = false
    /// The port; 0 takes a free one.
    public var port = 8080
    /// The origin that every request goes to (reverse proxy); nil makes it a forward proxy.
    public var upstream: Origin?
    /// The name and password that a client has to give before it is served; nil serves everyone who can connect.
    public var credentials: ProxyCredentials?
    /// Hosts whose TLS is passed through unseen, by name or `*.example.com`.
    public var passthroughHosts: [String] = []
    /// True if nothing reaches a server unless ``passthroughHosts`` names it: neither what is spoken in another protocol nor a
    /// host whose client refuses the certificate.
    ///
    /// What is named is then reached below the base URL and by `Host`, too, see ``PassedRequest``.
    public var reachesOnlyNamedHosts = false
    /// True if there is no server that anything reaches.
    var reachesNoServer: Bool { reachesOnlyNamedHosts && passthroughHosts.isEmpty }
    /// Pages that may ask a reverse proxy, and report to the recorder, as those of this machine may.
    public var allowedOrigins: [PageOrigin] = []
    /// True to record a body in a content coding that cannot be undone as it came; secrets in it cannot be replaced.
    public var keepsCodedBodies = false
    /// The filter of exchanges that are recorded.
    public var filter = RecordingFilter()
    /// The limits of the recorder.
    public var limits = RecorderLimits()
    /// True if a server's certificate has to be right; if not, the exchange notes it.
    public var verifiesUpstream = true
    /// The rules for connecting to another host than the requested one; the first rule that fits decides.
    public var connectTo: [ConnectTo] = []
    /// Certificates, in PEM, that are trusted beside the system's: a file's path.
    public var additionalTrust: String?
    /// Event loops; nil takes one a core.
    public var threads: Int?

    /// The documented defaults.
    public init() {}
}
