import Documents
public import Exchanges
public import PassAPI
public import VirtualTime

/// Moves the instants of a recorded response: all by one and the same distance, so that every lifetime stays what it was.
///
/// A recording that is served years later is read by apps that look at the clock. Every field that is known to hold an
/// instant moves: by the operation's row (``OperationSpecification/instants``), by the token's type, by the header's name.
/// Texts keep their form: digits, fractions, zones, the spelling of escapes, line breaks and padding of Base64. Durations
/// (`ttl`, `expires_in`, `Max-Age`) stay, and so do sentinels (``Sentinel``). Moving back gives the original to the byte,
/// unless something was reported in ``Moved/exceptions`` or signed again.
public struct InstantShift: Hashable, Sendable {
    /// The distance in seconds, negative toward the past; at most the length of the calendar either way.
    public let wholeSeconds: Int64

    /// A shift by so many seconds.
    public init(wholeSeconds: Int64) {
        self.wholeSeconds = min(max(wholeSeconds, -Self.longest), Self.longest)
    }

    /// The shift from one clock to another: as far as `served` is from `recorded`, whole seconds rounded down.
    public init(from recorded: Instant, to served: Instant) {
        let seconds = served.secondsSince1970 - recorded.secondsSince1970
        self.init(wholeSeconds: served.nanosecond < recorded.nanosecond ? seconds - 1 : seconds)
    }

    /// The shift back.
    public var reversed: InstantShift { InstantShift(wholeSeconds: -wholeSeconds) }

    /// The length of the calendar: what is farther is nowhere.
    private static let longest = Instant.distantFuture.secondsSince1970 - Instant.distantPast.secondsSince1970

    /// A response whose instants are moved.
    public struct Moved: Hashable, Sendable {
        public var response: HTTPResponse
        /// The signatures over what was changed, in the order in which they stand.
        public var signatures: [BrokenSignature] = []
        /// The instants that stayed though they are no sentinels, and those that became one.
        public var exceptions: [Exception] = []
        /// The places of what no document states to be an instant, and was moved for what it looks like.
        public var undocumented: [Place] = []
    }

    /// The response of `exchange` with every instant moved.
    ///
    /// - Parameters:
    ///   - exchange: a recorded exchange.
    ///   - service: a simulated service whose key signs again what it can sign: tokens, web tokens, URLs of streams. Its
    ///     own verifier then takes them; nil leaves every signature as it is.
    /// - Returns: the response, and what became of its signatures; nil if the exchange failed.
    public func moved(_ exchange: Exchange, signedBy service: SimulatedService? = nil) -> Moved? {
        exchange.response.map { moved($0, of: ExchangeKind(of: exchange), signedBy: service) }
    }

    /// The response of an exchange of this kind with every instant moved.
    ///
    /// - Parameters:
    ///   - response: a recorded response.
    ///   - kind: the kind of its exchange, which tells the fields that hold instants.
    ///   - sent: when it was sent, for the JSON of servers that are not Adobe's, of which no document states the fields: what is an
    ///     instant beyond doubt less than a year from then moves too. Nil lets all of that stay.
    ///   - service: a simulated service whose key signs again, as before.
    /// - Returns: the response, and what became of its signatures.
    public func moved(
        _ response: HTTPResponse,
        of kind: ExchangeKind,
        sentAt sent: Instant? = nil,
        signedBy service: SimulatedService? = nil
    ) -> Moved {
        var mover = InstantMover(self, signer: service?.signer, sentAt: sent)
        let response = mover.moved(response, of: kind)
        return Moved(
            response: response,
            signatures: mover.signatures,
            exceptions: mover.exceptions,
            undocumented: mover.movedPlaces
        )
    }

