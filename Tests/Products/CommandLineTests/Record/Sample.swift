import Exchanges
import Foundation
import Proxy
import VirtualTime

/// Events as a recorder hands them on.
enum Sample {
    /// An exchange with Adobe that has ended.
    static func ended(
        _ number: Int,
        path: String = "/api/v1/checkauthn?deviceId=c2VjcmV0LWRldmljZS0x",
        status: Int = 200,
        headers: HeaderFields = [HeaderField("Host", "api.auth.adobe.com")],
        body: String = ""
    ) -> RecorderEvent {
        .ended(number: number, CapturedExchange(exchange(path: path, status: status, headers: headers, body: body)))
    }

    /// An exchange with Adobe.
    static func exchange(
        path: String = "/api/v1/checkauthn?deviceId=c2VjcmV0LWRldmljZS0x",
        status: Int = 200,
        headers: HeaderFields = [HeaderField("Host", "api.auth.adobe.com")],
        body: String = ""
    ) -> Exchange {
        Exchange(
            ordinal: 0,
            startedAt: start,
            durationMicroseconds: 12_345,
            request: HTTPRequest(method: "GET", url: "https://api.auth.adobe.com" + path, headers: headers),
            outcome: .response(HTTPResponse(status: status, reason: "OK", headers: [], body: Array(body.utf8)))
        )
    }

    /// 2026-11-20T21:59:18.042Z.
    static let start = Instant(microsecondsSince1970: 1_795_211_958_042_000)
}

/// Something that happens once, on any thread.
final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}

/// The reports of several threads, in order.
final class Told<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []

    var all: [Element] { lock.withLock { elements } }
    func add(_ element: Element) { lock.withLock { elements.append(element) } }
}
