import Crypto
public import Device
import Documents
public import SubscriberAccount

/// The device id that AccessEnabler sends and to which tokens are bound (rows K-154, K-156).
public struct DeviceID: Hashable, Sendable {
    /// The values that it was computed from.
    public var basis: DeviceIDBasis
    /// 64 lower-case hexadecimal digits: a SHA-256 (access-enabler.md §10).
    public var hash: String

    /// A device id that was computed before.
    init(basis: DeviceIDBasis, hash: String) {
        self.basis = basis
        self.hash = hash
    }

    /// The device id of `identifier`, which is of the kind `basis`.
    public init(_ basis: DeviceIDBasis, of identifier: String) {
        self.basis = basis
        hash = Hexadecimal.text(of: SHA256.hash(data: Array(identifier.utf8)))
    }

    /// The device id that AccessEnabler `version` computes in the app `bundleID` on `device`.
    public init(
        on device: Device,
        bundleID: String,
        version: PlatformVersion,
        options: StorageOptions = .default
    ) {
        let basis = DeviceIDBasis.of(version, on: device.system, options: options)
        self.init(basis, of: device.identifier(basis, for: bundleID))
    }
}
