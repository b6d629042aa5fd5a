import OrderedCollections
import PassAPI
public import VirtualTime

// Who is signed on (rest-api-v1.md §7.2 to §7.5, §7.12).

/// The server's knowledge of a requestor on a device.
enum SignOnState {
    /// Nobody has signed in, or has logged out since.
    case none
    /// The sign-on has run out, or its integration is no longer in force.
    case expired
    /// Somebody is signed in.
    case valid(AuthenticationRecord)
}

extension SimulatedService {
    /// Returns the sign-on for `requestor` on `device` at `time` (server's time).
    func signOn(_ requestor: String, _ device: String, appID: String? = nil, at time: Instant) -> SignOnState {
        if let record = state.devices[DeviceKey(requestor: requestor, device: device)]?.authentication {
            let isInForce = integration(requestor, record.mvpd)?.isEnabled ?? false
            return isInForce && time < record.expires ? .valid(record) : .expired
        }
        return .none
    }

    /// Checks whether a user is signed in for `requestor` on `device` at `now` (true time), as the calls of REST API V1
    /// see it.
    public func isSignedIn(_ requestor: String, on device: String, at now: Instant) -> Bool {
        if case .valid = signOn(requestor, device, at: serverTime(at: now)) { true } else { false }
    }

    /// Returns the sign-on for the call's requestor and device.
    mutating func signOn(of call: Call) throws(RefusedCall) -> SignOnState {
        let requestor = try knownRequestor("requestor", of: call)
        let device = try required("deviceId", of: call)
        return signOn(requestor, device, appID: call.value("appId"), at: call.time)
    }

    /// `v1.checkauthn`.
    mutating func checkAuthentication(_ call: Call) throws(RefusedCall) -> PassResponse {
        // Published clients leave the requestor out (§7.4): then anybody's sign-on on the device counts.
        let requestors =
            call.requestor == nil ? configuration.requestors.map(\.id) : [try knownRequestor("requestor", of: call)]
        let device = try required("deviceId", of: call)
        var isKnown = false
        for requestor in requestors {
            switch signOn(requestor, device, appID: call.value("appId"), at: call.time) {
            case .valid: return PassResponse(status: 200, .empty)
            case .expired: isKnown = true
            case .none: continue
            }
        }
        // The words are those of an expired token before any sign-in, too (§7.4).
        let code = isKnown ? "authentication_session_expired" : "authentication_session_missing"
        return failure(403, "Authentication token expired", code: code)
    }

    /// `v1.authn.read`: the polling call.
    mutating func readAuthenticationToken(_ call: Call) throws(RefusedCall) -> PassResponse {
        switch try signOn(of: call) {
        case .valid(let record): return PassResponse(status: 200, .authentication(record.answer))
        case .expired: return failure(410, "Gone", code: "authentication_session_expired")
        case .none: return failure(404, "Not Found", code: "authentication_session_missing")
        }
    }

    /// `v1.checkauthn.code`: the second screen asks whether the login worked.
    mutating func checkAuthenticationByCode(_ call: Call) throws(RefusedCall) -> PassResponse {
        let code = try required("code", of: call)
        if let record = self.code(code), let login = record.login,
            call.requestor ?? record.requestor == record.requestor,
            call.time < record.expires, call.time < login.expires
        {
            return PassResponse(status: 200, .empty)
        }
        return failure(403, "Forbidden", code: "authentication_session_missing")
    }

    /// `v1.authenticate.code`.
    mutating func readAuthenticationByCode(_ call: Call) throws(RefusedCall) -> PassResponse {
        guard let login = try validCode(call).login, call.time < login.expires else {
            return failure(404, "Not Found", code: "authentication_session_missing")
        }
        return PassResponse(status: 200, .authentication(login.answer))
    }

    /// `v1.usermetadata`.
    mutating func readUserMetadata(_ call: Call) throws(RefusedCall) -> PassResponse {
        answer(with: try signedIn(call, orElse: 412), at: call.now)
    }
}

extension AuthenticationRecord {
    /// Its content on the wire.
    var answer: AuthenticationDetails {
        AuthenticationDetails(requestor: self.requestor, mvpd: self.mvpd, userID: self.userID, expires: self.expires)
    }
}
