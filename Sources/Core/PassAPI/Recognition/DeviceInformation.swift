import Documents

/// Client information as `X-Device-Info` and `device_info` carry it: JSON in Base64 (rest-api-v1.md §2).
///
/// Real headers deviate (a missing comma in the documentation's own sample, percent-encoding left on, padding left off),
/// so what is no JSON is read as far as names and values can be made out.
struct DeviceInformation: Hashable, Sendable {
    /// The names and values, in order; values that are no text are kept as JSON prints them.
    ///
    /// What is read holds no more than 256; the others are ``furtherFields``.
    var fields: [Field]
    /// The fields behind the first 256, in order: no client has so many, so they are not distinguished one by one.
    var furtherFields: [Field] = []

    /// One name and its value.
    struct Field: Hashable, Sendable {
        /// The name: `model`, `osName`.
        @ExactText public var name: String
        /// The value as text.
        @ExactText public var value: String

        /// A field of this name and value.
        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Client information of these fields.
    init(_ fields: [Field]) { self.fields = fields }

    /// The client information in a header or parameter value; nil if nothing can be made out of it.
    init?(decoding value: String) {
        guard let bytes = Self.base64Decoded(value) else { return nil }
        let found: [Field]
        if let object = (try? JSONValue(parsing: bytes))?.object {
            found = object.members.map { Field($0.key, $0.value.scalarText ?? $0.value.serialized) }
        } else {
            found = Self.salvage(bytes)
            if found.isEmpty { return nil }
        }
        fields = Array(found.prefix(Self.listedFields))
        furtherFields = Array(found.dropFirst(Self.listedFields))
    }

    /// The value for the header: compact JSON in Base64.
    var headerValue: String {
        Base64.encode(Self.json(fields + furtherFields).serializedBytes)
    }

    /// The fields beyond those that are listed, as JSON; nil if there are none.
    var furtherText: String? { furtherFields.isEmpty ? nil : Self.json(furtherFields).serialized }

    private static func json(_ fields: [Field]) -> JSONValue {
        .object(JSONObject(fields.map { JSONMember($0.name, .string($0.value)) }))
    }

    /// The first value of this name.
    subscript(name: String) -> String? { fields.first { $0.$name == name }?.value }

    /// Standard or URL-safe, padded or not, percent-encoded once more or not, white space anywhere.
    private static func base64Decoded(_ value: String) -> [UInt8]? {
        let text = value.utf8.contains(UInt8(ascii: "%")) ? PercentEncoding.decode(value) : value
        return try? Base64.read(text.utf8, allowsTrailingBits: true).bytes
    }

    /// So many fields are told apart by name: 256.
    static let listedFields = 256

    private static func salvage(_ bytes: [UInt8]) -> [Field] {
        var scanner = PairScanner(bytes)
        var fields: [Field] = []
        while let pair = scanner.nextPair() { fields.append(Field(pair.name, pair.value)) }
        return fields
    }
}
