import Documents
import ProxyProtocol

extension ProxyCredentials {
    /// Checks whether the values of `Proxy-Authorization` are one, `Basic`, with this name and password.
    ///
    /// The time that it takes shows nothing of how much of it was right.
    func match(_ values: [String]) -> Bool {
        guard values.count == 1, let value = values.first else { return false }
        let parts = value.utf8.split(separator: 0x20, maxSplits: 1).map { Substring($0) }
        guard parts.count == 2, sameLetters(String(parts[0]), "basic"),
            let given = try? Base64.decode(String(parts[1].trimmedSpaces), allowsTrailingBits: true)
        else { return false }
        return Self.areEqual(given, Array("\(user):\(password)".utf8))
    }

    private static func areEqual(_ given: [UInt8], _ expected: [UInt8]) -> Bool {
        var difference = given.count ^ expected.count
        for index in given.indices {
            difference |= Int(given[index] ^ (expected.isEmpty ? 0 : expected[index % expected.count]))
        }
        return difference == 0
    }
}
