import Documents
import PassAPI
import Tokens
import VirtualTime

/// Evidence from the pages of a login: the session at the MVPD, and the AuthN token that it brings to a device with a
/// code.
extension HistoryFold {
    /// Takes a page of a login in.
    mutating func finishLogin(_ call: HistoryCall) {
        let agent = ExactText(call.userAgent ?? "")
        if call.request.operation.specification.opensLogin { logins[agent] = call }
        guard call.grants.issued.contains(where: { $0.kind == .providerSession }) else { return }
        let login = logins.removeValue(forKey: agent)
        openSession(call, login)
        guard let login, login.request.operation.interface == .restV1 else { return }
        var issuing = call
        issuing.request = login.request
        issuing.device = login.device
        signIn(issuing)
    }

    private mutating func openSession(_ call: HistoryCall, _ login: HistoryCall?) {
        var subject = Holding.Subject()
        subject.device = login?.device ?? call.device
        subject.requestor = login?.request.requestor
        subject.mvpd = login?.request.mvpd
        let response = call.request["SAMLResponse"].flatMap { AssertionTimes(base64: $0) }
        subject.user = response?.user
        var holding = Holding(
            .providerSession,
            subject,
            issued: Known(call.start, .shown(call.reference, field: "SAMLResponse"))
        )
        holding.expires = response?.sessionEnd.map {
            Known($0, .shown(call.reference, field: "SessionNotOnOrAfter"))
        }
        _ = add(holding)
    }

    /// The AuthN token that the service makes at the end of a login with a code.
    private mutating func signIn(_ call: HistoryCall) {
        let slot = slot(.authenticationToken, call)
        if let previous = inForce[slot] {
            end(previous, .replaced(by: call.reference), at: call.endedAt, .implied(call.reference))
        }
        var holding = Holding(
            .authenticationToken,
            subject(.authenticationToken, call),
            issued: Known(call.end, .implied(call.reference))
        )
        assumeLifetime(&holding, from: call.endedAt)
        missing.remove(slot)
        inForce[slot] = add(holding)
    }
}

/// Whom a SAML response is about, and how long what it says holds.
struct AssertionTimes {
    /// The MVPD's name for the user.
    var user: String?
    /// The end of the session at the MVPD.
    var sessionEnd: Instant?
    var assertionEnd: Instant?

    /// Reads the response in this Base64 text; nil if it cannot be read.
    init?(base64 text: String) {
        guard let bytes = try? Base64.decode(text, alphabet: .standard, padding: .optional, allowsWhitespace: true)
        else {
            return nil
        }
        self.init(bytes)
    }

    /// Reads the response in this text, in Base64 or as it is; nil if it cannot be read.
    init?(text: String) {
        guard let bytes = Base64.markup(text, padding: .optional, allowsWhitespace: true) else { return nil }
        self.init(bytes)
    }

    private init?(_ bytes: [UInt8]) {
        guard let response = try? SAMLResponse(parsing: bytes) else { return nil }
        let assertion = response.assertions.first
        if case .name(let name)? = assertion?.subject?.identifier { user = name.value }
        sessionEnd = assertion?.authenticationStatements.compactMap(\.sessionNotOnOrAfter).min()
        assertionEnd = response.validity.expiry
    }
}
