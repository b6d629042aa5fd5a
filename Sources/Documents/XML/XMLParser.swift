extension XMLDocument {
    /// The document that `bytes` hold.
    public init(parsing bytes: some Collection<UInt8>, limits: XMLLimits = .default) throws(XMLError) {
        throw XMLError(.empty)
    }
}
extension XMLError {
    /// What is wrong and where, in one line.
    public var description: String { "\(cause)" }
}
extension XMLElement {
    /// The element as XML text, without a declaration.
    public var serialized: String { "" }
}
