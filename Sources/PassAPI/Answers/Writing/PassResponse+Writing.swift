import Documents
public import Exchanges

extension PassResponse {
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
        let format = operation.answerFormat(selected: format, choices)
        let body = self.body(for: operation, format, choices)
        var headers: HeaderFields = []
        if let body { headers.append(HeaderField("Content-Type", body.type)) }
        if case .redirect(let location) = content { headers.append(HeaderField("Location", location)) }
        if operation == .register || operation == .accessToken {
            headers += [HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache")]
        }
        return HTTPResponse(status: status, headers: headers, body: body.map { AnswerBody.bytes(of: $0.text) })
    }

    private typealias Body = (text: String, type: String)

    private func body(for operation: Operation, _ format: ResponseFormat, _ choices: WireChoices) -> Body? {
        switch content {
        case .empty, .redirect: nil
        case .clientRegistration(let payload): Self.json(payload.json(choices))
        case .accessToken(let payload): Self.json(payload.json(choices))
        case .individualizedDevice(let deviceID): Self.json(["deviceId": .string(deviceID)])
        case .registrationRecord(let payload): Self.write(payload, format, choices)
        case .configuration(let payload): Self.write(payload, format, choices)
        case .authentication(let payload): Self.write(payload, format, choices)
        case .authorization(let payload): Self.write(payload, format, choices)
        case .mediaToken(let payload): Self.write(payload, format, choices)
        case .preauthorization(let resources): Self.write(PreauthorizationList(resources), format, choices)
        case .userMetadata(let payload): Self.write(payload, format, choices)
        case .error(let error):
            operation == .register || operation == .accessToken
                ? Self.json(error.registrationJSON) : Self.write(error, format, choices)
        case .profileRequest(let payload): (payload, "application/octet-stream")
        case .shortMediaToken(let text), .signedURL(let text): (text, "text/plain;charset=UTF-8")
        case .page(let page): (page, "text/html;charset=UTF-8")
        case .tokens(let authentication, let authorization, let userMetadata):
            Self.xml(
                SDKTokens(
                    authentication: authentication,
                    authorization: authorization,
                    userMetadata: userMetadata
                ).xml(for: operation)
            )
        case .pendingLogout(let reason): Self.xml(Self.pendingLogout(reason))
        case .notAuthorized(let details):
            Self.xml(
                .answer("result", [.answer("error", [.answer("notAuthorized", [])]), .leaf("details", details)])
            )
        case .throttled: (Self.throttledPage, "text/html")
        case .unreadable(let reason): (reason, "text/plain;charset=UTF-8")
        }
    }

    private static func write(
        _ payload: some AnswerPayload,
        _ format: ResponseFormat,
        _ choices: WireChoices
    ) -> Body {
        switch format {
        case .json: json(payload.json(choices))
        case .xml: xml(payload.xml(choices))
        }
    }

    private static func json(_ object: JSONObject) -> Body {
        (JSONValue.object(object).serialized, "application/json;charset=UTF-8")
    }

    private static func xml(_ element: XMLElement) -> Body {
        let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
        return (declaration + element.serialized, "application/xml;charset=UTF-8")
    }

    private static func pendingLogout(_ reason: String?) -> XMLElement {
        let logout = XMLElement(
            XMLName("pendingLogout"),
            attributes: reason.map { [XMLAttribute(XMLName("reason"), $0)] } ?? [],
            children: [.text("true")]
        )
        return .answer("result", [logout])
    }

    /// What the front end sends over the limit (rest-api-v1.md §4).
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

extension Operation {
    /// The format of the answer: the operation's own, else what the request selects, else what is chosen.
    func answerFormat(selected: ResponseFormat?, _ choices: WireChoices) -> ResponseFormat {
        switch specification.answer {
        case .json: .json
        case .xml: .xml
        case .text, .browser: specification.host == .sdk ? .xml : selected ?? choices.defaultFormat
        // "XML unless JSON asked for" is stated for user metadata alone (rest-api-v1.md §7.12).
        case .selectable: selected ?? (self == .userMetadata ? .xml : choices.defaultFormat)
        }
    }
}
