import Documents
public import Exchanges

extension PassResponse {
    /// The text of a body, and its type.
    typealias Body = (text: String, type: String)

    /// The answer as HTTP, in the format the request selects.
    public func httpResponse(for request: PassRequest, choices: WireChoices = .default) -> HTTPResponse {
        httpResponse(for: request.operation, format: request.requestedFormat, choices: choices)
    }

    /// The answer as HTTP; reading it for the same operation gives it back.
    ///
    /// Four things do not come back the same. Times are written in milliseconds, of user metadata in seconds. Characters
    /// that XML has none for are replaced in it, but for those of free objects. Free objects are cut where XML would be
    /// nested too deeply. What was unreadable is written as plain text, which is unreadable for another reason.
    /// - Parameters:
    ///   - operation: What is answered; some operations answer in one format only.
    ///   - format: The format, where the operation leaves the choice.
    ///   - choices: What the documentation leaves open.
    /// - Returns: Status, headers and body, as the service would send them.
    public func httpResponse(
        for operation: Operation,
        format: ResponseFormat? = nil,
        choices: WireChoices = .default
    ) -> HTTPResponse {
        let format = operation.specification.answerFormat(selected: format, choices)
        let body = content.body(for: operation.specification, format, choices)
        var headers: HeaderFields = []
        if let body { headers.append(HeaderField("Content-Type", body.type)) }
        if case .redirect(let location) = content { headers.append(HeaderField("Location", location)) }
        if operation.interface == .clientRegistration {
            headers += [HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache")]
        }
        return HTTPResponse(status: status, headers: headers, body: body.map { AnswerBody.bytes(of: $0.text) })
    }

    static func write(
        _ payload: some AnswerPayload,
        _ format: ResponseFormat,
        _ choices: WireChoices
    ) -> Body {
        switch format {
        case .json: json(payload.json(choices))
        case .xml: xml(payload.xml(choices))
        }
    }

    static func json(_ object: JSONObject) -> Body {
        (JSONValue.object(object).serialized, "application/json;charset=UTF-8")
    }

    static func xml(_ element: XMLElement) -> Body {
        let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
        return (declaration + element.serialized, "application/xml;charset=UTF-8")
    }

    static func pendingLogout(_ reason: String?) -> XMLElement {
        let logout = XMLElement(
            XMLName("pendingLogout"),
            attributes: reason.map { [XMLAttribute(XMLName("reason"), $0)] } ?? [],
            children: [.text("true")]
        )
        return .answer("result", [logout])
    }

    /// The page that the front end sends over the limit (rest-api-v1.md §4).
    static let throttledPage = """
        <html>
        <head><title>429 Too Many Requests</title></head>
        <body>
        <center><h1>429 Too Many Requests</h1></center>
        <hr><center>openresty</center>
        </body>
        </html>

        """
}

extension OperationSpecification {
    /// The format of the answer: the operation's own, else what the request selects, else what is chosen.
    func answerFormat(selected: ResponseFormat?, _ choices: WireChoices) -> ResponseFormat {
        switch answer.format {
        case .json: .json
        case .xml: .xml
        case .text, .browser: interface == .accessEnabler ? .xml : selected ?? choices.defaultFormat
        case .selectable(let own): selected ?? own ?? choices.defaultFormat
        }
    }
}
