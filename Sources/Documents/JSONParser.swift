extension JSONValue {
    /// The value that `bytes` hold.
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        throw JSONError(.empty, byteOffset: 0, line: 1, column: 1)
    }
    /// The value as compact JSON text, members in their order.
    public var serialized: String { "" }
}
extension JSONError {
    /// What is wrong and where, in one line.
    public var description: String { "\(cause)" }
}
extension JSONNumber {
    static func isNumber(_ text: String.UTF8View) -> Bool { !text.isEmpty }
}
