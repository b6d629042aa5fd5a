/// Names a requestor on a device.
struct DeviceKey: Hashable, Sendable {
    var requestor: String
    var device: String
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
