/// A request of HTTP/1.1, read letter by letter as RFC 9112 writes it and no other way: what a server would make of it that
/// forgives nothing.
package struct StrictRequest: Equatable {
    package var method = ""
    package var target = ""
    /// Names in lower case, values without the blanks around them.
    package var fields: [StrictReader.Field] = []
    package var body: [UInt8] = []
    package var trailers: [StrictReader.Field] = []

    package typealias Fault = StrictReader.Fault

    package static func == (one: StrictRequest, other: StrictRequest) -> Bool {
        one.method == other.method && one.target == other.target && one.body == other.body
            && one.fields.elementsEqual(other.fields, by: ==) && one.trailers.elementsEqual(other.trailers, by: ==)
    }

    /// The values of a field.
    package func values(_ name: String) -> [[UInt8]] { fields.filter { $0.name == name }.map(\.value) }

    /// Reads one request from the beginning of the bytes, and answers what follows it.
    package static func read(_ bytes: [UInt8]) throws(Fault) -> (request: StrictRequest, rest: ArraySlice<UInt8>) {
        var reader = StrictReader(bytes: bytes)
        var request = StrictRequest()
        let words = try reader.line().split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, StrictReader.isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ (0x21..<0x7F).contains($0) })
        else { throw reader.fault("this is not a request line") }
        guard words[2].elementsEqual("HTTP/1.1".utf8) else { throw reader.fault("this is not HTTP/1.1") }
        request.method = String(decoding: words[0], as: UTF8.self)
        request.target = String(decoding: words[1], as: UTF8.self)
        request.fields = try reader.fields()
        (request.body, request.trailers) = try reader.body(request.fields) ?? ([], [])
        return (request, bytes[reader.offset...])
    }
}
