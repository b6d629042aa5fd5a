import Documents

/// A property that does not hold for some input: what libFuzzer and the tests look for.
public struct PropertyFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The property, as a short name that stays: findings are told apart by it.
    public var property: String
    /// What was expected and what was there.
    public var detail: String

    /// A failure of `property`.
    public init(_ property: String, _ detail: String) {
        self.property = property
        self.detail = detail
    }

    /// One line.
    public var description: String { "property \(property): \(detail)" }
}

/// Throws a failure of `property` unless `condition` holds.
public func require(
    _ condition: Bool,
    _ property: String,
    _ detail: @autoclosure () -> String
) throws(PropertyFailure) {
    guard condition else { throw PropertyFailure(property, detail()) }
}

/// Throws a failure of `property` unless the two are equal.
public func requireEqual<Value: Equatable>(
    _ first: Value,
    _ second: Value,
    _ property: String
) throws(PropertyFailure) {
    guard first == second else {
        throw PropertyFailure(property, "\("\(first)".prefix(300)) is not \("\(second)".prefix(300))")
    }
}

/// What `body` answers; whatever it throws is a failure of `property`, unless it is one of another already.
public func attempt<Value>(_ property: String, _ body: () throws -> Value) throws(PropertyFailure) -> Value {
    do {
        return try body()
    } catch let failure as PropertyFailure {
        throw failure
    } catch {
        throw PropertyFailure(property, "\(error)")
    }
}

/// Throws a failure of `property` unless `text` says something, stays in one line and can be shown as it is.
///
/// Looked at are scalars: a carriage return and a line feed are one character, which is neither.
public func requireOneLine(_ text: String, _ property: String = "error-in-one-line") throws(PropertyFailure) {
    try require(
        !text.isEmpty && !text.unicodeScalars.contains(where: \.isHarmfulToShow),
        property,
        text.quoted
    )
}
