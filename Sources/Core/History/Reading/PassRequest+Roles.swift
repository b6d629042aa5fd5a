import PassAPI

extension PassRequest {
    /// True if only a browser makes this call for itself (access-enabler.md §14.3): native apps sign it or name a
    /// device.
    var isBrowserOnly: Bool {
        operation.caller == .browserApp && self["signed_requestor_id"] == nil && lastingDeviceID == nil
    }

    /// True if it opens or leads through the pages of a login.
    var isLoginPage: Bool { operation.caller == .loginPage }

    /// True if a browser may make it for a device that shows a code (rest-api-v1.md §9).
    var isSecondScreen: Bool { operation.caller == .secondScreen || isLoginPage }
}

extension PassResponse {
    /// The device id that the service made.
    var individualizedDevice: String? {
        if case .individualizedDevice(let id) = content { id } else { nil }
    }

    /// The client's id of a registration.
    var registeredClient: String? {
        if case .clientRegistration(let registration) = content { registration.clientID } else { nil }
    }
}
