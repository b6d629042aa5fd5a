/// A request of HTTP/1.1, read letter by letter as RFC 9112 writes it and no other way: what a server would make of it that
/// forgives nothing.
package struct StrictRequest: Equatable {
    package var method = ""
    package var target = ""
    /// Names in lower case, values without the blanks around them.
    package var fields: [(name: String, value: [UInt8])] = []
    package var body: [UInt8] = []
    package var trailers: [(name: String, value: [UInt8])] = []

    package static func == (one: StrictRequest, other: StrictRequest) -> Bool {
        one.method == other.method && one.target == other.target && one.body == other.body
            && one.fields.elementsEqual(other.fields, by: ==) && one.trailers.elementsEqual(other.trailers, by: ==)
    }

    /// Why bytes are no request; where, in bytes from the first.
    package struct Fault: Error {
        package var what: String
        package var offset: Int
    }

    /// The values of a field.
    package func values(_ name: String) -> [[UInt8]] { fields.filter { $0.name == name }.map(\.value) }

    /// Reads one request from the beginning of the bytes, and answers what follows it.
    package static func read(_ bytes: [UInt8]) throws(Fault) -> (request: StrictRequest, rest: ArraySlice<UInt8>) {
        var reader = StrictReader(bytes: bytes)
        var request = StrictRequest()
        let words = try reader.line().split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ (0x21..<0x7F).contains($0) })
        else { throw reader.fault("this is no request line") }
        guard words[2].elementsEqual("HTTP/1.1".utf8) else { throw reader.fault("this is not HTTP/1.1") }
        request.method = String(decoding: words[0], as: UTF8.self)
        request.target = String(decoding: words[1], as: UTF8.self)
        request.fields = try reader.fields()
        try reader.body(of: &request)
        return (request, bytes[reader.offset...])
    }

    fileprivate static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

private struct StrictReader {
    let bytes: [UInt8]
    var offset = 0

    func fault(_ what: String) -> StrictRequest.Fault { StrictRequest.Fault(what: what, offset: offset) }

    /// The bytes up to CR LF, which are passed; neither stands by itself.
    mutating func line() throws(StrictRequest.Fault) -> ArraySlice<UInt8> {
        guard let end = bytes[offset...].firstIndex(where: { $0 == 0x0D || $0 == 0x0A }) else {
            throw fault("the line has no end")
        }
        guard bytes[end] == 0x0D, end + 1 < bytes.count, bytes[end + 1] == 0x0A else {
            throw fault("the line ends with something else than CR LF")
        }
        defer { offset = end + 2 }
        return bytes[offset..<end]
    }

    /// Field lines up to the empty one.
    mutating func fields() throws(StrictRequest.Fault) -> [(name: String, value: [UInt8])] {
        var fields: [(name: String, value: [UInt8])] = []
        while true {
            let line = try line()
            if line.isEmpty { return fields }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), StrictRequest.isToken(line[..<colon]) else {
                throw fault("this is no field")
            }
            var value = line[(colon + 1)...]
            while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
            while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
            guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
                throw fault("a value has a control character")
            }
            fields.append((String(decoding: line[..<colon], as: UTF8.self).lowercased(), Array(value)))
        }
    }

    /// The body, by exactly one way of saying how long it is.
    mutating func body(of request: inout StrictRequest) throws(StrictRequest.Fault) {
        let lengths = request.values("content-length")
        let codings = request.values("transfer-encoding")
        guard lengths.count + codings.count <= 1 else { throw fault("the body's end is told twice") }
        if let digits = lengths.first {
            guard let length = number(digits[...], radix: 10), length <= bytes.count - offset else {
                throw fault("the body is not there, or its length is no number")
            }
            request.body = try take(length)
        } else if let coding = codings.first {
            guard String(decoding: coding, as: UTF8.self).lowercased().utf8.elementsEqual("chunked".utf8) else {
                throw fault("the transfer coding is another than chunked")
            }
            while let chunk = try chunk() { request.body += chunk }
            request.trailers = try fields()
        }
    }

    /// A chunk; nil for the last, behind which trailers stand.
    private mutating func chunk() throws(StrictRequest.Fault) -> [UInt8]? {
        let line = try line()
        guard let size = number(line.prefix { $0 != UInt8(ascii: ";") }, radix: 16) else {
            throw fault("a chunk's size is no number")
        }
        if size == 0 { return nil }
        guard size <= bytes.count - offset else { throw fault("the chunk is not there") }
        let chunk = try take(size)
        guard try self.line().isEmpty else { throw fault("the chunk is longer than it says") }
        return chunk
    }

    private mutating func take(_ count: Int) throws(StrictRequest.Fault) -> [UInt8] {
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// Digits and nothing else; `Int(_:radix:)` would take a sign, too.
    private func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
        let text = String(decoding: digits, as: UTF8.self)
        return text.first?.isHexDigit == true ? Int(text, radix: radix) : nil
    }
}
