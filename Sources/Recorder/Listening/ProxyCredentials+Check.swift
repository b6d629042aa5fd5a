import Foundation

extension ProxyCredentials {
    /// Whether the values of `Proxy-Authorization` are one, `Basic`, with this name and password.
    ///
    /// How long it takes tells nothing of how much of it was right.
    func match(_ values: [String]) -> Bool {
        guard values.count == 1, let value = values.first else { return false }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let given = Data(base64Encoded: parts[1].trimmingCharacters(in: .whitespaces))
        else { return false }
        return Self.areEqual(Array(given), Array("\(user):\(password)".utf8))
    }

    private static func areEqual(_ given: [UInt8], _ expected: [UInt8]) -> Bool {
        var difference = given.count ^ expected.count
        for index in given.indices {
            difference |= Int(given[index] ^ (expected.isEmpty ? 0 : expected[index % expected.count]))
        }
        return difference == 0
    }
}
