import Crypto
import Documents

/// The MD5 of a text as 32 hexadecimal digits, as tracking data carry a user's GUID (access-enabler.md §4.4).
enum MD5Text {
    static func of(_ text: String) -> String {
        Hexadecimal.text(of: Insecure.MD5.hash(data: Array(text.utf8)))
    }
}
