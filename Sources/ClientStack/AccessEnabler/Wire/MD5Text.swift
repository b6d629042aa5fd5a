import Crypto

/// The MD5 of a text as 32 hexadecimal digits, as tracking data carry a user's GUID (access-enabler.md §4.4).
enum MD5Text {
    static func of(_ text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(32)
        for byte in Insecure.MD5.hash(data: Array(text.utf8)) {
            result.append(digits[Int(byte >> 4)])
            result.append(digits[Int(byte & 15)])
        }
        return String(decoding: result, as: UTF8.self)
    }
}
