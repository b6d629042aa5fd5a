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
        let isText = id.utf8.elementsEqual(bytes) && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isText && !id.utf8.starts(with: prefix.utf8) ? id : value
    }

    /// Checks whether a header's value is of the one type, with something in Base64 behind it: what is not is refused (§3.2).
    package static func isReadable(_ value: String) -> Bool {
        guard value.utf8.starts(with: prefix.utf8) else { return false }
        let encoded = String(Substring(value.utf8.dropFirst(prefix.utf8.count)))
        return (try? Base64.decode(encoded, padding: .optional))?.isEmpty == false
    }

    /// Returns the header's value for an id; what was not read is sent as it came.
    static func value(for id: String) -> String {
        id.utf8.starts(with: prefix.utf8) ? id : prefix + Base64.encode(Array(id.utf8))
    }

    private static let prefix = "fingerprint "
}
