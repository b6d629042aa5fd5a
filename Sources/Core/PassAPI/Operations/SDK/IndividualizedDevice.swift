import Documents

extension OperationSpecification {
    // access-enabler.md §14.3; [Y], [J]
    static let individualizeDevice = Row(
        .individualizeDevice,
        .accessEnabler,
        "POST /indiv/devices",
        for: .individualization
    ) {
        $0.adobeName = "AccessEnabler indiv/devices"
        $0.caller = .browserApp
        $0.access = .never
        $0.answer = .document(.json) { (device: IndividualizedDevice) in .individualizedDevice(deviceID: device.id) }
        $0.answered = ["deviceId": .device]
        $0.parameters =
            [.identity(.device, "fingerprint", [.json, .form], isOfBrowser: true)] + ParameterSpecification.sdkHeaders
    }
}

/// The device id that the service made for a browser.
package struct IndividualizedDevice: JSONPayload {
    package static let shape = ResponseShape("deviceId")

    let id: String

    init(id: String) { self.id = id }

    init(reading node: AnswerNode) throws(AnswerFailure) { id = try node.required("deviceId") }

    func json(_ choices: WireChoices) -> JSONObject { ["deviceId": .string(id)] }
}
