/// A version of an Apple operating system.
public struct PlatformVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The part before the first point.
    public var major: Int
    /// The part between the points.
    public var minor: Int
    /// The part after the second point.
    var patch: Int

    /// The version with these parts.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// The version that `text` writes, `15`, `15.2` or `15.2.1`, or nil if it writes none.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers = [0, 0, 0]
        for (index, part) in parts.enumerated() {
            guard part.allSatisfy({ (48...57).contains($0) }), let number = Int(Substring(part)) else { return nil }
            numbers[index] = number
        }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    /// Checks whether `lhs` came before `rhs`.
    public static func < (lhs: PlatformVersion, rhs: PlatformVersion) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }

    /// The version as Apple prints it: the patch only where there is one.
    public var description: String { "\(major).\(minor)" + (patch == 0 ? "" : ".\(patch)") }
}
