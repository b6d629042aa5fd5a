import VirtualTime

/// Parameters that many operations share (rest-api-v1.md §2).
extension ParameterSpecification {
    /// The Bearer token, or the signed header of old (§3.5); `access_token` in query or form means the same.
    static let authorization = carried(
        "Authorization",
        [.header, .query, .form],
        aliases: ["access_token"],
        holds: .grant(.accessToken)
    )

    /// Client information: the header is preferred, `device_info` in query or form carries the same payload.
    static let deviceInformation = carried("X-Device-Info", [.header, .query, .form], aliases: ["device_info"])

    /// Deprecated and undocumented extras that real clients send.
    static let deprecated: [ParameterSpecification] = [
        "deviceType", "deviceUser", "appId", "appVersion", "networkType",
    ]
    .map { carried($0, [.query, .form]) }

    static func requestor(_ places: [Place] = [.query, .form], isRequired: Bool = true) -> ParameterSpecification {
        identity(.requestor, "requestor", places, aliases: ["requestor_id"], isRequired: isRequired)
    }

    static func device(_ places: [Place] = [.query, .form]) -> ParameterSpecification {
        identity(.device, "deviceId", places, aliases: ["device_id"])
    }

    static let resource = identity(.resource, "resource", [.query, .form])

    static let code = identity(.code, "code", [.path])
}

extension [ParameterSpecification] {
    /// Returns the parameters that the device-side calls of §7 have in common, and `extra`.
    static func deviceCall(_ extra: [ParameterSpecification] = []) -> [ParameterSpecification] {
        [.requestor(), .device()] + extra + ParameterSpecification.deprecated + [.deviceInformation, .authorization]
    }
}
