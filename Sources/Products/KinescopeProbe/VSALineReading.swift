import Foundation
import SubscriberAccount
import VirtualTime

/// The result in a line of a VSA log, as `kinescope serve` gives it.
enum VSALineReading {
    /// The reason that a line holds no result.
    struct Unreadable: Error, Hashable {
        /// The key whose value is not what it has to be; nil for the line as a whole.
        var key: String?
    }

    /// The result of a call of the kind of `question`.
    static func result(of question: VSARequest, in body: Data) throws(Unreadable) -> VSAResult {
        guard let line = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { throw Unreadable() }
        let failure: AccountError? = try optional(line, "error", error)
        switch question {
        case .checkAccessStatus:
            guard line["call"] as? String == "checkAccessStatus" else { throw Unreadable(key: "call") }
            guard let status = (line["accessStatus"] as? String).flatMap(AccountAccessStatus.init(name:)) else {
                throw Unreadable(key: "accessStatus")
            }
            return .accessStatus(status, failure)
        case .enqueue:
            guard line["call"] as? String == "enqueue" else { throw Unreadable(key: "call") }
            return .metadata(try optional(line, "metadata", metadata), failure)
        }
    }

    /// Source: video-subscriber-account.md §5.
    private static func metadata(_ object: [String: Any]) throws(Unreadable) -> AccountMetadata {
        var metadata = AccountMetadata()
        metadata.accountProviderIdentifier = try text(object, "accountProviderIdentifier")
        if let date = try text(object, "authenticationExpirationDate") {
            guard let instant = Instant(iso8601: date) else { throw Unreadable(key: "authenticationExpirationDate") }
            metadata.authenticationExpirationDate = instant
        }
        if let base64 = try text(object, "verificationData") {
            guard let data = Data(base64Encoded: base64) else { throw Unreadable(key: "verificationData") }
            metadata.verificationData = Array(data)
        }
        metadata.samlAttributeQueryResponse = try text(object, "samlAttributeQueryResponse")
        metadata.accountProviderResponse = try optional(object, "accountProviderResponse", providerResponse)
        return metadata
    }

    /// Source: video-subscriber-account.md §6.
    private static func providerResponse(_ object: [String: Any]) throws(Unreadable) -> AccountProviderResponse {
        guard let scheme = try text(object, "authenticationScheme") else {
            throw Unreadable(key: "authenticationScheme")
        }
        return AccountProviderResponse(
            authenticationScheme: scheme,
            status: try text(object, "status"),
            body: try text(object, "body")
        )
    }

    /// Source: video-subscriber-account.md §7.
    private static func error(_ object: [String: Any]) throws(Unreadable) -> AccountError {
        guard let domain = object["domain"] as? String else { throw Unreadable(key: "domain") }
        guard let code = object["code"] as? Int else { throw Unreadable(key: "code") }
        let info: [String: Any] = try optional(object, "userInfo") { $0 } ?? [:]
        let entries = info.sorted { $0.key < $1.key }.map { key, value -> AccountError.UserInfoEntry in
            if let text = value as? String { return .init(key, text) }
            let json = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
            return .init(key, json.map { String(decoding: $0, as: UTF8.self) } ?? "null", isString: false)
        }
        return AccountError(domain: domain, code: code, userInfo: entries)
    }

    private static func text(_ object: [String: Any], _ key: String) throws(Unreadable) -> String? {
        guard let value = object[key], !(value is NSNull) else { return nil }
        guard let text = value as? String else { throw Unreadable(key: key) }
        return text
    }

    private static func optional<Value>(
        _ object: [String: Any],
        _ key: String,
        _ read: ([String: Any]) throws(Unreadable) -> Value
    ) throws(Unreadable) -> Value? {
        guard let value = object[key], !(value is NSNull) else { return nil }
        guard let inner = value as? [String: Any] else { throw Unreadable(key: key) }
        return try read(inner)
    }
}
