/// The values that the calls of the AccessEnabler SDKs have in common, in each of their dialects (access-enabler.md
/// §14).
///
/// Native 1.x signs the requestor id, native 3.x and browsers carry an access token instead.
public struct SDKContext: Hashable, Sendable {
    /// The Programmer.
    public var requestor: String
    /// The requestor id signed with the Programmer's key (until 3.0).
    public var signedRequestor: String?
    /// `device_id`: what native clients send in the form; browsers name theirs in the header `AP_21`.
    public var deviceID: String?
    /// Client information: Base64 of JSON (3.x).
    public var deviceInformation: String?
    /// `networkType`, such as `WIFI` (3.x).
    public var networkType: String?
    /// The access token, without its scheme.
    public var accessToken: String?
    /// Further headers by their documented names, in the specification's order: `AP_21`, …, `pass_sfp`, `User-Agent`.
    ///
    /// `Host` sends the call to one of several service providers.
    public var headers: [PassRequest.Parameter]

    /// A context of these parts.
    public init(
        requestor: String,
        signedRequestor: String? = nil,
        deviceID: String? = nil,
        deviceInformation: String? = nil,
        networkType: String? = nil,
        accessToken: String? = nil,
        headers: [PassRequest.Parameter] = []
    ) {
        self.requestor = requestor
        self.signedRequestor = signedRequestor
        self.deviceID = deviceID
        self.deviceInformation = deviceInformation
        self.networkType = networkType
        self.accessToken = accessToken
        self.headers = headers
    }
}
