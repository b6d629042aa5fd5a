import Documents
public import Exchanges

extension PassResponse {
    /// What `response` means as the answer to `operation`.
    ///
    /// It never fails: what cannot be read is ``Content/unreadable(_:)``. JSON and XML are told apart by the bytes, members
    /// that nobody knows are ignored, and times may be numbers or strings. Precedence: 429 is throttling whatever the body
    /// says; a redirect is its target; a logout or refusal in the SDKs' XML counts in any answer of any status.
    public init(reading response: HTTPResponse, for operation: Operation) {
        let content = Self.content(of: response, for: operation)
        self.init(status: response.status, content.completed(by: response))
    }

    private static func content(of response: HTTPResponse, for operation: Operation) -> Content {
        if response.status == 429 { return .throttled }
        if (300...399).contains(response.status), let location = response.headers[first: "Location"] {
            return .redirect(location)
        }
        let isError = response.status >= 400
        switch AnswerBody(response.body) {
        case .blank:
            return isError || operation.mayAnswerNothing ? .empty : .unreadable("an empty body")
        case .html(let page):
            return operation.specification.answer == .browser && !isError
                ? .page(page) : .unreadable("a page of HTML")
        case .text(let text):
            if isError { return .unreadable("plain text") }
            return textContent(text, operation) ?? .unreadable("plain text")
        case .malformed(let text, let reason):
            if let signal = AnswerSignal(inText: text) { return signal.content }
            if isError { return .unreadable(reason) }
            return textContent(text, operation) ?? .unreadable(reason)
        case .refused(let text, let reason):
            if let signal = AnswerSignal(inText: text) { return signal.content }
            return operation.specification.answer == .browser && !isError ? .page(text) : .unreadable(reason)
        case .garbled(let reason):
            return .unreadable(reason)
        case .document(let node):
            return documentContent(node, isError: isError, response.body, operation)
        }
    }

    /// What a body that is neither JSON nor XML means, where the operation answers text; nil elsewhere.
    private static func textContent(_ text: String, _ operation: Operation) -> Content? {
        switch operation {
        case .profileRequest: .profileRequest(text)
        case .shortAuthorize, .deviceShortAuthorize: .shortMediaToken(text)
        case .sign: .signedURL(text)
        case _ where operation.specification.answer == .browser: .page(text)
        case _ where operation.mayAnswerNothing: .empty
        default: nil
        }
    }

    private static func documentContent(
        _ node: AnswerNode,
        isError: Bool,
        _ body: [UInt8]?,
        _ operation: Operation
    ) -> Content {
        if case .xml(let element) = node, let signal = AnswerSignal(in: element) { return signal.content }
        if isError { return error(in: node).map { .error($0) } ?? .unreadable("no error body") }
        if case .xml(let element) = node, element.name.$local == "error" {
            return error(in: node).map { .error($0) } ?? .unreadable("an error without status, code and message")
        }
        do throws(AnswerFailure) {
            return try payload(node, body, operation)
        } catch let failure {
            // A body of success that says it is an error is believed.
            if let error = error(in: node), error.isFailure { return .error(error) }
            return .unreadable(failure.reason)
        }
    }

    private static func error(in node: AnswerNode) -> PassError? { try? PassError(reading: node) }

    private static func payload(
        _ node: AnswerNode,
        _ body: [UInt8]?,
        _ operation: Operation
    ) throws(AnswerFailure) -> Content {
        switch operation {
        case .register: return .clientRegistration(try ClientRegistration(reading: node))
        case .accessToken: return .accessToken(try AccessToken(reading: node))
        case .createRegistrationCode, .readRegistrationRecord:
            return .registrationRecord(try RegistrationRecord(reading: node))
        case .configuration, .sdkConfiguration: return .configuration(try Configuration(reading: node))
        case .readAuthenticationByCode, .readAuthenticationToken:
            return .authentication(try AuthenticationDetails(reading: node))
        case .authorize, .readAuthorizationToken: return .authorization(try AuthorizationDetails(reading: node))
        case .mediaToken: return .mediaToken(try MediaTokenDetails(reading: node))
        case .preauthorize, .preauthorizeByCode, .sdkPreauthorize:
            return .preauthorization(try PreauthorizationList(reading: node).resources)
        case .userMetadata, .sdkUserMetadata: return .userMetadata(try UserMetadata(reading: node))
        case .individualizeDevice: return .individualizedDevice(deviceID: try node.required("deviceId"))
        case .session, .sessionDevice, .sdkAuthorize, .authorizeDevice:
            let tokens = try SDKTokens(reading: node)
            return .tokens(
                authentication: tokens.authentication,
                authorization: tokens.authorization,
                userMetadata: tokens.userMetadata
            )
        case .profileRequest, .shortAuthorize, .deviceShortAuthorize:
            // The payload is opaque: well-formed XML is as good as anything else, an error in JSON is not.
            if case .json = node { throw AnswerFailure("JSON in place of a token") }
            let text = try AnswerBody.text(of: body)
            return operation == .profileRequest ? .profileRequest(text) : .shortMediaToken(text)
        case .initiateAuthentication, .sdkAuthenticate, .assertionConsumer, .sdkLogout, .sdkOAuth2:
            return .page(try AnswerBody.text(of: body))
        case .checkAuthenticationByCode, .checkAuthentication, .exchangeToken, .deleteRegistrationRecord, .logout,
            .freePreview, .resetTempPass, .sdkGetMetadata, .sign:
            // Nothing in the body matters, unless it says that the status is a lie.
            if let error = error(in: node), error.isFailure { return .error(error) }
            return .empty
        }
    }
}

extension Operation {
    /// Whether success may come without a body, or with one that says nothing.
    var mayAnswerNothing: Bool {
        switch self {
        case .checkAuthenticationByCode, .checkAuthentication, .exchangeToken, .deleteRegistrationRecord, .logout,
            .freePreview, .resetTempPass, .sdkGetMetadata, .sign, .initiateAuthentication, .sdkAuthenticate,
            .assertionConsumer, .sdkLogout, .sdkOAuth2:
            true
        case .register, .accessToken, .createRegistrationCode, .readRegistrationRecord, .configuration,
            .sdkConfiguration, .readAuthenticationByCode, .readAuthenticationToken, .authorize,
            .readAuthorizationToken, .mediaToken, .preauthorize, .preauthorizeByCode, .sdkPreauthorize, .userMetadata,
            .sdkUserMetadata, .individualizeDevice, .session, .sessionDevice, .sdkAuthorize, .authorizeDevice,
            .profileRequest, .shortAuthorize, .deviceShortAuthorize:
            false
        }
    }
}

extension PassResponse {
    /// The error that a redirect carries in its target's query, `access_denied` for one (rest-api-v1.md §3.3); nil if the
    /// answer is no redirect or carries none.
    public var redirectError: String? {
        guard case .redirect(let location) = content else { return nil }
        return FormField.parse(URLParts(location).query ?? "").first { ExactText($0.name) == "error" }?.value
    }
}
