/// Reads a long JSON text piece by piece, so that its parts need not stand in memory all at once.
///
/// ```swift
/// var reader = JSONReader(bytes)
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///     if key == "log" { log = try reader.readValue() } else { try reader.skipValue() }
/// }
/// try reader.finish()
/// ```
///
/// A UTF-8 byte order mark at the start is skipped. Once a call has thrown, the reader is good for nothing more.
/// Calls out of order, such as a key asked for in an array, are the caller's mistake and trap.
public struct JSONReader {
    /// The places in the text at which the next call can be.
    private enum Place {
        case firstKey
        case laterKey
        case memberValue
        case firstElement
        case laterElement
        case elementValue
    }

    private let bytes: [UInt8]
    private var scanner: JSONScanner
    private var places: [Place] = []
    private var hasStarted = false

    /// A reader at the start of `bytes`.
    public init(_ bytes: [UInt8], limits: JSONLimits = .default) {
        self.bytes = bytes
        scanner = JSONScanner(limits: limits)
    }

    /// The offset of the next byte to be read.
    public var byteOffset: Int { scanner.position }

    /// The number of halves of surrogate pairs that were read, if ``JSONLimits/allowsLoneSurrogates`` is set.
    public var loneSurrogateCount: Int { scanner.loneSurrogateCount }

    /// The offset of the last of them.
    public var lastLoneSurrogate: Int { scanner.lastLoneSurrogate }

    /// Enters the object that stands here; ``nextKey()`` then goes through it.
    ///
    /// - Throws: ``JSONError`` if something else stands here.
    public mutating func beginObject() throws(JSONError) {
        try begin(UInt8(ascii: "{"), expected: "an object", then: .firstKey)
    }

    /// The next key of the object entered last, or nil when the object ended.
    ///
    /// Its value must be read, skipped or entered before the next call. Duplicate keys come as often as they stand.
    /// - Throws: ``JSONError`` if the text is malformed here.
    public mutating func nextKey() throws(JSONError) -> String? {
        let place = places.last
        precondition(place == .firstKey || place == .laterKey, "nextKey() goes through an object, one value per key.")
        let bytes = self.bytes
        let input = bytes.span
        let key = place == .firstKey ? try scanner.firstKey(input) : try scanner.laterKey(input)
        if key == nil { leave() } else { places[places.count - 1] = .memberValue }
        return key
    }

    /// Enters the array that stands here; ``nextElement()`` then goes through it.
    ///
    /// - Throws: ``JSONError`` if something else stands here.
    public mutating func beginArray() throws(JSONError) {
        try begin(UInt8(ascii: "["), expected: "an array", then: .firstElement)
    }

    /// Returns true if the array entered last has a further element, which must be read, skipped or entered next.
    ///
    /// - Throws: ``JSONError`` if the text is malformed here.
    public mutating func nextElement() throws(JSONError) -> Bool {
        let place = places.last
        precondition(
            place == .firstElement || place == .laterElement,
            "nextElement() goes through an array, one value per element."
        )
        let bytes = self.bytes
        let input = bytes.span
        let hasMore = place == .firstElement ? try scanner.firstElement(input) : try scanner.laterElement(input)
        if hasMore { places[places.count - 1] = .elementValue } else { leave() }
        return hasMore
    }

    /// Reads the value that stands here, whole.
    ///
    /// - Throws: ``JSONError`` if it is malformed or passes a limit.
    public mutating func readValue() throws(JSONError) -> JSONValue {
        try arrive()
        let bytes = self.bytes
        let value = try scanner.value(bytes.span)
        valueIsDone()
        return value
    }

    /// Reads past the value that stands here, as strictly as ``readValue()``.
    ///
    /// - Throws: ``JSONError`` if it is malformed or passes a limit.
    public mutating func skipValue() throws(JSONError) {
        try arrive()
        let bytes = self.bytes
        try scanner.skip(bytes.span)
        valueIsDone()
    }

    /// Makes sure that the text's one value was read and only white space follows it.
    ///
    /// - Throws: ``JSONError`` with `trailingBytes` if there is more.
    public mutating func finish() throws(JSONError) {
        precondition(places.isEmpty, "finish() comes after the last nextKey() and nextElement().")
        if !hasStarted { try arrive() }
        let bytes = self.bytes
        try scanner.finish(bytes.span)
    }

    private mutating func begin(_ bracket: UInt8, expected: String, then place: Place) throws(JSONError) {
        try arrive()
        let bytes = self.bytes
        let input = bytes.span
        guard try scanner.beginValue(input) == bracket else {
            throw scanner.error(.unexpected(expected: expected), at: scanner.position, input)
        }
        try scanner.open(input)
        places.append(place)
    }

    /// Checks that a value may stand here, and the whole text before its first value.
    private mutating func arrive() throws(JSONError) {
        if hasStarted {
            precondition(
                places.last == .memberValue || places.last == .elementValue,
                "A value is read after nextKey() or nextElement() announced it."
            )
        } else {
            hasStarted = true
            let bytes = self.bytes
            try scanner.start(bytes.span)
        }
    }

    private mutating func leave() {
        places.removeLast()
        valueIsDone()
    }

    private mutating func valueIsDone() {
        guard let place = places.last else { return }
        places[places.count - 1] = place == .memberValue ? .laterKey : .laterElement
    }
}

extension JSONValue {
    /// The value that `bytes` hold: strict RFC 8259 in UTF-8.
    ///
    /// A UTF-8 byte order mark at the start is skipped, since HAR files of Windows tools begin with one.
    /// - Throws: ``JSONError`` with the place of the first fault.
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        // For an array this shares the storage.
        var reader = JSONReader(Array(bytes), limits: limits)
        self = try reader.readValue()
        try reader.finish()
    }
}
