import Foundation

/// A server whose answers have their ends in all the ways there are, by the last word of the path.
struct KillOrigin {
    /// The ways in which responses end: by length, in chunks, without a body, with the connection.
    static let kinds = ["length", "chunks", "none", "post", "close"]

    private let origin: PlainOrigin
    var port: Int { origin.port }

    init() throws {
        origin = try PlainOrigin { head, wire in
            _ = try wire.body(of: head)
            let body = Self.text(head.target)
            switch head.target.split(separator: "/").last {
            case "none":
                try wire.socket.sendAll("HTTP/1.1 204 No Content\r\n\r\n")
            case "chunks":
                let half = body.count / 2
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                for piece in [body.prefix(half), body.dropFirst(half)] {
                    try wire.socket.sendAll(String(piece.utf8.count, radix: 16) + "\r\n\(piece)\r\n")
                }
                try wire.socket.sendAll("0\r\n\r\n")
            case "close":
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\n\r\n\(body)")
                return false
            case "long":
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
                try wire.waitForEnd()
                return false
            default:
                try wire.socket.sendAll("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
            return true
        }
    }

    /// The body of the answer for a path.
    static func text(_ path: String) -> String { path.hasSuffix("/none") ? "" : "you asked for \(path), here it is" }
}

/// A client that asks for one thing after the other until the recorder is gone, and remembers what it saw the end of.
final class KillClient: Sendable {
    private let path: String
    private let port: Int
    private let originPort: Int
    private let urls = Told<String>()
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ path: String, _ port: Int, _ originPort: Int) {
        self.path = path
        self.port = port
        self.originPort = originPort
    }

    func start() {
        Thread.detachNewThread { [self] in
            try? ask()
            hasEnded.signal()
        }
    }

    /// Returns the URLs whose responses it saw the end of, once it has ended.
    func seen() -> [String] {
        _ = hasEnded.wait(timeout: .now() + 60)
        return urls.all
    }

    private func ask() throws {
        var wire = Wire(try TCPSocket.connected(toPort: port))
        for number in 0... {
            let kind = KillOrigin.kinds[number % KillOrigin.kinds.count]
            let suffix = path.hasSuffix("/long") ? "" : "/\(number)/\(kind)"
            let url = "http://127.0.0.1:\(originPort)\(path)\(suffix)"
            let body = kind == "post" ? "posted to \(path)" : ""
            try wire.socket.sendAll(
                "\(kind == "post" ? "POST" : "GET") \(url) HTTP/1.1\r\nHost: 127.0.0.1:\(originPort)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            let answer = try wire.answer()
            guard answer.head.status < 300 else { return }
            urls.add(url)
        }
    }
}
