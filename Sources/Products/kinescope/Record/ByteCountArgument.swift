import ArgumentParser

/// A number of bytes as a person writes it.
struct ByteCountArgument: Hashable, Sendable, ExpressibleByArgument {
    /// How many.
    var bytes: Int

    /// So many.
    init(bytes: Int) { self.bytes = bytes }

    /// `65536`, `512kB`, `16MB`, `2GB`; the units are powers of 1,000, `KiB`, `MiB` and `GiB` of 1,024.
    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0 else { return nil }
        let unit = argument.dropFirst(digits.count).lowercased()
        guard let factor = Self.factors[unit] else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow, bytes <= Self.largest else { return nil }
        self.bytes = bytes
    }

    private static let factors = [
        "": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "k": 1_000, "m": 1_000_000,
        "g": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    ]
    /// A pebibyte: more no disk holds.
    private static let largest = 1 << 50
}
