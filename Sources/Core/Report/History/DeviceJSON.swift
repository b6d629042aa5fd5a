public import Documents
public import History

/// A device of a recording as an object: what it is told by, and which calls are its own.
public enum DeviceJSON {
    /// The object.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - isSelected: whether the command is about this device.
    /// - Returns: the members, always all of them.
    public static func object(for device: ObservedDevice, isSelected: Bool) -> JSONObject {
        [
            "type": .string("device"),
            "name": .string(device.name),
            "otherDeviceIds": .texts(device.otherIDs),
            "identity": .string(device.identity.code),
            "userAgents": .texts(device.userAgents),
            "callCount": .count(device.callCount),
            "secondScreenCallCount": .count(device.secondScreenOrdinals.count),
            "exchanges": .ordinals(device.ordinals),
            "isSelected": .bool(isSelected),
        ]
    }

    /// What a device can be told by.
    static let identities = ["deviceId", "browser", "registrationCode", "userAgent"]
}

extension ObservedDevice.Identity {
    fileprivate var code: String {
        switch self {
        case .id: "deviceId"
        case .browser: "browser"
        case .code: "registrationCode"
        case .userAgent: "userAgent"
        }
    }
}
