import FuzzReadings
import Documents
import Exchanges
import Redaction
import VirtualTime

extension RedactionCanary {
    /// The exchange with the value in this place; nil if it has no such place.
    static func planted(_ value: String, at place: Place, in exchange: Exchange) -> Exchange? {
        var result = exchange
        switch place {
        case .authorization: result.request.headers.append(HeaderField("Authorization", "Bearer \(value)"))
        case .cookie: result.request.headers.append(HeaderField("Cookie", "a=1; b=\"x; y=\(value)\""))
        case .query: result.request.url = url(exchange.request.url, with: "access_token=\(value)")
        case .form, .requestJSON, .requestNumber, .multipart:
            let (type, body) = built(value, at: place, upon: exchange.request.body ?? [])
            result.request.headers = typed(result.request.headers, type)
            result.request.body = body
        case .archiveMember, .archiveNumber, .archivePair, .archiveMessage:
            var entry = exchange.harExtras ?? JSONObject()
            entry.members.append(member(value, at: place))
            result.harExtras = entry
        case .unknownHeader: result.request.headers.append(HeaderField("X-Canary", value))
        case .written(let way):
            guard case .response(var response) = exchange.outcome else { return nil }
            result.request.headers.append(HeaderField("Authorization", "Bearer \(value)"))
            response.headers = typed(response.headers, "text/html")
            let text = way(value)
            response.body = Array("<html><p>there was \(text), once</p><script>var a = '\(text)';</script></html>".utf8)
            result.outcome = .response(response)
        case .path, .plainBody, .reasonPhrase, .note:
            result.request.headers.append(HeaderField("Authorization", "Bearer \(value)"))
            return unnamed(value, at: place, in: result)
        case .header(let name):
            // A guess would be wrong: the same text names a requestor. That this field is secret is none.
            result.request.url = url(exchange.request.url, with: "requestor=\(value)")
            result.request.headers.append(HeaderField(name, value))
        case .parameter(let name): result.request.url = url(exchange.request.url, with: "\(name)=\(value)")
        case .field(let name):
            result.request.headers = typed(result.request.headers, "application/x-www-form-urlencoded")
            result.request.body = Array("\(name)=\(value)&x=1".utf8)
        case .member(let name):
            result.request.headers = typed(result.request.headers, "application/json")
            result.request.body = Array("{\"\(name)\":\"\(value)\",\"x\":1}".utf8)
        case .pathParameter:
            result.request.url = "https://sp.auth.adobe.com/watch;v=2;username=\(value);x?a=1"
        case .graphQL(let document):
            let text = JSONValue.string(document.replacing("canary", with: value))
            result.request.headers = typed(result.request.headers, "application/json")
            result.request.body = Array("{\"query\":\(text.serialized),\"x\":1}".utf8)
        case .relative(let name): return relative(value, in: name, result)
        case .code(let name):
            guard case .response(var response) = exchange.outcome else { return nil }
            result.request.url = "https://api.auth.adobe.com/api/v1/checkauthn"
            result.request.headers = typed(result.request.headers, "application/x-www-form-urlencoded")
            result.request.body = Array("\(name)=\(value)&x=1".utf8)
            response.headers = typed(response.headers, "text/plain")
            response.body = Array("This is \(value), and nothing else.".utf8)
            result.outcome = .response(response)
        case .recorded(let list):
            var entry = exchange.harExtras ?? JSONObject()
            let field: JSONObject = ["name": .string("X-Kite-Viewer"), "value": .string(value)]
            entry.members.append(JSONMember("_kinescope", .object([list: .array([.object(field)])])))
            result.harExtras = entry
        case .cutOff:
            guard case .response(var response) = exchange.outcome else { return nil }
            result.request.headers.append(HeaderField("Authorization", "Bearer \(value)-and-what-comes-behind-it"))
            response.headers = typed(response.headers, "text/plain")
            response.body = Array("the token \(value)... is too old".utf8)
            result.outcome = .response(response)
        case .numberMember, .element, .attribute, .elementOfSAML, .elementOfToken, .metadataElement, .negativeNumber:
            guard case .response(var response) = exchange.outcome else { return nil }
            let (type, body) = document(value, at: place)
            response.headers = typed(response.headers, type)
            response.body = Array(body.utf8)
            result.outcome = .response(response)
        case .setCookie, .cookieAttribute, .challenge, .location, .link, .policy, .hiddenInput, .script, .answerJSON,
            .answerNumber:
            guard case .response(var response) = exchange.outcome else { return nil }
            if let field = field(value, at: place) {
                response.headers.append(field)
            } else {
                let (type, body) = built(value, at: place, upon: response.body ?? [])
                response.headers = typed(response.headers, type)
                response.body = body
            }
            result.outcome = .response(response)
        }
        return result
    }

