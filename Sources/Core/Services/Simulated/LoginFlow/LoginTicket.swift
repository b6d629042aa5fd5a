import PassAPI
import VirtualTime

/// The login that a browser opened: `authenticate` or `authenticate/saml`, checked.
struct LoginTicket: Hashable, Sendable {
    var requestor: String
    /// The MVPD that the navigation names; nil where it leaves the choice to the login page.
    var mvpd: String?
    /// The registration code that the login completes.
    var code: String?
    var domain: String?
    /// The URL to which the browser is sent in the end.
    var redirectURL: String
    /// True if the MVPD must not ask the user for anything (access-enabler.md §7).
    var isPassive: Bool
}

/// The first step of a login.
enum LoginBeginning {
    /// It ended there: the browser is sent on.
    case ended(PassResponse)
    /// The MVPD's page has to be seen first.
    case pending(relayState: String, LoginTicket)
}

extension SimulatedService {
    /// The details of a refusal for a code that does not exist, is another requestor's, or has expired.
    static let unknownCodeDetails = "no such registration code"

    /// Makes the checked ticket of a navigation to a login.
    ///
    /// Throws: 400 where a parameter is missing, the domain is not registered, the MVPD not integrated, or the code does
    /// not exist for this requestor; 451 where a code is demanded and there is none.
    mutating func loginTicket(_ call: Call) throws(RefusedCall) -> LoginTicket {
        if call.request.operation == .authenticateInUserAgent { return try ticketOfSession(call) }
        let isREST = call.request.operation.interface == .restV1
        let code = call.value("reg_code")
        if isREST, code == nil { throw missing("reg_code") }
        let requestor = try knownRequestor("requestor_id", of: call)
        if !isREST, code == nil, configuration.quirks.sdkLoginNeedsCode {
            throw RefusedCall(failure(451, "Unavailable For Legal Reasons", details: "reg_code is missing"))
        }
        let mvpd = call.value("mso_id")
        if isREST, mvpd == nil { throw missing("mso_id") }
        if let mvpd, activeIntegration(requestor, mvpd) == nil {
            throw RefusedCall(failure(400, "Bad Request", details: "unknown mvpd", code: "unknown_integration"))
        }
        let domain = try required("domain_name", of: call)
        guard self.requestor(requestor)?.domains.contains(domain) == true else {
            throw RefusedCall(failure(400, "Bad Request", details: unregistered(domain, of: requestor)))
        }
        let redirect = try required("redirect_url", of: call)
        if let code {
            guard let record = self.code(code), record.requestor == requestor, call.time < record.expires else {
                throw RefusedCall(failure(400, "Bad Request", details: Self.unknownCodeDetails))
            }
        }
        return LoginTicket(
            requestor: requestor,
            mvpd: mvpd,
            code: code,
            domain: domain,
            redirectURL: redirect,
            isPassive: call.request["is_passive"] == "true"
        )
    }

    /// The details of a refusal for a domain that is not registered for a requestor: the domain, and those that are.
    ///
    /// A recording may show very many of them, and a request may name anything: 8 of the one, 100 characters of the other.
    func unregistered(_ domain: String, of requestor: String) -> String {
        let known = self.requestor(requestor)?.domains ?? []
        var list = known.prefix(8).map { String($0.prefix(100)) }
        if known.count > list.count { list.append("\(known.count - list.count) more") }
        return "the domain \(domain.prefix(100)) is not registered for \(requestor); registered: "
            + (list.isEmpty ? "none" : list.joined(separator: ", "))
    }
}
