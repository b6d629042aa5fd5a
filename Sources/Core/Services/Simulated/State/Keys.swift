/// Names a requestor on a device.
struct DeviceKey: Hashable, Sendable {
    var requestor: String
    var device: String
}

/// Names an app's installation, as REST API V2 knows whose a profile is (rest-api-v2.md §5.6).
struct ProfileKey: Hashable, Sendable {
    var requestor: String
    var device: String
    /// The client credentials, by their id.
    var client: String
}

/// Names a requestor in a browser: an app and its web view share cookies.
struct SessionKey: Hashable, Sendable {
    var cookies: String
    var requestor: String
}

/// Names an MVPD in a browser.
struct BrowserSessionKey: Hashable, Sendable {
    var cookies: String
    var mvpd: String
}
