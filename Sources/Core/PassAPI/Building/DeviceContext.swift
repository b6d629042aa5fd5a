/// The values that device-side calls have in common (rest-api-v1.md §2).
public struct DeviceContext: Hashable, Sendable {
    /// The Programmer.
    public var requestor: String
    /// The device's id.
    public var deviceID: String
    /// Client information, as the header carries it.
    public var deviceInformation: String?
    /// The access token, without its scheme; nil leaves the header out.
    public var accessToken: String?
    /// The headers of REST API V2 in which the platform or an identity service names the user (rest-api-v2.md §3.5).
    public var userHeaders: [PassRequest.Parameter] = []

    /// A context of these parts.
    public init(
        requestor: String,
        deviceID: String,
        deviceInformation: String? = nil,
        accessToken: String? = nil
    ) {
        self.requestor = requestor
        self.deviceID = deviceID
        self.deviceInformation = deviceInformation
        self.accessToken = accessToken
    }
}
