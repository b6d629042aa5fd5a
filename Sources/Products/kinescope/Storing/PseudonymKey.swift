/// What the pseudonyms of one recording are made with.
enum PseudonymKey {
    /// 32 random bytes; they are kept nowhere, so that nobody can try out values.
    static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
