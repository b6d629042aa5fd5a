import VirtualTime

/// Temp Pass (rest-api-v1.md §7.14).
extension OperationSpecification {
    // v1/free-preview-for-temp-pass-and-promotional-temp-pass.md
    static let freePreview = Row(.freePreview, .restV1, "POST /api/v1/authenticate/freepreview", for: .tempPass) {
        $0.adobeName = "Free Preview for Temp Pass and Promotional Temp Pass"
        $0.answer = .status()
        $0.grants = [.issues(.authenticationToken), .brings(.authenticationToken, for: .checkAuthentication)]
        $0.parameters = [
            .identity(.requestor, "requestor_id", [.form, .query], aliases: ["requestor"]), .device([.form, .query]),
            .identity(.mvpd, "mso_id", [.form, .query]), .carried("domain_name", [.form, .query], isRequired: true),
            .carried("generic_data", [.form, .query], holds: .user),
        ]
        $0.parameters += ParameterSpecification.deprecated + [.deviceInformation, .authorization]
    }

    // [D23] reset-temp-pass.md: by device, or for a promotional pass by the hash it is kept under, at a path of its own
    static let resetTempPass = Row(.resetTempPass, .restV1, "DELETE /reset-tempass/v3/reset", for: .trialReset) {
        $0.adobeName = "Reset Temp Pass"
        $0.caller = .programmer
        $0.host = .management
        $0.paths.append("/reset-tempass/v3/reset/generic")
        $0.lastPathParameter = "key"
        $0.answer = .status()
        $0.parameters = [
            .identity(.device, "device_id", [.query], isRequired: false),
            .identity(.trialKey, "key", [.query], isRequired: false), .identity(.requestor, "requestor_id", [.query]),
            .identity(.mvpd, "mvpd_id", [.query]), .authorization,
        ]
    }
}
