import CryptoExtras
import Tokens

/// The public key of an identity service, with which its service tokens are checked (rest-api-v2.md §3.5).
public struct ServiceTokenKey: Hashable, Sendable {
    /// The RSA key in PEM.
    public let pem: String

    /// The key that a text in PEM holds; nil if it holds none of RSA.
    public init?(pem: String) {
        guard (try? _RSA.Signing.PublicKey(pemRepresentation: pem)) != nil else { return nil }
        self.pem = pem
    }

    /// Checks whether it has signed a token (RS256, RFC 7518 §3.3).
    func hasSigned(_ token: JSONWebToken) -> Bool {
        guard let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem),
            let point = token.text.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return false }
        return key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: token.signature),
            for: Array(token.text.utf8[..<point]),
            padding: .insecurePKCS1v1_5
        )
    }
}
