import Exchanges
import NIOCore
import NIOHTTP1
import ProxyProtocol

extension LocalAnswer {
    /// A response as it goes out, without what belonged to another connection or another coding of its body.
    init(_ response: HTTPResponse) {
        var headers: [(String, String)] = []
        headers.reserveCapacity(response.headers.count + 1)
        for field in response.headers where !Self.isOfConnection(field) {
            guard Self.isSendable(field) else { continue }
            headers.append((field.name, field.value))
        }
        let usual = HTTPResponseStatus(statusCode: response.status)
        let status =
            response.reason.isEmpty || response.reason == usual.reasonPhrase || !Self.isText(response.reason)
            ? usual : .custom(code: UInt(clamping: response.status), reasonPhrase: response.reason)
        self.init(status: status, headers: HTTPHeaders(headers), body: ByteBuffer(bytes: response.body ?? []))
    }

    /// Checks whether a field is about a connection, or about a body as it was before it was recorded (RFC 9110 §7.6.1).
    private static func isOfConnection(_ field: HeaderField) -> Bool { ofConnection.contains(where: field.isNamed) }

    private static let ofConnection = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "te", "trailer", "upgrade",
        "content-length", "content-encoding",
    ]

    /// Checks whether a field can be sent at all: a recording may hold what no parser takes.
    private static func isSendable(_ field: HeaderField) -> Bool {
        !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && isText(field.value)
    }

    /// Checks whether a text has no control characters, which would end its line.
    static func isText(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
