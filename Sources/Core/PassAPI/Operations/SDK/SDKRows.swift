// What the rows of the SDKs' protocol have in common (access-enabler.md §14).

import VirtualTime

extension OperationSpecification {
    /// An operation below `/adobe-services`; no page names these, so they go by their paths.
    static func sdk(
        _ operation: Operation,
        _ method: String,
        _ path: String,
        for role: CallRole,
        _ fill: (OperationSpecification) -> Void
    ) -> OperationSpecification {
        Row(operation, .accessEnabler, "\(method) /adobe-services/\(path)", for: role) {
            $0.adobeName = "AccessEnabler " + (path.hasSuffix("/{requestor}") ? String(path.dropLast(12)) : path)
            fill($0)
            $0.parameters += ParameterSpecification.sdkHeaders
        }
    }
}

extension ParameterSpecification {
    /// The parameters that calls of the SDKs carry in headers (access-enabler.md §14.3).
    static let sdkHeaders: [ParameterSpecification] = [
        deviceInformation, volatile("networkType", [.form, .query]), authorization,
        identity(.device, "AP_21", [.header], isRequired: false, isOfBrowser: true),
        carried("AP_19", [.header], holds: .user), carried("AP_23", [.header], holds: .secret),
        volatile("AP_42", [.header]), volatile("AP_11", [.header]), volatile("AP_Z", [.header]),
        volatile("pass_sfp", [.header], holds: .device),
    ]

    static let sdkRequestor = identity(.requestor, "requestor_id", [.form, .query], aliases: ["requestor"])
    static let sdkMVPD = identity(.mvpd, "mso_id", [.form, .query], isRequired: false)
    static let sdkCode = identity(.code, "reg_code", [.form, .query], isRequired: false)
    static let sdkDevice = identity(.device, "device_id", [.form, .query], aliases: ["deviceId"], isRequired: false)
    static let signedRequestor = carried("signed_requestor_id", [.form, .query], holds: .secret)

    static func authenticationToken(isRequired: Bool = true) -> ParameterSpecification {
        carried("authentication_token", [.form], isRequired: isRequired, holds: .grant(.authenticationToken))
    }
}
