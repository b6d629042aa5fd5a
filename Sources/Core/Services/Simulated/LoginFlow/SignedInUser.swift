import OrderedCollections
import VirtualTime

/// The user of a sign-on and its MVPD, before it has a life of its own.
struct SignedInUser: Hashable, Sendable {
    var mvpd: String
    var user: String
    /// The MVPD's id of the user as programmers see it; nil: what the MVPD's subscriber has.
    var userID: String?
    var nameID: String
    var sessionIndex: String
    var tokenSource: String?
}

extension SimulatedService {
    /// The sign-on of a user whom the login at `mvpd` let in.
    func signedIn(_ user: String, at mvpd: String, sessionIndex: String) -> SignedInUser {
        SignedInUser(mvpd: mvpd, user: user, nameID: userID(of: user, at: mvpd), sessionIndex: sessionIndex)
    }

    /// A new authentication for a sign-on, with the lifetime of its integration, or of the Temp Pass.
    ///
    /// It ends at a whole second, since an AuthN token's date can say no more.
    mutating func makeAuthentication(
        _ signOn: SignedInUser,
        for requestor: String,
        domain: String? = nil,
        device: String?,
        at time: Instant
    ) -> AuthenticationRecord {
        let issued = time.wholeSeconds
        let usual = issued + lifetime(requestor, signOn.mvpd) { $0.authentication }
        let trial = trialEnd(requestor, signOn.mvpd, device: device, began: issued)
        return AuthenticationRecord(
            .init(
                requestor: requestor,
                mvpd: signOn.mvpd,
                device: device,
                user: signOn.user,
                userID: signOn.userID ?? userID(of: signOn.user, at: signOn.mvpd),
                guid: makeGUID(),
                nameID: signOn.nameID,
                sessionIndex: signOn.sessionIndex,
                tokenSource: signOn.tokenSource,
                domain: domain,
                issued: issued,
                expires: (trial ?? usual).wholeSeconds
            )
        )
    }

    /// Keeps who is signed in for the requestor on the device; what the one before was authorized for is forgotten.
    mutating func keep(_ record: AuthenticationRecord, on device: String) {
        let key = DeviceKey(requestor: record.requestor, device: device)
        state.devices[key] = DeviceRecord(authentication: record)
    }
}
