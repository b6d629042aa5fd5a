import Foundation

/// HTTP/1.1 on a connection, a byte at a time if need be: nothing is understood that a test does not need.
struct Wire {
    let socket: TCPSocket
    private var waiting: ArraySlice<UInt8> = []
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(_ socket: TCPSocket) { self.socket = socket }

    /// The connection ended before what was waited for had come.
    struct Ended: Error {}

    /// The first line of a request or an answer, and its fields.
    struct Head {
        var first: String
        var fields: [(name: String, value: String)]

        func value(_ name: String) -> String? {
            fields.first { $0.name.lowercased() == name.lowercased() }?.value
        }
        /// The second word of the first line.
        var target: String { first.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
        var status: Int { Int(target) ?? 0 }
    }

    /// The next head.
    mutating func head() throws -> Head {
        let first = try line()
        var fields: [(name: String, value: String)] = []
        while case let text = try line(), !text.isEmpty {
            let parts = text.split(separator: ":", maxSplits: 1)
            fields.append((String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""))
        }
        return Head(first: first, fields: fields)
    }

    /// The body that follows `head`, by its length or in chunks; none if it has neither.
    mutating func body(of head: Head) throws -> [UInt8] {
        if let length = head.value("Content-Length").flatMap({ Int($0) }) { return try bytes(length) }
        guard head.value("Transfer-Encoding")?.lowercased() == "chunked" else { return [] }
        var body: [UInt8] = []
        while case let count = Int(try line(), radix: 16) ?? 0, count > 0 {
            body += try bytes(count)
            _ = try line()
        }
        while try !line().isEmpty {}
        return body
    }

    /// An answer that is no informational one, and its body.
    mutating func answer(to method: String = "GET") throws -> (head: Head, body: [UInt8]) {
        var answer = try head()
        while (100..<200).contains(answer.status), answer.status != 101 { answer = try head() }
        let isEmpty = method == "HEAD" || [101, 204, 304].contains(answer.status)
        return (answer, isEmpty ? [] : try body(of: answer))
    }

    /// Reads so many bytes and forgets them.
    mutating func skip(_ count: Int) throws {
        var left = count - waiting.prefix(count).count
        waiting = waiting.dropFirst(count)
        while left > 0 {
            let count = try socket.receive(into: &buffer)
            guard count > 0 else { throw Ended() }
            if count > left { waiting = buffer[left..<count] }
            left -= min(left, count)
        }
    }

    /// Waits for the connection's end.
    mutating func waitForEnd() throws {
        while try socket.receive(into: &buffer) > 0 {}
    }

    private mutating func bytes(_ count: Int) throws -> [UInt8] {
        while waiting.count < count { try more() }
        defer { waiting = waiting.dropFirst(count) }
        return Array(waiting.prefix(count))
    }

    private mutating func line() throws -> String {
        while true {
            if let end = waiting.firstIndex(of: 0x0A) {
                defer { waiting = waiting[(end + 1)...] }
                return String(decoding: waiting[..<end].filter { $0 != 0x0D }, as: UTF8.self)
            }
            try more()
        }
    }

    private mutating func more() throws {
        let count = try socket.receive(into: &buffer)
        guard count > 0 else { throw Ended() }
        waiting = ArraySlice(Array(waiting) + buffer[..<count])
    }
}
