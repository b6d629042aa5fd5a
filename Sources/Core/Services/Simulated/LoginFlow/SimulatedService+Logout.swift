import OrderedCollections
import PassAPI
import VirtualTime

// Logout (rest-api-v1.md §7.13; access-enabler.md §6.6).

extension SimulatedService {
    /// `v1.logout`: forgets who is signed in and what was authorized, for the requestor or (without one) for all.
    mutating func logOutDevice(_ call: Call) throws(RefusedCall) -> PassResponse {
        let requestor = call.requestor == nil ? nil : try knownRequestor("requestor", of: call)
        let device = try required("deviceId", of: call)
        forget(device, requestor)
        return PassResponse(status: 204, .empty)
    }

    /// `ae.logout`: a navigation that ends where it says.
    mutating func sdkLogout(_ call: Call) -> PassResponse {
        endSDKSession(call)
        guard let redirect = call.value("redirect_url") else { return PassResponse(status: 200, .empty) }
        return PassResponse(status: 302, .redirect(redirect))
    }

    /// Takes a browser through a logout: Adobe's side, and the MVPD's if the quirk says so.
    mutating func logOut(_ call: Call) throws(RefusedCall) -> LoginResult {
        switch call.request.operation {
        case .logout: _ = try logOutDevice(call)
        case .sdkLogout: endSDKSession(call)
        default:
            throw RefusedCall(failure(400, "Bad Request", details: "no logout: \(call.request.operation.rawValue)"))
        }
        if configuration.quirks.webLogoutReachesProvider { endProviderSessions(call) }
        return .ended(url: call.value("redirect_url") ?? "about:blank")
    }

    private mutating func endSDKSession(_ call: Call) {
        // The SDKs wipe the tokens of all requestors (row K-138), so nothing of the device is left waiting.
        for requestor in configuration.requestors {
            state.sessions[SessionKey(cookies: call.connection.cookies, requestor: requestor.id)] = nil
        }
        if let device = call.device { forget(device, nil) }
    }

    /// The MVPD's own session in this browser ends; without an MVPD in the call every one does.
    private mutating func endProviderSessions(_ call: Call) {
        let providers = call.value("mso_id").map { [$0] } ?? configuration.providers.map(\.listing.id)
        for mvpd in providers {
            state.browserSessions[BrowserSessionKey(cookies: call.connection.cookies, mvpd: mvpd)] = nil
        }
    }

    /// Forgets sign-on and authorizations of the device.
    private mutating func forget(_ device: String, _ requestor: String?) {
        for id in requestor.map({ [$0] }) ?? configuration.requestors.map(\.id) {
            let key = DeviceKey(requestor: id, device: device)
            if state.devices[key] != nil { state.devices[key] = DeviceRecord() }
        }
    }
}
