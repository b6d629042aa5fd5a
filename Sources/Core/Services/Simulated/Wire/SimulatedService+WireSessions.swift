import Documents
import Exchanges
import PassAPI
import VirtualTime

// Cookies: `JSESSIONID` holds a session between login and `session` (access-enabler.md §14.1).

/// A browser's or app's cookies on the wire.
struct WireSession: Hashable {
    /// The session id that counts for the request; empty where there is none, and none is needed.
    var cookies: String
    /// True if the response has to set it.
    var isNew: Bool
}

extension SimulatedService {
    /// Returns the session of a request: the one whose id it brings, else a new one if `isNeeded`.
    mutating func wireSession(of request: HTTPRequest, isNeeded: Bool, at now: Instant) -> WireSession {
        if state.wire.began == nil { state.wire.began = now }
        for header in request.headers where header.isNamed("Cookie") {
            // A client may bring the cookie of an earlier run besides its own.
            for piece in header.value.utf8.split(separator: UInt8(ascii: ";")).prefix(Self.readCookies) {
                let (name, value) = FormField.cut(piece.drop { isBlank($0) })
                guard name.elementsEqual("JSESSIONID".utf8), let value else { continue }
                let id = String(decoding: value.filter { !isBlank($0) && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
                if isSession(id) { return WireSession(cookies: id, isNew: false) }
            }
        }
        guard isNeeded else { return WireSession(cookies: "", isNew: false) }
        state.wire.sessions &+= 1
        return WireSession(cookies: sessionID(state.wire.sessions), isNew: true)
    }

    /// At most this many cookies of a field are read: 64.
    private static let readCookies = 64

    /// The header field that sets the session's cookie.
    static func setCookie(_ session: WireSession, _ links: WireLinks) -> HeaderField {
        // The provider's page posts to Adobe from another site, and a player asks from the programmer's.
        let extent = links.scheme == "https" ? "; Secure; HttpOnly; SameSite=None" : "; HttpOnly"
        return HeaderField("Set-Cookie", "JSESSIONID=\(session.cookies); Path=/\(extent)")
    }

    /// Checks whether the service gave out this id since it began; the id itself shows it, so none is remembered.
    private func isSession(_ id: String) -> Bool {
        guard id.utf8.count == 32, let number = UInt32(String(decoding: id.utf8.prefix(8), as: UTF8.self), radix: 16),
            number >= 1, number <= state.wire.sessions
        else { return false }
        return ExactText(id) == sessionID(number)
    }

    /// The id of a session: 32 capital hexadecimal digits, as captured cookies have them; they follow from the seed.
    private func sessionID(_ number: UInt32) -> String {
        let began = state.wire.began?.description ?? ""
        let proof = signer.pseudonym(of: "JSESSIONID \(number) \(began)").prefix(24)
        return (Hexadecimal.text(of: bigEndianBytes(UInt64(number)).suffix(4)) + proof).uppercased()
    }
}
