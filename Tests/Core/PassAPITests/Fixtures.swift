import Checkout
import Exchanges
import Foundation

@testable import PassAPI

/// A request as a client sends it.
func request(
    _ method: String,
    _ url: String,
    _ headers: [(String, String)] = [],
    body: String? = nil
) -> HTTPRequest {
    HTTPRequest(
        method: method,
        url: url,
        headers: headers.map { HeaderField($0.0, $0.1) },
        body: body.map { Array($0.utf8) }
    )
}

/// An answer as a service sends it.
func response(_ status: Int, _ body: String? = nil, _ headers: [(String, String)] = []) -> HTTPResponse {
    HTTPResponse(
        status: status,
        headers: headers.map { HeaderField($0.0, $0.1) },
        body: body.map { Array($0.utf8) }
    )
}

/// The captures that stand in the repository.
enum Capture: String, CaseIterable {
    case accessDenied = "access-denied-tvos"
    case appleSSO = "apple-sso-tvos"
    case secondScreen = "second-screen-tvos"
    case unsupportedProvider = "unsupported-provider-tvos"
    case cachedSecondPlay = "ytdlp-cached-second-play"
    case signOn = "ytdlp-sign-on"

    func exchanges() throws -> [Exchange] {
        let file = Checkout.top.appending(path: "Recordings/captures/\(rawValue).har")
        return try HAR.recording(parsing: Array(Data(contentsOf: file))).exchanges
    }
}

extension PassAPI.Operation {
    /// A request with a value for every documented parameter.
    var fullRequest: PassRequest {
        var parameters: [PassRequest.Parameter] = []
        for known in specification.parameters where known.role != .formatOnly {
            let value =
                switch known.name {
                case "Authorization": "Bearer tök+en/1="
                case "X-Device-Info": "eyJtb2RlbCI6IktpdGUifQ=="
                case "software_statement": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJraXRlIn0.c2ln"
                default: "a b&\(known.name)=ü/+%41;é.json"
                }
            parameters.append(PassRequest.Parameter(known.name, value))
            if known.isRepeatable { parameters.append(PassRequest.Parameter(known.name, "second")) }
        }
        return PassRequest(self, parameters)
    }
}
