import Device
import VirtualTime

// What happens to the device.

extension ScenarioRun {
    /// The bundle id of the app that the step is about; nil if there is none.
    var bundleID: String? { world.apps.indices.contains(app) ? world.apps[app].bundleID : nil }

    /// Looks whether there is a device.
    func requireDevice(_ line: Int) throws(ScenarioError) {
        guard world.devices.indices.contains(device) else {
            throw ScenarioError(line: line, "there is no device")
        }
    }

    /// Lets something happen to the device.
    mutating func happen(_ event: DeviceEvent, _ line: Int) throws(ScenarioError) {
        try requireDevice(line)
        do throws(DeviceError) {
            seen += try world.apply(event, to: device)
        } catch {
            throw ScenarioError(line: line, "\(error)")
        }
    }
}
