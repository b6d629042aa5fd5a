/// A number of bytes as a person reads it: `640 bytes`, `1.5 KiB`, `16 MiB`.
public struct ByteCount: Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public var bytes: Int64

    /// So many bytes.
    public init(_ bytes: some BinaryInteger) { self.bytes = Int64(clamping: bytes) }

    /// The number in the largest unit of which there is one at least, with one decimal place if it is not zero.
    public var description: String {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        guard bytes >= 1_024 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var unit = 0
        var size: Int64 = 1_024
        while unit < units.count - 1, bytes / 1_024 >= size {
            size *= 1_024
            unit += 1
        }
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: size)
        // Rounded down: what is short of a unit is never shown as all of it.
        let tenths = rest / (size / 1_024) * 10 / 1_024
        return "\(whole)\(tenths == 0 ? "" : ".\(tenths)") \(units[unit])"
    }
}
