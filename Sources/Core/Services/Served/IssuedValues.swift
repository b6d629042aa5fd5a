import Documents
package import Exchanges
package import PassAPI

/// The values that a response gives to an app, which come back with its requests.
enum IssuedValues {
    /// A value, and what it is.
    typealias Value = (kind: OwnValueKind, text: String)

    /// Returns the values that a response to an operation gives, always in the same order.
    static func of(_ response: HTTPResponse, to operation: Operation) -> [Value] {
        // Most responses give nothing that comes back, and need not be read.
        let gives =
            !operation.specification.grants.issued.isEmpty || [.register, .individualizeDevice].contains(operation)
        guard gives || (300...399).contains(response.status) else { return [] }
        let values: [(OwnValueKind, String?)] =
            switch PassResponse(reading: response, for: operation).content {
            case .clientRegistration(let client): [(.clientID, client.clientID), (.secret, client.clientSecret)]
            case .accessToken(let token): [(.accessToken, token.token)]
            case .registrationRecord(let record): [(.registrationCode, record.code)]
            case .session(let session): [(.registrationCode, session.code)]
            case .decisions(let decisions):
                decisions.compactMap(\.token?.serializedToken).flatMap { [(.mediaToken, $0)] + Self.decoded($0) }
            case .individualizedDevice(let id): [(.device, id)]
            case .tokens(let authentication, let authorization, _):
                [(.authenticationToken, authentication), (.authorizationToken, authorization)]
            case .mediaToken(let details):
                [(.mediaToken, details.serializedToken)] + Self.decoded(details.serializedToken)
            case .shortMediaToken(let token):
                [(.mediaToken, token), (.mediaToken, Base64.encode(Array(token.utf8)))]
            case .redirect(let location): queryValues(of: location)
            default: []
            }
        return values.compactMap { kind, text in text.flatMap { $0.isEmpty ? nil : (kind, $0) } }
    }

    private static func decoded(_ token: String) -> [(OwnValueKind, String?)] {
        guard let bytes = try? Base64.decode(token), Base64.isMarkup(String(decoding: bytes, as: UTF8.self)) else {
            return []
        }
        return [(.mediaToken, String(decoding: bytes, as: UTF8.self))]
    }

    /// The state of a login goes through the browser.
    private static func queryValues(of location: String) -> [(OwnValueKind, String?)] {
        FormField.parse(URLParts(location).query ?? "").compactMap { field in
            OwnValueKind(named: field.name) == .loginState
                ? (.loginState, PercentEncoding.decode(field.rawValue ?? "")) : nil
        }
    }
}

extension HTTPResponse {
    /// The names of things that it gives an app: device ids, registration codes, ids of clients.
    package func givenIdentifiers(by operation: PassAPI.Operation?) -> [String] {
        guard let operation else { return [] }
        return IssuedValues.of(self, to: operation).filter {
            [.device, .registrationCode, .clientID].contains($0.kind)
        }
        .map(\.text)
    }
}
