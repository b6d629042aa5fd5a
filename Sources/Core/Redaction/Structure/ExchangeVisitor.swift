import Documents
import Exchanges

/// The first pass through an exchange: every part by the rules of its structure.
enum ExchangeVisitor {
    static func redact(_ exchange: Exchange, _ sink: inout some SecretSink) -> Exchange {
        var result = exchange
        let url = Array(exchange.request.url.utf8)
        var scope = Scope()
        let host = Host(of: url[...].prefix { $0 != 0x3F && $0 != 0x23 })
        scope.isAdobe = host.isAdobe || host.isEmpty
        sink.identity(host.name)
        if let name = host.registeredName { sink.identity(name) }
        KeptValues.place(url[...], &sink)

        ProseVisitor.mark(url[...], .requestURL, &sink)
        sink.enter(.requestURL, [])
        if let changed = URLVisitor.redact(url[...], scope, part: .requestURL, &sink) {
            result.request.url = String(decoding: changed, as: UTF8.self)
        }
        headers(&result.request.headers, isRequest: true, scope, &sink)
        var requestScope = scope
        requestScope.isParameter = true
        // What is sent to anyone but Adobe may be a login.
        if !scope.isAdobe { requestScope = requestScope.everythingSecret(.suspected, .foreignField) }
        let entry = exchange.harExtras
        let sentType = contentType(exchange.request.headers, else: entry?["request"]?["postData"])
        body(&result.request.body, type: sentType, isRequest: true, requestScope, &sink)

        switch exchange.outcome {
        case .response(var response):
            ProseVisitor.mark(ArraySlice(response.reason.utf8), .responseReason, &sink)
            headers(&response.headers, isRequest: false, scope, &sink)
            if scope.isAdobe, let body = response.body { RefusalVisitor.mark(body, answering: url[...], &sink) }
            let receivedType = contentType(response.headers, else: entry?["response"]?["content"])
            body(&response.body, type: receivedType, isRequest: false, scope, &sink)
            result.outcome = .response(response)
        case .failure(let text):
            ProseVisitor.mark(ArraySlice(text.utf8), .failure, &sink)
            sink.enter(.failure, [])
            if let changed = Values.open(ArraySlice(text.utf8), scope, &sink) {
                result.outcome = .failure(String(decoding: changed, as: UTF8.self))
            }
        }
        if let entry, let changed = HARVisitor(scope).redact(entry, &sink) { result.harExtras = changed }
        return result
    }

    private static func headers(
        _ fields: inout HeaderFields,
        isRequest: Bool,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) {
        for index in fields.indices {
            let field = fields[index]
            let plain = PlainHeader(
                name: ExactText(field.name),
                value: ExactText(field.value),
                isRequest: isRequest,
                isAdobe: scope.isAdobe
            )
            if sink.isPlain(plain) { continue }
            let before = (sink.found, sink.opened)
            let name = Array(field.name.utf8)
            let value = Array(field.value.utf8)
            ProseVisitor.mark(value[...], isRequest ? .requestHeader : .responseHeader, &sink)
            if let changed = HeaderVisitor.redact(name, value[...], isRequest: isRequest, scope, &sink) {
                fields[index].value = String(decoding: changed, as: UTF8.self)
            }
            if (sink.found, sink.opened) == before { sink.rememberPlain(plain) }
        }
    }

    /// The type of a body: as its header says, or where none came as HAR does beside the body.
    private static func contentType(_ headers: HeaderFields, else archived: JSONValue?) -> [UInt8] {
        let type = Array((headers[first: "Content-Type"] ?? "").utf8)
        guard type.allSatisfy(isWhiteSpace) else { return type }
        return Array((archived?["mimeType"]?.string ?? "").utf8)
    }

    private static func body(
        _ body: inout [UInt8]?,
        type: [UInt8],
        isRequest: Bool,
        _ scope: Scope,
        _ sink: inout some SecretSink
    ) {
        guard let bytes = body, !bytes.isEmpty else { return }
        if sink.isStudying, !BodyVisitor.isMedia(type[...]) {
            ProseVisitor.mark(bytes[...], isRequest ? .requestBody : .responseBody, &sink)
        }
        guard let changed = BodyVisitor.redact(bytes, type: type[...], isRequest: isRequest, scope, &sink) else {
            return
        }
        body = changed
    }
}

extension HeaderFields {
    /// The fields with `Content-Length` put right, where it was right for the body as it was recorded.
    ///
    /// It goes by the fields as they were: a name that is a secret elsewhere has been replaced here.
    func measuring(_ body: [UInt8]?, insteadOf recorded: [UInt8]?, in original: HeaderFields?) -> HeaderFields {
        guard let body, let recorded, let original, body.count != recorded.count else { return self }
        var result = self
        for (index, field) in zip(result.indices, original)
        where field.isNamed("Content-Length") && field.$value == String(recorded.count) {
            result[index].value = String(body.count)
        }
        return result
    }
}
