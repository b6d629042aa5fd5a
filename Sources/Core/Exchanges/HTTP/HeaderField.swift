public import Documents

/// A header field as it came: name in its own case, value untouched, duplicates and order kept.
///
/// swift-http-types is not used here because it refuses what real captures contain: a recording keeps malformed names.
public struct HeaderField: Hashable, Sendable {
    /// The name as written.
    @ExactText public var name: String
    /// The value as written.
    @ExactText public var value: String

    /// A field of this name and value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HeaderField {
    /// Checks whether its name is `name`, in any case of ASCII letters in either.
    public func isNamed(_ name: String) -> Bool { sameLetters(self.name, name) }
}

/// Header fields in the order they came.
public typealias HeaderFields = [HeaderField]

extension HeaderFields {
    /// The value of the first field of this name, in whatever case it was written.
    public subscript(first name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }
}
