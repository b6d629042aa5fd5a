import Documents

/// A position in what was read, as far as it is known.
public struct InputPosition: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int?
    /// The column, from 1.
    public var column: Int?
    public var byteOffset: Int?
}

/// An error that states in one sentence what is wrong, and knows where.
package protocol PositionedError: CustomStringConvertible {
    /// The position; nothing in it where the error is about the whole.
    var position: InputPosition { get }
}

extension XMLError: PositionedError {
    package var position: InputPosition { InputPosition(line: line, column: column, byteOffset: byteOffset) }
}

extension JSONError: PositionedError {
    package var position: InputPosition { InputPosition(line: line, column: column, byteOffset: byteOffset) }
}

extension Base64Error: PositionedError {
    package var position: InputPosition { InputPosition(byteOffset: byteOffset) }
}

extension SAMLError: PositionedError {
    package var position: InputPosition {
        if case .xml(let error) = cause { return error.position }
        return InputPosition(line: line.flatMap { $0 > 0 ? $0 : nil })
    }
}

extension TokenError: PositionedError {
    package var position: InputPosition {
        switch self {
        case .encoding(let offset), .noWrapper(let offset), .emptySignature(let offset):
            InputPosition(byteOffset: offset)
        case .signature(let error): error.position
        case .payload(let error, let offset): InputPosition(byteOffset: error.byteOffset.map { $0 + offset })
        case .empty, .tooLong, .signatureTags, .unknownKind, .date, .milliseconds: InputPosition()
        }
    }
}

extension JSONWebTokenError: PositionedError {
    /// The parts are decoded before they are read: their positions are none of the token's.
    package var position: InputPosition { InputPosition() }
}
