import History
import PassAPI
import Services

extension RecordedSession {
    /// The device ids that the app has used one after the other, each with the exchange that it first appears in.
    ///
    /// Empty if the app has one id. A registration code that is made for a placeholder, before the device has an id, is
    /// no change (conformance-rules.md DEV-001).
    var changedDeviceIDs: [(device: String, ordinal: Int)] {
        guard !sentDeviceIDs.isEmpty else { return [] }
        var found: [(device: String, ordinal: Int)] = []
        for (place, call) in calls.enumerated() {
            guard let device = sentDeviceIDs[call.ordinal] ?? call.deviceID else { continue }
            let isPlaceholder =
                found.isEmpty && call.request.operation.role == .code
                && !calls[(place + 1)...].contains { (sentDeviceIDs[$0.ordinal] ?? $0.deviceID) == device }
            if !isPlaceholder, !found.contains(where: { $0.device == device }) { found.append((device, call.ordinal)) }
        }
        return found.count > 1 ? found : []
    }
}

extension DeviceAliases {
    /// The device ids that the recorded calls show to be one device's.
    init(of recognized: [(call: RecordedCall, userAgent: String?)]) {
        var clients = AccessTokenClients()
        for (call, _) in recognized { clients.take(call.request, call.response) }
        self.init(
            recognized.lazy.compactMap { call, userAgent in
                call.deviceID.map { NamedCall($0, call.request, userAgent: userAgent, clients: clients) }
            }
        )
    }
}
