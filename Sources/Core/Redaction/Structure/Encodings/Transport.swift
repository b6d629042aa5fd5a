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

    init?(length: Int, scalar: UInt32) {
        guard Unicode.Scalar(scalar) != nil else { return nil }
        self.length = length
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
            guard index + 2 < text.endIndex, let high = ASCII.hexDigit(text[index + 1]),
                let low = ASCII.hexDigit(text[index + 2])
            else { return TransportUnit(length: 1, byte: byte) }
            return TransportUnit(length: 3, byte: high << 4 | low)
        case .xml: return Self.entity(in: text, at: index) ?? TransportUnit(length: 1, byte: byte)
        case .json: return Self.escape(in: text, at: index) ?? TransportUnit(length: 1, byte: byte)
        }
    }

    private static func entity(in text: ArraySlice<UInt8>, at index: Int) -> TransportUnit? {
        let limit = min(text.endIndex, index + 12)
        guard index + 1 < limit, let end = text[index + 1..<limit].firstIndex(of: 0x3B) else { return nil }
        let name = text[index + 1..<end]
        let length = end + 1 - index
        guard let first = name.first else { return nil }
        guard first == 0x23 else {
            for entity in entities where name.elementsEqual(entity.name) {
                return TransportUnit(length: length, byte: entity.character)
            }
            return nil
        }
        return number(name.dropFirst()).flatMap { TransportUnit(length: length, scalar: $0) }
    }

    private static let entities: [(name: [UInt8], character: UInt8)] = [
        (Array("amp".utf8), 0x26), (Array("lt".utf8), 0x3C), (Array("gt".utf8), 0x3E), (Array("quot".utf8), 0x22),
        (Array("apos".utf8), 0x27),
    ]

    /// The number of a character reference, of nine digits at most: more do not fit what is looked at.
    private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
        let isHexadecimal = text.first.map(ASCII.lowercased) == 0x78
        let digits = isHexadecimal ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = ASCII.hexDigit(byte), isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
        }
        return value
    }

    private static func escape(in text: ArraySlice<UInt8>, at index: Int) -> TransportUnit? {
        guard index + 1 < text.endIndex else { return nil }
        switch text[index + 1] {
        case 0x22, 0x5C, 0x2F: return TransportUnit(length: 2, byte: text[index + 1])
        case 0x62: return TransportUnit(length: 2, byte: 0x08)
        case 0x66: return TransportUnit(length: 2, byte: 0x0C)
        case 0x6E: return TransportUnit(length: 2, byte: 0x0A)
        case 0x72: return TransportUnit(length: 2, byte: 0x0D)
        case 0x74: return TransportUnit(length: 2, byte: 0x09)
        case 0x75:
            guard let high = codeUnit(in: text, at: index) else { return nil }
            guard (0xD800..<0xDC00).contains(high) else { return TransportUnit(length: 6, scalar: high) }
            guard let low = codeUnit(in: text, at: index + 6), (0xDC00..<0xE000).contains(low) else { return nil }
            return TransportUnit(length: 12, scalar: 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
    }

    private static func codeUnit(in text: ArraySlice<UInt8>, at index: Int) -> UInt32? {
        guard index + 6 <= text.endIndex, text[index] == 0x5C, text[index + 1] == 0x75 else { return nil }
        var value: UInt32 = 0
        for byte in text[index + 2..<index + 6] {
            guard let digit = ASCII.hexDigit(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
