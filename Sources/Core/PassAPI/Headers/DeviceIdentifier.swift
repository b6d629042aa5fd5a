import Documents

/// The value of `AP-Device-Identifier`: the device's id in Base64 behind the one type that there is (rest-api-v2.md §3.2).
package enum DeviceIdentifier {
    package static let header = "AP-Device-Identifier"

    /// Returns the id in a header's value; the value itself where there is none to be read.
    ///
    /// So the id is the same text as V1's `deviceId` of an app that keeps it.
    static func id(in value: String) -> String {
        guard value.utf8.starts(with: prefix.utf8) else { return value }
        let encoded = String(Substring(value.utf8.dropFirst(prefix.utf8.count)))
        guard let bytes = try? Base64.decode(encoded, padding: .optional), !bytes.isEmpty else { return value }
        // A hash may be sent as its bytes (§3.2: unconfirmed): only its Base64 can be shown then.
        let id = String(decoding: bytes, as: UTF8.self)
        let isText = id.utf8.elementsEqual(bytes) && !bytes.contains(where: isControl)
        return isText && !id.utf8.starts(with: prefix.utf8) ? id : value
    }

    /// Checks whether a header's value is of the one type, with something in Base64 behind it: what is not is refused (§3.2).
    package static func isReadable(_ value: String) -> Bool {
        guard value.utf8.starts(with: prefix.utf8) else { return false }
        let encoded = String(Substring(value.utf8.dropFirst(prefix.utf8.count)))
        return (try? Base64.decode(encoded, padding: .optional))?.isEmpty == false
    }

    /// Checks whether an id is a text with control characters, which no id is (§15: they were an error of the service once).
    package static func hasControlCharacters(_ id: String) -> Bool {
        guard id.utf8.starts(with: prefix.utf8) else { return id.utf8.contains(where: isControl) }
        let encoded = String(Substring(id.utf8.dropFirst(prefix.utf8.count)))
        guard let bytes = try? Base64.decode(encoded, padding: .optional) else { return false }
        return String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) && bytes.contains(where: isControl)
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Returns the header's value for an id; what was not read is sent as it came.
    static func value(for id: String) -> String {
        id.utf8.starts(with: prefix.utf8) ? id : prefix + Base64.encode(Array(id.utf8))
    }

    private static let prefix = "fingerprint "
}
