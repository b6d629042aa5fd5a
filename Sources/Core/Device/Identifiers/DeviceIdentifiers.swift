public import OrderedCollections
import VirtualTime

/// The identifiers that the hardware and the system hold.
public struct DeviceIdentifiers: Hashable, Sendable {
    /// The Wi-Fi MAC address, `02:1a:…`; apps see a constant from iOS 7 on.
    public var wifiAddress: String
    /// The advertising identifier, a UUID; the user may reset it.
    public var advertisingIdentifier: String
    /// The seed that identifiers for vendors and new advertising identifiers are derived from.
    public var seed: UInt64

    /// The number of times that the advertising identifier was reset.
    public internal(set) var advertisingResets: UInt64 = 0
    /// The number of times that the last app of a vendor was deleted; a vendor that is not there lost none.
    public internal(set) var vendorLosses: OrderedDictionary<Vendor, UInt64> = [:]

    /// Identifiers of these values.
    public init(wifiAddress: String, advertisingIdentifier: String, seed: UInt64) {
        self.wifiAddress = wifiAddress
        self.advertisingIdentifier = advertisingIdentifier
        self.seed = seed
    }

    /// Identifiers that all follow from `seed`.
    public init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed).split("Wi-Fi address")
        let bits = generator.next()
        let bytes = [0x02] + stride(from: UInt64(0), to: 40, by: 8).map { UInt8(truncatingIfNeeded: bits >> $0) }
        self.init(wifiAddress: bytes.map(hexadecimal).joined(separator: ":"), advertisingIdentifier: "", seed: seed)
        advertisingIdentifier = derivedAdvertisingIdentifier
    }

    /// A new advertising identifier in place of the old one: the user reset it.
    mutating func resetAdvertisingIdentifier() {
        advertisingResets &+= 1
        advertisingIdentifier = derivedAdvertisingIdentifier
    }

    private var derivedAdvertisingIdentifier: String {
        uuid(SeededGenerator(seed: seed).split("advertising").split("\(advertisingResets)"))
    }

    /// The last app of `vendor` went: the next one that comes gets another identifier.
    mutating func lostLastApp(of vendor: Vendor) { vendorLosses[vendor, default: 0] &+= 1 }

    /// The identifier that all apps of `vendor` see.
    func identifier(for vendor: Vendor) -> String {
        uuid(
            SeededGenerator(seed: seed).split("vendor").split(vendor.teamID).split(vendor.prefix)
                .split("\(vendorLosses[vendor] ?? 0)")
        )
    }
}

/// A random UUID as Apple's `uuidString` prints it, in capitals.
private func uuid(_ source: SeededGenerator) -> String {
    var generator = source
    // Version 4, variant 1.
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
    let bytes = [high, low].flatMap { half in
        stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
    var text = ""
    for (index, byte) in bytes.enumerated() {
        if [4, 6, 8, 10].contains(index) { text += "-" }
        text += hexadecimal(byte)
    }
    return text.uppercased()
}

private func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
