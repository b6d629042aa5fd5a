import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A TCP connection on this machine, read and written byte by byte.
final class RawSocket: @unchecked Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// A connection to 127.0.0.1, or to another address of this machine.
    convenience init(address text: String = "127.0.0.1", port: Int) throws {
        let descriptor = Self.stream()
        var address = Self.loopback(port: port)
        address.sin_addr.s_addr = inet_addr(text)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw Refused(port: port, error: errno)
        }
        self.init(descriptor: descriptor)
    }

    struct Refused: Error {
        var port: Int
        var error: Int32
    }

    /// Lets the system keep little of what has come and is not read.
    func limitReceiving() {
        var size: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Checks whether so many files may be open here, and in what is started from here; the limit is raised if it can be.
    static func hasDescriptors(_ needed: Int) -> Bool {
        var limit = rlimit()
        #if os(Linux)
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let kind = RLIMIT_NOFILE
        #endif
        guard getrlimit(kind, &limit) == 0 else { return false }
        if limit.rlim_cur < rlim_t(needed), limit.rlim_max >= rlim_t(needed) {
            limit.rlim_cur = rlim_t(needed)
            _ = setrlimit(kind, &limit)
        }
        return getrlimit(kind, &limit) == 0 && limit.rlim_cur >= rlim_t(needed)
    }

    /// Writes all of it; a peer that has gone takes nothing.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads what has come, at least a byte; empty when the peer has ended, or sends nothing for half a minute.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    static func stream() -> Int32 {
        #if canImport(Glibc)
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket(AF_INET, SOCK_STREAM, 0)
        #endif
    }

    static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }
}

/// A request or an answer as it stands on a connection; bodies have a length.
struct RawMessage: Sendable {
    /// The first line.
    var start: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    var status: Int { Int(start.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    /// The target that a request names.
    var target: String { start.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var bytes: [UInt8] {
        let lines = [start] + headers.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// The next message; nil when the connection ends first.
    ///
    /// `rest` holds what was read beyond the message before, and afterwards what was read beyond this one.
    static func read(from socket: RawSocket, _ rest: inout [UInt8], hasBody: (RawMessage) -> Bool = { _ in true })
        -> RawMessage?
    {
        let end = Array("\r\n\r\n".utf8)
        var place: Int?
        while true {
            place = rest.count < 4 ? nil : (0...rest.count - 4).first { rest[$0..<$0 + 4].elementsEqual(end) }
            if place != nil { break }
            let more = socket.read()
            guard !more.isEmpty else { return nil }
            rest += more
        }
        let head = String(decoding: rest.prefix(place ?? 0), as: UTF8.self)
        rest.removeFirst((place ?? 0) + 4)
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        var message = RawMessage(start: lines.first ?? "")
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            message.headers.append((String(line[..<colon]), value))
        }
        guard hasBody(message), let length = message.header("Content-Length").flatMap(Int.init) else { return message }
        while rest.count < length {
            let more = socket.read()
            guard !more.isEmpty else { return nil }
            rest += more
        }
        message.body = Array(rest.prefix(length))
        rest.removeFirst(length)
        return message
    }
}

/// An HTTP server on this machine that answers what a closure says.
final class RawOrigin: @unchecked Sendable {
    /// The port on which it listens.
    let port: Int
    private let descriptor: Int32

    init(_ answer: @escaping @Sendable (RawMessage) -> RawMessage) throws {
        let descriptor = RawSocket.stream()
        var address = RawSocket.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
                guard bind(descriptor, pointer, length) == 0, listen(descriptor, 64) == 0 else { return -1 }
                return getsockname(descriptor, pointer, &length)
            }
        }
        guard status == 0 else { throw RawSocket.Refused(port: 0, error: errno) }
        self.descriptor = descriptor
        port = Int(in_port_t(bigEndian: address.sin_port))
        Thread {
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    // By who uses it: closed by another thread, its number may be somebody else's already.
                    close(descriptor)
                    return
                }
                let socket = RawSocket(descriptor: connection)
                Thread { Self.serve(socket, answer) }.start()
            }
        }.start()
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func serve(_ socket: RawSocket, _ answer: (RawMessage) -> RawMessage) {
        var rest: [UInt8] = []
        while let request = RawMessage.read(from: socket, &rest) {
            socket.write(answer(request).bytes)
            if request.header("Connection")?.lowercased() == "close" { return }
        }
    }

    /// An answer of JSON.
    static func json(_ text: String, status: String = "200 OK") -> RawMessage {
        RawMessage(
            start: "HTTP/1.1 \(status)",
            headers: [("Content-Type", "application/json"), ("Content-Length", "\(text.utf8.count)")],
            body: Array(text.utf8)
        )
    }
}
