/// A header field as it came: name in its own case, value untouched, duplicates and order kept.
///
/// swift-http-types is not used here because it refuses what real captures contain: a recording keeps malformed names.
public struct HeaderField: Hashable, Sendable {
    /// The name as written.
    public var name: String
    /// The value as written.
    public var value: String

    /// A field of this name and value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HeaderField {
    /// Whether its name is `name`, in whatever case of ASCII letters either is written.
    public func isNamed(_ name: String) -> Bool {
        let (mine, other) = (self.name.utf8, name.utf8)
        return mine.count == other.count && zip(mine, other).allSatisfy { lowercased($0) == lowercased($1) }
    }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

/// Header fields in the order they came.
public typealias HeaderFields = [HeaderField]

extension HeaderFields {
    /// The value of the first field of this name, in whatever case it was written.
    public subscript(first name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }
}
