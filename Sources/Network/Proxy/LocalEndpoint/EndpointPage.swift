import NIOCore
import NIOHTTP1
import ProxyProtocol

/// Something the local endpoint shows or hands out.
struct EndpointPage {
    var path: String
    var contentType: String
    /// The name that a browser saves it under; nil if it is shown.
    var fileName: String?
    var body: ByteBuffer

    /// The pages of a recorder whose authority this is.
    static func all(for authority: CertificateAuthority, of purpose: LocalEndpoint.Purpose) -> [EndpointPage] {
        let certificate = "application/x-x509-ca-cert"
        return [
            EndpointPage(
                path: "/",
                contentType: "text/html; charset=utf-8",
                body: ByteBuffer(string: TrustPage.html(for: authority, of: purpose))
            ),
            EndpointPage(
                path: "/certificate.pem",
                contentType: "application/x-pem-file",
                fileName: "kinescope.pem",
                body: ByteBuffer(string: authority.pem)
            ),
            EndpointPage(
                path: "/certificate.der",
                contentType: certificate,
                fileName: "kinescope.der",
                body: ByteBuffer(bytes: authority.der)
            ),
            // Windows and Android go by this ending.
            EndpointPage(
                path: "/certificate.cer",
                contentType: certificate,
                fileName: "kinescope.cer",
                body: ByteBuffer(bytes: authority.der)
            ),
            // Safari installs a profile that it is shown, and only saves one that it is told to save.
            EndpointPage(
                path: "/certificate.mobileconfig",
                contentType: "application/x-apple-aspen-config",
                body: ByteBuffer(bytes: authority.mobileConfiguration)
            ),
        ]
    }

    /// The answer to a request for it.
    var answer: LocalAnswer {
        var headers: HTTPHeaders = [
            "Content-Type": contentType,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
        ]
        if let fileName {
            headers.add(name: "Content-Disposition", value: "attachment; filename=\"\(fileName)\"")
        }
        return LocalAnswer(status: .ok, headers: headers, body: body)
    }
}
