// The classes of characters, by their bytes in ASCII: each stands here once.

/// Space, tab, line feed, carriage return: what JSON and XML skip.
@inlinable package func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

/// Space and tab: what may stand between the parts of a header (RFC 9110 §5.6.3).
@inlinable package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// Space, tab, line feed, vertical tab, form feed, carriage return.
@inlinable package func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

/// A decimal digit.
@inlinable package func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inlinable package func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

/// A letter or a decimal digit.
@inlinable package func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

/// A byte of a method or a header's name (RFC 9110 §5.6.2).
package func isTokenByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || tokenMarks.contains(byte) }

private let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)

/// The small letter of a capital one, any other byte as it is.
@inlinable package func lowercasedASCII(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
