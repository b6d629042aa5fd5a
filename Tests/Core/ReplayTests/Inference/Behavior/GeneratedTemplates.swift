import ClientStack
import Exchanges
import PassAPI
import Services

/// The form of a generated app's calls: what is not the documents' way.
enum GeneratedTemplates {
    static let device = "kite-box-1"

    /// The requests that the app's are made after.
    static func requests(of app: GeneratedBehavior) -> [PassRequest] {
        switch app.kind {
        case .rest: app.behavior.access == .bearer || app.behavior.access == .none ? [] : signed(app.behavior)
        case .native: native(app.behavior)
        case .secondScreen: [login(with: "C0DE"), PassRequest(.checkAuthenticationByCode, code)]
        }
    }

    /// The page with which a second screen begins a login.
    static func login(with code: String) -> PassRequest {
        .initiateAuthentication(
            requestor: "KITETV",
            mvpd: "Meadowlark",
            code: code,
            domainName: "kite.example",
            redirectURL: "https://kite.example/done"
        )
    }

    /// The call to the programmer that carries a media token; nil where none is recorded.
    static func playback(of token: String, _ use: ClientBehavior.MediaTokenUse) -> HTTPRequest? {
        let url = "https://api.kite.example/v1/stream"
        // Base64 has three characters that a query or form writes otherwise.
        let escaped = token.map { ["+": "%2B", "/": "%2F", "=": "%3D"][String($0)] ?? String($0) }.joined()
        return switch use {
        case .none, .sign: nil
        case .query: HTTPRequest(method: "GET", url: url + "?token=" + escaped, headers: [], body: nil)
        case .form:
            HTTPRequest(
                method: "POST",
                url: url,
                headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("token=\(escaped)".utf8)
            )
        case .json:
            HTTPRequest(
                method: "POST",
                url: url,
                headers: [HeaderField("Content-Type", "application/json")],
                body: Array(#"{"token":"\#(token)"}"#.utf8)
            )
        case .header:
            HTTPRequest(method: "GET", url: url, headers: [HeaderField("X-Media-Token", token)], body: nil)
        }
    }

    private static let code: [PassRequest.Parameter] = [.init("requestor", "KITETV"), .init("code", "C0DE")]

    /// Signed headers cannot be had otherwise.
    private static func signed(_ behavior: ClientBehavior) -> [PassRequest] {
        let context = DeviceContext(requestor: "KITETV", deviceID: device)
        let requests: [PassRequest] = [
            .createRegistrationCode(context), .checkAuthentication(context), .readAuthenticationToken(context),
            .configuration(context), .authorize(context, resource: "KITE1"), .mediaToken(context, resource: "KITE1"),
            .preauthorize(context, resources: ["KITE1"]), .userMetadata(context), .logout(context),
            PassRequest(.readAuthenticationByCode, code),
        ]
        return requests.map { request in
            var signed = request
            let isOnce = behavior.access == .signedOnce
            signed["Authorization"] = SignedAuthorization.header(
                method: "GET",
                requestor: "KITETV",
                nonce: isOnce ? "n" : "n-" + request.operation.rawValue,
                milliseconds: 1_795_211_952_000,
                uri: "/regcode",
                publicKey: "kite-public",
                signing: { _ in Array("signature".utf8) }
            )
            return signed
        }
    }

    private static func native(_ behavior: ClientBehavior) -> [PassRequest] {
        let context = SDKContext(requestor: "KITETV", deviceID: device)
        var media = PassRequest.deviceShortAuthorize(context, authorizationToken: "none", sessionGUID: "")
        // The service makes up one of its own, whatever is sent.
        media["session_guid"] = nil
        var requests: [PassRequest] = [
            .authorizeDevice(context, resource: "KITE1", mvpd: "Meadowlark", authenticationToken: "none"), media,
        ]
        if behavior.mediaTokenUse == .sign {
            requests.append(PassRequest(.sign, [.init("mediaToken", "none")]))
        }
        return requests
    }
}
