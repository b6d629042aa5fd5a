/// The observations of a recorder about an exchange that no other tool reports.
///
/// An exchange carries them as values. In a HAR they are members of its entry: `serverIPAddress`, `connection` and
/// `timings` where HAR has them, the rest in an object `_kinescope`; so an export keeps them, and other tools pass over
/// them.
public struct RecorderNotes: Hashable, Sendable {
    /// The name of the object that holds what HAR has no member for.
    public static let key = "_kinescope"

    /// The server's address, without its port.
    public var serverAddress: String?
    /// The identity of the connection to the server: from our recorder a number, from 1.
    public var serverConnection: String?
    /// The division of the time; nil if only the sum is known.
    public var timings: ExchangeTimings?
    /// The number of the client's connection, from 1; the streams of one HTTP/2 connection share it.
    public var clientConnection: Int?
    /// True if the recorder ended the client's TLS with a certificate of its own.
    public var isIntercepted = false
    /// True if the server's certificate was verified; nil without TLS, or if that was not stated.
    public var isCertificateVerified: Bool?
    /// The known facts about the request's body.
    public var requestBody = BodyNotes()
    /// The known facts about the response's body.
    public var responseBody = BodyNotes()
    /// The answers before the answer: 100, 103.
    public var informational: [InformationalAnswer] = []
    /// The protocol that the connection spoke afterwards: `websocket`.
    public var upgrade: String?
    /// True if the exchange had not ended when this was written; if the recorder was killed then, its end is unknown.
    public var isInFlight = false
    /// The reason that the response broke off after it had begun; nil if it did not.
    public var interruption: String?
    /// The header fields that the server was sent in place of the client's of the same names.
    public var forwardedRequest: HeaderFields = []
    /// The header fields that the client was sent in place of the server's of the same names.
    public var forwardedResponse: HeaderFields = []

    /// Notes that say nothing.
    public init() {}
}

/// An answer before the answer.
public struct InformationalAnswer: Hashable, Sendable {
    /// Its status: 100 to 199.
    public var status: Int
    /// Its reason phrase; empty if it has none, as in HTTP/2.
    public var reason: String
    /// Its header fields.
    public var headers: HeaderFields

    /// An answer of this status, reason phrase and these header fields.
    public init(status: Int, reason: String = "", headers: HeaderFields = []) {
        self.status = status
        self.reason = reason
        self.headers = headers
    }
}
