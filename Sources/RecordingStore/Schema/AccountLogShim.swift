import Documents
import Exchanges
import SubscriberAccount

/// Until the account log is read and written by Exchanges.
enum AccountLog {
    static func line(for response: AccountResponse) -> String { "{}" }
    static func parse(_ bytes: [UInt8]) throws(JSONError) -> [AccountResponse] { [] }
}