    /// The exchange with another host than Adobe's and a relative URL in a header field of one of its messages.
    private static func relative(_ value: String, in name: String, _ exchange: Exchange) -> Exchange? {
        var result = exchange
        result.request.url = "https://login.kite.example/sign/on"
        let url = "welcome?canary=\(value)"
        let field = HeaderField(name, name == "Refresh" ? "0; url=\(url)" : url)
        switch name {
        case "Referer", ":path": result.request.headers.append(field)
        default:
            guard case .response(var response) = result.outcome else { return nil }
            response.headers.append(field)
            result.outcome = .response(response)
        }
        return result
    }

    /// The exchange with the value in a place that no table names.
    private static func unnamed(_ value: String, at place: Place, in exchange: Exchange) -> Exchange? {
        var result = exchange
        if place == .path {
            result.request.url = "https://api.auth.adobe.com/api/v1/\(value)/config"
            return result
        }
        guard case .response(var response) = exchange.outcome else { return nil }
        switch place {
        case .reasonPhrase: response.reason = "No \(value) here"
        case .note:
            response.headers = typed(response.headers, "application/json")
            response.body = Array("{\"note\":\"there was \(value) before\"}".utf8)
        default:
            response.headers = typed(response.headers, "text/plain")
            response.body = Array("there was \(value), and something else".utf8)
        }
        result.outcome = .response(response)
        return result
    }

    /// An answer with the value in a structure that goes by names, and its type.
    private static func document(_ value: String, at place: Place) -> (type: String, body: String) {
        switch place {
        case .element(let name): ("application/xml", "<record><\(name)>\(value)</\(name)></record>")
        case .metadataElement(let name):
            ("application/xml", "<result><a>1</a><\(name)><canary>\(value)</canary></\(name)></result>")
        case .attribute(let name): ("application/xml", "<record \(name)=\"\(value)\"><a/></record>")
        case .elementOfSAML(let name):
            (
                "application/xml",
                "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"><\(name)>\(value)</\(name)></samlp:Response>"
            )
        case .elementOfToken(let name):
            (
                "text/plain",
                "<signatureInfo>AAAA<signatureInfo><simpleAuthenticationToken><\(name)>\(value)</\(name)></simpleAuthenticationToken>"
            )
        case .negativeNumber:
            ("application/json", "{\"updated\":1,\"data\":{\"a\":\(value),\"b\":\(negatives(value))}}")
        case .numberMember(let name): ("application/json", "{\"\(name)\":\(value),\"x\":1}")
        default: ("text/plain", value)
        }
    }

    /// More numbers like one: one in ten of them would come to begin with another digit than may be.
    private static func negatives(_ value: String) -> String {
        "[" + (1...9).map { "-\($0)\(value.dropFirst(2))" }.joined(separator: ",") + "]"
    }

    /// Only the body is to be read as the type says, which must be the only one.
    private static func typed(_ headers: HeaderFields, _ type: String) -> HeaderFields {
        headers.filter { !$0.isNamed("Content-Type") } + [HeaderField("Content-Type", type)]
    }

    /// The URL with another parameter in its query, before the fragment.
    private static func url(_ url: String, with parameter: String) -> String {
        let bytes = Array(url.utf8)
        let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        var changed = Array(bytes[..<fragment])
        changed.append(changed.contains(UInt8(ascii: "?")) ? UInt8(ascii: "&") : UInt8(ascii: "?"))
        changed += parameter.utf8
        changed += bytes[fragment...]
        return String(decoding: changed, as: UTF8.self)
    }

