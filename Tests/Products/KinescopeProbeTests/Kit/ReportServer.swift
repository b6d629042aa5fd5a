import Foundation

#if canImport(Glibc)
import Glibc
private let stream = Int32(SOCK_STREAM.rawValue)
private let noSignal = Int32(MSG_NOSIGNAL)
#else
import Darwin
private let stream = SOCK_STREAM
private let noSignal: Int32 = 0
#endif

/// A server on loopback that takes reports: real sockets, a thread a connection.
final class ReportServer: @unchecked Sendable {
    struct Request: Sendable {
        var line: String
        var headers: [String: String]
        var body: String

        var lines: [String] { body.split(separator: "\n").map(String.init) }
    }

    /// The answer to a request, counted from 0: a response as it goes over the wire, or nil to stay silent.
    typealias Answer = @Sendable (_ index: Int, _ request: Request) -> String?

    let port: UInt16
    private let listener: Int32
    private let answer: Answer
    private let lock = NSLock()
    private var received: [Request] = []
    private var open: [Int32] = []
    private var hasEnded = false

    init(answer: @escaping Answer = { _, _ in ReportServer.response(200) }) throws {
        self.answer = answer
        listener = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, bound) = (listener, length)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, bound) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard status else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.takeConnections() }
    }

    var url: String { "http://127.0.0.1:\(port)" }

    var requests: [Request] { lock.withLock { received } }

    /// The requests, once the condition is true of them; whatever there is after 20 seconds.
    func requests(until condition: ([Request]) -> Bool) async -> [Request] {
        let end = ContinuousClock.now + .seconds(20)
        while !condition(requests), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(5)) }
        return requests
    }

    /// Ends all connections, and takes no more.
    func stop() {
        // Each is closed by the thread that uses it: until then its number is nobody else's.
        lock.withLock { for socket in open + [listener] { shutdown(socket, Int32(SHUT_RDWR)) } }
        let deadline = Date(timeIntervalSinceNow: 20)
        while lock.withLock({ !hasEnded }), Date() < deadline { usleep(1_000) }
    }

    static func response(_ status: Int, headers: [String] = []) -> String {
        (["HTTP/1.1 \(status) X", "Content-Length: 0", "Connection: close"] + headers).joined(separator: "\r\n")
            + "\r\n\r\n"
    }

    private func takeConnections() {
        while true {
            let socket = accept(listener, nil, nil)
            guard socket >= 0 else {
                lock.withLock {
                    close(listener)
                    hasEnded = true
                }
                return
            }
            lock.withLock { open.append(socket) }
            Thread.detachNewThread { self.serve(socket) }
        }
    }

    private func serve(_ socket: Int32) {
        defer {
            lock.withLock {
                close(socket)
                open.removeAll { $0 == socket }
            }
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let request = Self.request(in: bytes) {
                let index = lock.withLock {
                    received.append(request)
                    return received.count - 1
                }
                if let response = answer(index, request) {
                    _ = Array(response.utf8).withUnsafeBytes {
                        send(socket, $0.baseAddress, $0.count, noSignal)
                    }
                    return
                }
                // Silence, until the other side or the test has enough.
                while recv(socket, &buffer, buffer.count, 0) > 0 {}
                return
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }

    private static func request(in bytes: [UInt8]) -> Request? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        var lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let line = lines.removeFirst()
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces
            )
        }
        let body = String(text[end.upperBound...])
        guard body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
        return Request(line: line, headers: headers, body: body)
    }
}
