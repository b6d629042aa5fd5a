import Documents

/// The ways in which a text is written inside another: the escapes of forms, URLs, XML and JSON strings.
enum Transport: UInt8, Hashable, Sendable, CaseIterable {
    /// As it is.
    case none
    /// `%XX`.
    case percent
    /// `%XX`, and `+` for a space.
    case form
    /// `&amp;` and its four kin, and character references.
    case xml
    /// `\"` and its kin, `\u00e9`.
    case json

    /// The bytes that begin an escape.
    func isSpecial(_ byte: UInt8) -> Bool {
        switch self {
        case .none: false
        case .percent: byte == 0x25
        case .form: byte == 0x25 || byte == 0x2B
        case .xml: byte == 0x26
        case .json: byte == 0x5C
        }
    }

    /// The text without escapes; malformed ones stay as they are.
    func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard self != .none else { return Array(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let unit = self.unit(in: text, at: index)
            unit.append(to: &output)
            index += unit.length
        }
        return output
    }
}

/// One character of a text in transport: how many bytes it takes there, and the one to four bytes it stands for.
struct TransportUnit: Hashable {
    var length: Int
    var count: Int
    /// The bytes, the first one lowest.
    var packed: UInt32

    init(length: Int, byte: UInt8) {
        self.length = length
        count = 1
        packed = UInt32(byte)
    }

    init(_ escaped: EscapedCharacter) {
        length = escaped.length
        let scalar = escaped.scalar.value
        // By hand: a text full of escapes is read at each of its bytes.
        func continuation(_ shift: UInt32) -> UInt32 { 0x80 | (scalar >> shift) & 0x3F }
        switch scalar {
        case ..<0x80:
            count = 1
            packed = scalar
        case ..<0x800:
            count = 2
            packed = 0xC0 | scalar >> 6
            packed |= continuation(0) << 8
        case ..<0x1_0000:
            count = 3
            packed = 0xE0 | scalar >> 12
            packed |= continuation(6) << 8 | continuation(0) << 16
        default:
            count = 4
            packed = 0xF0 | scalar >> 18
            packed |= continuation(12) << 8 | continuation(6) << 16
            packed |= continuation(0) << 24
        }
    }

    func append(to output: inout [UInt8]) {
        for index in 0..<count { output.append(self[index]) }
    }

    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt32(index * 8)) }
}

extension Transport {
    /// The character that begins at `index`, which must be inside the text.
    func unit(in text: ArraySlice<UInt8>, at index: Int) -> TransportUnit {
        let byte = text[index]
        guard isSpecial(byte) else { return TransportUnit(length: 1, byte: byte) }
        switch self {
        case .none: return TransportUnit(length: 1, byte: byte)
        case .percent, .form:
            if byte == 0x2B { return TransportUnit(length: 1, byte: 0x20) }
            let escaped = PercentEncoding.escapedByte(in: text, at: index)
            return escaped.map { TransportUnit(length: 3, byte: $0) } ?? TransportUnit(length: 1, byte: byte)
        case .xml:
            return EscapedCharacter.reference(in: text, at: index).map(TransportUnit.init)
                ?? TransportUnit(length: 1, byte: byte)
        case .json:
            return EscapedCharacter.json(in: text, at: index).map(TransportUnit.init)
                ?? TransportUnit(length: 1, byte: byte)
        }
    }
}
