import Documents
import Exchanges
import Tokens

/// The traits that a request outside Adobe's hosts shows by its shape.
enum RequestTraits {
    /// It carries a media token in one of the usual forms.
    static func carriesMediaToken(_ request: HTTPRequest, at url: URLParts) -> Bool {
        holdsMediaToken((url.query ?? "").utf8) || holdsMediaToken(request.body ?? [])
    }

    /// The token of an `Authorization` header of the scheme Bearer; nil if there is none.
    static func bearer(of request: HTTPRequest) -> String? {
        guard case .bearer(let token)? = request.headers[first: "Authorization"].map({ AuthorizationHeader($0) }) else {
            return nil
        }
        return token
    }

    /// It sends a SAML message, a relay state or a password, or its address says login.
    static func isLogin(_ request: HTTPRequest, at url: URLParts) -> Bool {
        if sendsLogin(request, at: url) { return true }
        if let label = url.host.utf8.split(separator: UInt8(ascii: ".")).first, isLoginWord(label) { return true }
        return url.path.lowercased().utf8.split(separator: UInt8(ascii: "/")).contains(where: isLoginWord)
    }

    /// It sends a SAML message, a relay state or a password.
    static func sendsLogin(_ request: HTTPRequest, at url: URLParts) -> Bool {
        sentNames(request, at: url).contains { isSAML($0) || holds($0, password) }
    }

    /// It sends a SAML message or a relay state: its host takes part in a login that began elsewhere.
    static func sendsSAML(_ request: HTTPRequest, at url: URLParts) -> Bool {
        sentNames(request, at: url).contains(where: isSAML)
    }

    private static func sentNames(_ request: HTTPRequest, at url: URLParts) -> [String] {
        fieldNames(url.query ?? "") + fieldNames(formText(request))
    }

    private static func isSAML(_ name: String) -> Bool { samlNames.contains(exactly: name) }

    /// Checks whether the response is a page, or leads to one: not a picture, script, style or data.
    static func isPage(_ exchange: Exchange) -> Bool {
        guard let response = exchange.response, !(300...399).contains(response.status) else { return true }
        let type = Array((response.headers[first: "Content-Type"]?.lowercased() ?? "").utf8)
        return type.isEmpty || type.firstIndex(of: Array("html".utf8)) != nil
    }

    private static let samlNames = ["samlrequest", "samlresponse", "relaystate"]
    private static let loginWords = ["login", "signin", "sso", "idp", "identity", "saml", "saml2", "oauth", "auth"]

    private static let password = Array("password".utf8)
    private static let form = Array("x-www-form-urlencoded".utf8)

    private static func holds(_ text: String, _ word: [UInt8]) -> Bool { Array(text.utf8).firstIndex(of: word) != nil }

    private static func isLoginWord(_ word: Substring.UTF8View) -> Bool {
        loginWords.contains { $0.utf8.elementsEqual(word) }
    }

    private static func fieldNames(_ text: some StringProtocol) -> [String] {
        FormField.parse(text).prefix(PassRequest.recognizedFields).map { $0.name.lowercased() }
    }

    private static func formText(_ request: HTTPRequest) -> String {
        guard let body = request.body, body.count <= PassRequest.recognizedBodyBytes,
            holds(request.headers[first: "Content-Type"]?.lowercased() ?? "", form)
        else { return "" }
        return String(decoding: body, as: UTF8.self)
    }

    private static func holdsMediaToken(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count <= PassRequest.recognizedBodyBytes && MediaToken.isCarried(in: bytes)
    }
}
