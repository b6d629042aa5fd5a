import Foundation

/// A connection on 127.0.0.1, or a listener there, with calls that wait: for 30 seconds at most.
final class TCPSocket: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // A program that is started meanwhile must not hold it open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// The system's answer to a call.
    struct Failure: Error {
        var call: String
        var number = errno
    }

    /// A connection to a port.
    static func connected(toPort port: Int) throws -> TCPSocket {
        let socket = TCPSocket(try made())
        try socket.prepare()
        guard withAddress(port, { connect(socket.descriptor, $0, $1) }) == 0 else { throw Failure(call: "connect") }
        return socket
    }

    /// A listener on a free port.
    static func listening() throws -> (listener: TCPSocket, port: Int) {
        let socket = TCPSocket(try made())
        guard withAddress(0, { bind(socket.descriptor, $0, $1) }) == 0 else { throw Failure(call: "bind") }
        guard listen(socket.descriptor, 512) == 0 else { throw Failure(call: "listen") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.descriptor, $0, &length) }
        }
        guard result == 0 else { throw Failure(call: "getsockname") }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// The next connection to a listener; nil if none has come within a moment.
    func accepted() throws -> TCPSocket? {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, 50) > 0 else { return nil }
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { throw Failure(call: "accept") }
        let socket = TCPSocket(connection)
        try socket.prepare()
        return socket
    }

    /// Sends all of it.
    func sendAll(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = send(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Self.flags)
                guard count > 0 else { throw Failure(call: "send") }
                rest = rest.dropFirst(count)
            }
        }
    }

    func sendAll(_ text: String) throws { try sendAll(Array(text.utf8)) }

    /// Receives what comes next into the beginning of `buffer`, and returns the number of bytes; 0 at the end.
    func receive(into buffer: inout [UInt8]) throws -> Int {
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw Failure(call: "recv") }
        return count
    }

    /// Ends it both ways; whoever waits for it goes on.
    func end() { _ = shutdown(descriptor, Self.bothWays) }

    private func prepare() throws {
        var time = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            guard setsockopt(descriptor, SOL_SOCKET, option, &time, size) == 0 else {
                throw Failure(call: "setsockopt")
            }
        }
        var yes: Int32 = 1
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if !os(Linux)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    #if os(Linux)
    private static let flags = Int32(MSG_NOSIGNAL)
    private static let bothWays = Int32(SHUT_RDWR)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let flags: Int32 = 0
    private static let bothWays = SHUT_RDWR
    private static let stream = SOCK_STREAM
    #endif

    private static func made() throws -> Int32 {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        return descriptor
    }

    private static func withAddress(_ port: Int, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
