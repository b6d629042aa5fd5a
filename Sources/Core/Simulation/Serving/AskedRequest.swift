import Documents
public import Exchanges
import PassAPI
import Services

/// A request that was asked, as a back end has it: moved to its time, recognized and taken apart once.
///
/// An app asks for the same again and again; whoever keeps what was made of it need not have it made again.
public struct AskedRequest: Sendable {
    /// The request as it came, with its absolute URL.
    public let received: HTTPRequest
    /// The host that it is for, in lower case, with its port where that is not the scheme's.
    let host: String
    /// The whole seconds by which the back end is behind the served clock: what an app was given comes back moved by them.
    public private(set) var lead: Int64
    /// The request at the back end's time.
    private(set) var parts: AppRequest

    /// A request to a back end that is behind the served clock by so many seconds.
    public init(_ received: HTTPRequest, movedBy lead: Int64 = 0) {
        self.received = received
        host = URLParts(received.url).hostAndPort
        self.lead = lead
        parts = AppRequest(Self.moved(received, by: lead))
    }

    /// The request at the back end's time.
    var request: HTTPRequest { parts.request }
    /// The operation that it calls; nil for a page.
    var call: PassRequest? { parts.call }

    /// True if it calls an operation.
    public var isCall: Bool { call != nil }

    /// Moves it to another back end's time.
    mutating func move(to lead: Int64) {
        guard lead != self.lead else { return }
        self.lead = lead
        let moved = Self.moved(received, by: lead)
        if moved != parts.request { parts = AppRequest(moved) }
    }

    static func moved(_ request: HTTPRequest, by lead: Int64) -> HTTPRequest {
        InstantShift(wholeSeconds: lead).reversed.moved(request)
    }
}
