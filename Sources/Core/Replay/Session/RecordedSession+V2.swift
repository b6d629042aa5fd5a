import PassAPI
import Services

extension RecordedSession {
    /// Sorts the calls of an app that speaks REST API V2, which names its device in a header (rest-api-v2.md §3.1).
    ///
    /// Some calls need no device, and the second screen makes them too: where the app names itself in the same call, one that
    /// names nobody is the second screen's.
    mutating func sortV2(
        _ recognized: [(call: RecordedCall, userAgent: String?)],
        device: String?
    ) throws(ReplayError) {
        let devices = Self.devices(in: recognized.map(\.call))
        if let device, !devices.contains(device) { throw .unknownDevice(device) }
        let chosen = device ?? devices.first
        otherDevices = devices.filter { $0 != chosen }
        let named = recognized.filter { $0.call.deviceID == chosen && chosen != nil }
        let namedOperations = Set(named.map(\.call.request.operation))
        let agents = Set(named.compactMap(\.userAgent))
        let others = Set(
            recognized.filter { $0.call.deviceID != nil && $0.call.deviceID != chosen }.compactMap(\.userAgent)
        )
        .subtracting(agents)
        for (call, agent) in recognized {
            let operation = call.request.operation
            // A stray call of V1 names the device in its own way.
            if operation.interface != .restV2, operation.interface != .clientRegistration,
                !operation.caller.isBesideTheApp
            {
                calls.append(call)
                continue
            }
            let isOtherDevice = call.deviceID.map { $0 != chosen } ?? agent.map { others.contains($0) } ?? false
            let isUnnamed = call.deviceID == nil && namedOperations.contains(operation)
            if isOtherDevice || isUnnamed || operation.caller.isBesideTheApp {
                besides.append(call)
            } else {
                calls.append(call)
            }
        }
        guard !calls.isEmpty else { throw .noSignOn }
    }
}
