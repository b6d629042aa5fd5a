/// The identifiers that the hardware and the system hold.
public struct DeviceIdentifiers: Hashable, Sendable {
    /// The Wi-Fi MAC address, `02:1a:…`; apps see a constant from iOS 7 on.
    public var wifiAddress: String
    /// The advertising identifier, a UUID; the user may reset it.
    public var advertisingIdentifier: String
    /// What identifiers for vendors are derived from.
    public var seed: UInt64

    /// Identifiers of these values.
    public init(wifiAddress: String, advertisingIdentifier: String, seed: UInt64) {
        self.wifiAddress = wifiAddress
        self.advertisingIdentifier = advertisingIdentifier
        self.seed = seed
    }
}