    /// A response of which the time at which it was sent is moved, whatever else it tells: its `Date` (RFC 9110 §6.6.1), and the
    /// field that has it in the body of some operations.
    public func movedDate(of response: HTTPResponse, of kind: ExchangeKind? = nil) -> HTTPResponse {
        var response = response
        var mover = InstantMover(self, signer: nil)
        for index in response.headers.indices where response.headers[index].isNamed("Date") {
            let value = Array(response.headers[index].value.utf8)
            let edits = mover.instant(value, 0..<value.count, .header)
            if !edits.isEmpty { response.headers[index].value = String(decoding: value.applying(edits), as: UTF8.self) }
        }
        if case .operation(let operation)? = kind, let field = operation.specification.serviceTime,
            let body = response.body
        {
            response.body = body.applying(mover.body(body, serviceTime: field))
        }
        return response
    }

    /// The text of a token, web token or SAML message with every instant moved, whatever it is encoded in.
    ///
    /// With ``reversed`` it gives what a parameter of a request was in the recording: an app sends the tokens that it was
    /// given. Texts that are none of these stay as they are.
    ///
    /// - Parameters:
    ///   - text: the text, as it stands in a parameter, a header or a VSA result.
    ///   - service: a simulated service whose key signs again, as before.
    /// - Returns: the text.
    public func moved(text: String, signedBy service: SimulatedService? = nil) -> String {
        var mover = InstantMover(self, signer: service?.signer)
        let bytes = Array(text.utf8)
        let edits = mover.opened(bytes, 0..<bytes.count, .everything)
        return edits.isEmpty ? text : String(decoding: bytes.applying(edits), as: UTF8.self)
    }
}

extension InstantShift {
    /// A signature over bytes that were changed: whoever checks it finds it wrong, unless it was made again.
    public struct BrokenSignature: Hashable, Sendable {
        /// The kind of what is signed.
        public var kind: Kind
        /// The place in which it stands.
        public var place: Place
        /// True if the simulated service's key signed it again.
        public var isSignedAgain: Bool

        /// A signature of this kind at this place.
        public init(kind: Kind, place: Place, isSignedAgain: Bool) {
            self.kind = kind
            self.place = place
            self.isSignedAgain = isSignedAgain
        }

        /// The kinds of what is signed; the raw values are the codes in JSON.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// An AuthN token (tokens.md §3.1).
            case authenticationToken = "authnToken"
            /// An AuthZ token (§3.2).
            case authorizationToken = "authzToken"
            /// A short media token (§4).
            case mediaToken
            /// A JSON web token: an access token (§12).
            case webToken
            /// A SAML message or an assertion in it.
            case samlMessage
            /// The URL of a stream.
            case signedURL
            /// The blob beside the SAML message of a VSA result, by which that is verified.
            case verificationData
            /// A digest of the body, in a header: `Content-MD5`, `Digest`, `Repr-Digest`, `Content-Digest`, `Signature`.
            case bodyDigest
        }
    }

    /// An instant that could not be moved, or that means something else where it is now.
    public struct Exception: Hashable, Sendable {
        /// The place in which it stands.
        public var place: Place
        /// The text, at most 64 bytes of it.
        public var text: String
        public var reason: Reason

        /// An instant at this place.
        public init(place: Place, text: String, reason: Reason) {
            self.place = place
            self.text = text
            self.reason = reason
        }

        /// The reasons; the raw values are the codes in JSON.
        public enum Reason: String, Hashable, Sendable, CaseIterable {
            /// It is not written as an instant of its field: it stays.
            case unreadable
            /// It would be past what its form can write: it stays.
            case notRepresentable
            /// It stands in an encrypted part, which no one here can open: it stays.
            case encrypted
            /// It moved, and means "never", "not set" or "deleted" where it is now.
            case becameSentinel
        }
    }

    /// A place in a response.
    public enum Place: Hashable, Sendable, CustomStringConvertible {
        /// The header of this name, as it is written.
        case header(String)
        /// The field of a VSA result, as the framework calls it.
        case vsaResult(field: String)
        /// The field of the body at this path: `decisions.token.serializedToken`; empty for the body itself.
        case body(field: String)

        /// `header Set-Cookie`, `body access_token`, `body`.
        public var description: String {
            switch self {
            case .header(let name): "header \(name)"
            case .vsaResult(let field): "VSA result \(field)"
            case .body(let field): field.isEmpty ? "body" : "body \(field)"
            }
        }
    }
}
