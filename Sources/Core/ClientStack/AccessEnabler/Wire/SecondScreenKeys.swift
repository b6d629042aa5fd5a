import Crypto
import PassAPI
import VirtualTime

/// The keys of `setRequestor:setSignedRequestorId:secret:publicKey:`, with which calls of REST API V1 were signed before
/// there was registration (2.0 until 3.0; access-enabler.md §2, rest-api-v1.md §3.5).
public struct SecondScreenKeys: Hashable, Sendable {
    /// The key that makes the signature.
    public var secret: String
    /// The key that identifies the signer to the service.
    public var publicKey: String

    /// A pair of keys.
    public init(secret: String, publicKey: String) {
        self.secret = secret
        self.publicKey = publicKey
    }

    /// The value of `Authorization` for `request`, sent at `now` by the device's clock.
    func header(for request: PassRequest, requestor: String, nonce: String, at now: Instant) -> String {
        let key = SymmetricKey(data: Array(secret.utf8))
        let (product, isTooLong) = now.secondsSince1970.multipliedReportingOverflow(by: 1_000)
        return SignedAuthorization.header(
            method: request.operation.specification.method,
            requestor: requestor,
            nonce: nonce,
            milliseconds: isTooLong ? 0 : product + Int64(now.nanosecond / 1_000_000),
            uri: "/" + request.operation.rawValue,
            publicKey: publicKey
        ) { Array(HMAC<Insecure.SHA1>.authenticationCode(for: Array($0.utf8), using: key)) }
    }
}
