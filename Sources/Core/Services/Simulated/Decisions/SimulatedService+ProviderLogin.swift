import Tokens
import VirtualTime

extension SimulatedService {
    /// The login at `mvpd` as `user`; `requestor` counts where the integration is degraded.
    ///
    /// Nobody logs in at a Temp Pass: whoever comes is let in, and what it opens is decided at authorization.
    mutating func login(
        at mvpd: String,
        requestor: String,
        user: String,
        isPasswordRight: Bool,
        at now: Instant
    ) -> LoginDecision {
        if authenticatesEverybody(requestor: requestor, mvpd: mvpd) || isTempPass(mvpd) {
            let name = isTempPass(mvpd) ? Self.trialUser : user.isEmpty ? Self.anybody : user
            return .signedIn(user: name, sessionIndex: "")
        }
        return withMachine(mvpd) { $0.logIn(user, isPasswordRight: isPasswordRight) }
            ?? .denied("There is no provider \(mvpd).")
    }

    /// Whom a Temp Pass lets in.
    static let trialUser = "temp-pass"
    /// Whom "AuthN all" lets in where nobody was asked for a name.
    static let anybody = "anybody"

    /// Checks whether every user is signed in at `mvpd` without the MVPD being asked ("AuthN all").
    func authenticatesEverybody(requestor: String, mvpd: String) -> Bool {
        degradation(requestor, mvpd) == .authenticatesAll
    }

    /// Checks whether `response` is signed by `mvpd`.
    func isSigned(_ response: SAMLResponse, by mvpd: String) -> Bool { machine(mvpd)?.isSigned(response) ?? false }

    /// The id of the user of this name, as programmers see it.
    func userID(of user: String, at mvpd: String) -> String { machine(mvpd)?.userID(of: user) ?? user }

    /// The subscriber of `mvpd` whom a SAML response's `NameID` names.
    func subscriber(named nameID: String, of mvpd: String) -> String? { machine(mvpd)?.subscriber(nameID)?.user }
}
