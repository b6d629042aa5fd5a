/// Lines, fields and chunks of HTTP/1.1, letter by letter as RFC 9112 writes them and no other way.
package struct StrictReader {
    package let bytes: [UInt8]
    package var offset = 0

    /// A field: its name in lower case, its value without the blanks around it.
    package typealias Field = (name: String, value: [UInt8])

    /// The reason that bytes are not a message, and its place, in bytes from the first.
    package struct Fault: Error {
        package var what: String
        package var offset: Int
    }

    package func fault(_ what: String) -> Fault { Fault(what: what, offset: offset) }

    /// The bytes up to CR LF, which are passed; neither stands by itself.
    package mutating func line() throws(Fault) -> ArraySlice<UInt8> {
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
    package mutating func fields() throws(Fault) -> [Field] {
        var fields: [Field] = []
        while true {
            let line = try line()
            if line.isEmpty { return fields }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
                throw fault("this is not a field")
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

    /// A body whose end the fields tell in exactly one way, and the trailers behind it; nil if they tell none.
    package mutating func body(_ fields: [Field]) throws(Fault) -> (body: [UInt8], trailers: [Field])? {
        let lengths = fields.filter { $0.name == "content-length" }
        let codings = fields.filter { $0.name == "transfer-encoding" }
        guard lengths.count + codings.count <= 1 else { throw fault("the body's end is given twice") }
        if let digits = lengths.first?.value {
            guard let length = Self.number(digits[...], radix: 10) else { throw fault("the length is not a number") }
            guard length <= bytes.count - offset else { throw fault("the body is not there") }
            return (take(length), [])
        }
        guard let coding = codings.first?.value else { return nil }
        guard String(decoding: coding, as: UTF8.self).lowercased().utf8.elementsEqual("chunked".utf8) else {
            throw fault("the transfer coding is another than chunked")
        }
        var body: [UInt8] = []
        while let chunk = try chunk() { body += chunk }
        let trailers = try self.fields()
        // RFC 9110 §6.5.1: what decides how a message is read stands before its body.
        guard !trailers.contains(where: { ["content-length", "transfer-encoding"].contains($0.name) }) else {
            throw fault("a trailer gives the body's end")
        }
        return (body, trailers)
    }

    /// A chunk; nil for the last, behind which trailers stand.
    private mutating func chunk() throws(Fault) -> [UInt8]? {
        let line = try line()
        guard let size = Self.number(line.prefix { $0 != UInt8(ascii: ";") }, radix: 16) else {
            throw fault("a chunk's size is not a number")
        }
        // RFC 9112 §7.1.1: an extension has a name, and may have a value; blanks and quotes are left to who forgives.
        for piece in line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).dropFirst() {
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.allSatisfy(Self.isToken) else { throw fault("a chunk's extension has no name, or no value") }
        }
        if size == 0 { return nil }
        guard size <= bytes.count - offset else { throw fault("the chunk is not there") }
        let chunk = take(size)
        guard try self.line().isEmpty else { throw fault("the chunk is longer than its size") }
        return chunk
    }

    /// So many bytes, which must be there.
    private mutating func take(_ count: Int) -> [UInt8] {
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// Digits and nothing else; `Int(_:radix:)` would take a sign, too.
    package static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> Int? {
        let text = String(decoding: digits, as: UTF8.self)
        return text.first?.isHexDigit == true ? Int(text, radix: radix) : nil
    }

    package static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
