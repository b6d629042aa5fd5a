import Documents
import Proxy
import ProxyProtocol
import Report

/// What is recorded, as an object of JSON each.
enum LiveJSON {
    static func object(for event: RecordedEvent) -> JSONObject {
        switch event {
        case .exchange(let brief, let bodyBytes):
            ExchangeJSON.object(for: brief, with: ["responseBodyBytes": .count(bodyBytes)])
        case .vsaCall(let call): VSACallJSON.object(for: call)
        case .userAction(let userAction): UserActionJSON.object(for: userAction)
        case .notice(let notice): object(for: notice)
        case .skipped(let skipped): object(for: skipped)
        }
    }

    private static func object(for notice: RecorderNotice) -> JSONObject {
        var object: JSONObject = ["type": .string("notice"), "code": .string(notice.code)]
        switch notice {
        case .passingThrough(let host, _), .recordedAgain(let host): object["host"] = .string(host)
        case .refused(let client, _): object["client"] = .string(client)
        case .server: break
        }
        object["message"] = .string("\(notice)")
        return object
    }

    /// What was not recorded, and why.
    static func object(for skipped: SkippedExchange) -> JSONObject {
        [
            "type": .string("skipped"), "code": .string(skipped.code), "host": .string(skipped.origin.host),
            "exchanges": .ordinals(skipped.number.map { [$0] } ?? []),
        ]
    }
}

extension RecorderNotice {
    /// The code that JSON has.
    fileprivate var code: String {
        switch self {
        case .passingThrough: "passingThrough"
        case .recordedAgain: "recordedAgain"
        case .refused: "connectionRefused"
        case .server: "serverTLSFailed"
        }
    }

    /// The codes there are.
    static let codes = ["passingThrough", "recordedAgain", "connectionRefused", "serverTLSFailed"]
}

extension SkippedExchange {
    /// The code that JSON has.
    var code: String {
        switch reason {
        case .media: "media"
        case .filter: "filter"
        }
    }
}
