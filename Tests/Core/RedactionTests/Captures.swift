import Checkout
import Documents
import Exchanges
import SubscriberAccount
import VirtualTime

@testable import Redaction

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The captures of Recordings/captures, read as far as these tests need.
enum Captures {
    static let names = [
        "access-denied-tvos", "apple-sso-tvos", "second-screen-tvos", "unsupported-provider-tvos",
        "ytdlp-cached-second-play", "ytdlp-sign-on",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = Checkout.top.appending(path: "Recordings/captures")
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// The exchanges, every HAR entry kept whole besides.
    static func exchanges(_ name: String) throws -> [Exchange] {
        let archive = try JSONValue(parsing: bytes(name + ".har"))
        let entries = archive["log"]?["entries"]?.array ?? []
        return entries.enumerated().map { index, entry in
            let request = entry["request"]
            let response = entry["response"]
            return Exchange(
                ordinal: index + 1,
                startedAt: Instant(secondsSince1970: Int64(1_795_000_000 + index)),
                durationMicroseconds: 1000,
                request: HTTPRequest(
                    method: request?["method"]?.string ?? "",
                    url: request?["url"]?.string ?? "",
                    headers: headers(request),
                    body: request?["postData"]?["text"]?.string.map { Array($0.utf8) }
                ),
                outcome: .response(
                    HTTPResponse(
                        status: response?["status"]?.number?.int64.map { Int($0) } ?? 0,
                        headers: headers(response),
                        body: response?["content"]?["text"]?.string.map { Array($0.utf8) }
                    )
                ),
                harExtras: entry.object
            )
        }
    }

    private static func headers(_ message: JSONValue?) -> HeaderFields {
        (message?["headers"]?.array ?? []).map {
            HeaderField($0["name"]?.string ?? "", $0["value"]?.string ?? "")
        }
    }

    /// The VSA calls that carry a SAML answer.
    static func samlResponses(_ name: String) throws -> [VSACall] {
        guard !name.hasPrefix("ytdlp") else { return [] }
        let lines = String(decoding: try bytes(name + ".accounts.jsonl"), as: UTF8.self).split(separator: "\n")
        return try lines.enumerated().compactMap { index, line in
            let value = try JSONValue(parsing: Array(line.utf8))
            guard let text = value["metadata"]?["samlAttributeQueryResponse"]?.string else { return nil }
            var metadata = AccountMetadata()
            metadata.accountProviderIdentifier = value["metadata"]?["accountProviderIdentifier"]?.string
            metadata.samlAttributeQueryResponse = text
            return VSACall(
                ordinal: index + 1,
                answeredAt: Instant(secondsSince1970: Int64(1_795_000_000 + index)),
                question: .enqueue(AccountMetadataRequest()),
                answer: .metadata(metadata, nil)
            )
        }
    }

    static let key = [UInt8]("a key of thirty-two bytes, or so.".utf8)
}
