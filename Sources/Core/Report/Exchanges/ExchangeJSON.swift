public import Documents
public import Exchanges

/// One exchange as an object of JSON, with its keys always in the same order.
public enum ExchangeJSON {
    /// The exchange in brief: `kind` is the operation or what else it is, `status` null without a response, `message` then
    /// why.
    ///
    /// - Parameters:
    ///   - brief: the exchange.
    ///   - additions: members that follow these.
    /// - Returns: the object.
    public static func object(for brief: ExchangeBrief, with additions: JSONObject = [:]) -> JSONObject {
        var status = JSONValue.null
        var failure = JSONValue.null
        switch brief.ending {
        case .status(let code): status = .count(code)
        case .failure(let reason): failure = .string(reason)
        }
        var object: JSONObject = [
            "type": .string("exchange"),
            "ordinal": .count(brief.ordinal),
            "startedAt": .instant(brief.startedAt),
            "durationMicroseconds": .count(brief.durationMicroseconds),
            "kind": .string(brief.kind),
            "operation": .text(brief.operation),
            "method": .string(brief.method),
            "url": .string(brief.url),
            "status": status,
            "message": failure,
        ]
        if brief.isUnmatched { object["isUnmatched"] = .bool(true) }
        return JSONObject(object.members + additions.members)
    }

    /// The exchange in full: as ``object(for:with:)``, then `request` and `response` with header fields and body.
    ///
    /// A body that is text is a string under `body`, any other is under `bodyBase64`. What the recorder noted also is
    /// under `recorder`, as in an exported HAR under `_kinescope`.
    public static func fullObject(for exchange: Exchange, brief: ExchangeBrief) -> JSONObject {
        var object = object(for: brief)
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
        return object
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
