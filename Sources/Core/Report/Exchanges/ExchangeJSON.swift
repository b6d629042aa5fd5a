public import Documents
public import Exchanges

/// One exchange as a line of JSON, with its keys always in the same order.
public enum ExchangeJSON {
    /// The exchange in brief: `type`, `ordinal`, `startedAt`, `durationMicroseconds`, `operation` (null if it is none
    /// of Adobe's), `name`, `method`, `url`, `status` (null without an answer) and `failure` (null with one).
    ///
    /// - Parameters:
    ///   - brief: the exchange.
    ///   - additions: what is to stand behind these keys.
    /// - Returns: the line, without its end.
    public static func line(for brief: ExchangeBrief, with additions: JSONObject = [:]) -> String {
        JSONValue.object(JSONObject(object(of: brief).members + additions.members)).serialized
    }

    /// The exchange in full: as ``line(for:)``, then `request` and `response` with header fields and body.
    ///
    /// A body that is text is a string under `body`, any other stands under `bodyBase64`. What the recorder noted
    /// besides stands under `recorder`, as in an exported HAR under `_kinescope`.
    public static func fullLine(for exchange: Exchange, name: String, operation: String? = nil) -> String {
        var object = object(of: ExchangeBrief(of: exchange, name: name, operation: operation))
        let request = exchange.request
        object["request"] = .object(
            message(["version": .string(request.version)], headers: request.headers, body: request.body)
        )
        object["response"] =
            exchange.response.map { response in
                let start: JSONObject = ["version": .string(response.version), "reason": .string(response.reason)]
                return .object(message(start, headers: response.headers, body: response.body))
            } ?? .null
        if let notes = exchange.harExtras?["_kinescope"] { object["recorder"] = notes }
        return JSONValue.object(object).serialized
    }

    private static func object(of brief: ExchangeBrief) -> JSONObject {
        var status = JSONValue.null
        var failure = JSONValue.null
        switch brief.ending {
        case .status(let code): status = .number(JSONNumber(code))
        case .failure(let reason): failure = .string(reason)
        }
        return [
            "type": .string("exchange"),
            "ordinal": .number(JSONNumber(brief.ordinal)),
            "startedAt": .string("\(brief.startedAt)"),
            "durationMicroseconds": .number(JSONNumber(brief.durationMicroseconds)),
            "operation": brief.operation.map { .string($0) } ?? .null,
            "name": .string(brief.name),
            "method": .string(brief.method),
            "url": .string(brief.url),
            "status": status,
            "failure": failure,
        ]
    }

    private static func message(_ start: JSONObject, headers: HeaderFields, body: [UInt8]?) -> JSONObject {
        var object = start
        object["headers"] = .array(
            headers.map { .object(["name": .string($0.name), "value": .string($0.value)]) }
        )
        guard let body else { return object }
        if let text = String(validating: body, as: UTF8.self) {
            object["body"] = .string(text)
        } else {
            object["bodyBase64"] = .string(Base64.encode(body))
        }
        return object
    }
}
