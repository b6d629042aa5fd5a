import FuzzReadings
import Fuzzing
import NIOHTTP1

/// Compares the fields that NIO has with those of a reader that forgives nothing.
enum HeaderComparison {
    /// The same names in any case, the same values but for blanks around them, in the same order.
    ///
    /// NIO's headers are texts: bytes of a value that are not UTF-8 have become U+FFFD.
    static func same(
        _ fields: HTTPHeaders,
        _ strict: [StrictReader.Field],
        _ property: String
    ) throws(PropertyFailure) {
        try requireEqual(fields.map { $0.name.lowercased() }, strict.map(\.name), property)
        try requireEqual(
            fields.map { Array($0.value.utf8.trimming { $0 == 0x20 || $0 == 0x09 }) },
            strict.map { Array(String(decoding: $0.value, as: UTF8.self).utf8) },
            property
        )
    }

    /// The fields without those of some names, and without those that `Connection` in their message's head names.
    static func others(_ fields: HTTPHeaders, than handled: Set<String>, _ head: HTTPHeaders) -> HTTPHeaders {
        // By bytes: to split a value into letters takes as long as the square of the accents on one.
        let options = head["connection"].flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
        // In small letters of ASCII: for Unicode the Kelvin sign is a capital of `k`, for HTTP it is none.
        let named = Set(options.map { $0.trimming { $0 == 0x20 || $0 == 0x09 }.map(lowercased) })
        return HTTPHeaders(
            fields.filter { field in
                let name = field.name.lowercased()
                return !handled.contains(name) && !named.contains(Array(name.utf8))
            }
        )
    }

    /// The small letter of a capital ASCII letter, any other byte as it is.
    static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension BidirectionalCollection {
    /// Without the elements at either end that are to go.
    func trimming(_ goes: (Element) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !goes($0) }), let last = lastIndex(where: { !goes($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}
