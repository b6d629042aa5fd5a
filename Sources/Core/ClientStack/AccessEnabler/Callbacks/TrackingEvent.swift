/// An event of `sendTrackingData:forEventType:` (access-enabler.md §4.4).
enum TrackingEvent: String, Hashable, Sendable, CaseIterable {
    /// success; then MVPD, hashed GUID, whether the token was cached, device type, client type, OS.
    case authentication = "TRACKING_AUTHENTICATION"
    /// success, MVPD, hashed GUID, cached, error, details, device type, client type, OS.
    case authorization = "TRACKING_AUTHORIZATION"
    /// MVPD, device type, client type, OS.
    case selectedProvider = "TRACKING_GET_SELECTED_PROVIDER"
}