    private static func field(_ value: String, at place: Place) -> HeaderField? {
        switch place {
        case .cookieAttribute: HeaderField("Set-Cookie", "seen=1; Path=/; viewer=\(value); Secure")
        case .setCookie: HeaderField("Set-Cookie", "a=\"x; y=\(value)\"; Path=/")
        case .challenge: HeaderField("WWW-Authenticate", "Digest realm=\"x\", nonce = \"a, \(value)\"")
        case .location: HeaderField("Location", "//idp.example.org/cb?relay=\(value)")
        case .link: HeaderField("Link", "<https://idp.example.org/cb?sid=\(value)>; rel=\"next\"")
        case .policy:
            HeaderField("Content-Security-Policy", "default-src 'self'; report-uri https://a.example/b?sid=\(value)")
        default: nil
        }
    }

    /// A member that HAR does not know, or messages of a WebSocket.
    private static func member(_ value: String, at place: Place) -> JSONMember {
        let number = JSONNumber(value).map { JSONValue.number($0) } ?? .null
        switch place {
        case .archiveNumber: return JSONMember("_canary", .object(["userId": number]))
        case .archivePair:
            return JSONMember("_canary", .array([.object(["name": .string("pin"), "value": number])]))
        case .archiveMessage:
            let message: JSONObject = ["type": .string("send"), "data": .string("access_token=\(value)&x=1")]
            return JSONMember("_webSocketMessages", .array([.object(message)]))
        default: return JSONMember("_accessToken", .object(["raw": .string(value)]))
        }
    }

    /// A body with the value in it, built upon another if that begins as one of its kind, and its type.
    ///
    /// The value comes before what was there, where that could hide it: behind a quote that is never closed.
    private static func built(_ value: String, at place: Place, upon body: [UInt8]) -> (type: String, body: [UInt8]) {
        let kept = body.count <= longestBody ? body : []
        switch place {
        case .form:
            let isForm = kept.first.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } ?? false
            let parameter = Array("access_token=\(value)".utf8)
            return ("application/x-www-form-urlencoded", isForm ? kept + Array("&".utf8) + parameter : parameter)
        case .multipart:
            let part = "Content-Disposition: form-data; name=\"password\"\r\n\r\n\(value)"
            let text = "--canary\r\nContent-Type: text/plain; name=\"a\"\r\n\(part)\r\n--canary--\r\n"
            return ("multipart/form-data; boundary=canary", Array(text.utf8))
        case .hiddenInput, .script:
            let input = "<input type=\"hidden\" name=\"csrf_token\" value=\"\(value)\">"
            let json = "{\"html\":\"<p>Hello</p>\",\"accessToken\":\"\(value)\"}"
            let element = place == .script ? "<script type=\"application/json\">\(json)</script>" : input
            let isMarkup = kept.first == UInt8(ascii: "<")
            return ("text/html; charset=utf-8", Array(element.utf8) + (isMarkup ? kept : []))
        default:
            let isNumber = place == .requestNumber || place == .answerNumber
            let member = isNumber ? "\"deviceId\":\(value)" : "\"access_token\":\"\(value)\""
            let isObject = kept.first == UInt8(ascii: "{")
            let rest: [UInt8] = isObject ? [UInt8(ascii: ",")] + Array(kept.dropFirst()) : [UInt8(ascii: "}")]
            return ("application/json", Array("{\(member)".utf8) + rest)
        }
    }
}

extension Exchange {
    /// The exchange with a right length stated of each body, whatever was stated before.
    var measured: Exchange {
        var result = self
        result.request.headers = measured(request.headers, request.body)
        if case .response(var response) = outcome {
            response.headers = measured(response.headers, response.body)
            result.outcome = .response(response)
        }
        return result
    }

    private func measured(_ headers: HeaderFields, _ body: [UInt8]?) -> HeaderFields {
        guard let body else { return headers }
        return headers.filter { !$0.isNamed("Content-Length") } + [HeaderField("Content-Length", "\(body.count)")]
    }
}
