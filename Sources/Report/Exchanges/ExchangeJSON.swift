import Documents
public import Exchanges

/// One exchange as a line of JSON, with its keys always in the same order.
public enum ExchangeJSON {
    /// The exchange in brief: `type`, `ordinal`, `startedAt`, `durationMicroseconds`, `kind`, `name`, `method`, `url`,
    /// `status` (null without an answer) and `failure` (null with one).
    ///
    /// `kind` says what it is in one stable word (`v1.authorize`), `name` what Adobe calls it.
    public static func line(for exchange: Exchange, kind: String, name: String) -> String {
        JSONValue.object(brief(exchange, kind: kind, name: name)).serialized
    }

    /// The exchange in full: as ``line(for:kind:name:)``, then `request` and `response` with `headers` and body.
    ///
    /// A body that is text is a string under `body`, any other stands under `bodyBase64`.
    public static func fullLine(for exchange: Exchange, kind: String, name: String) -> String {
        var object = brief(exchange, kind: kind, name: name)
        let request = exchange.request
        object["request"] = .object(
            message(["version": .string(request.version)], headers: request.headers, body: request.body)
        )
        object["response"] =
            exchange.response.map { response in
                let start: JSONObject = ["version": .string(response.version), "reason": .string(response.reason)]
                return .object(message(start, headers: response.headers, body: response.body))
            } ?? .null
        return JSONValue.object(object).serialized
    }

    private static func brief(_ exchange: Exchange, kind: String, name: String) -> JSONObject {
        var failure = JSONValue.null
        if case .failure(let reason) = exchange.outcome { failure = .string(reason) }
        return [
            "type": .string("exchange"),
            "ordinal": .number(JSONNumber(exchange.ordinal)),
            "startedAt": .string("\(exchange.startedAt)"),
            "durationMicroseconds": .number(JSONNumber(exchange.durationMicroseconds)),
            "kind": .string(kind),
            "name": .string(name),
            "method": .string(exchange.request.method),
            "url": .string(exchange.request.url),
            "status": exchange.response.map { .number(JSONNumber($0.status)) } ?? .null,
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
