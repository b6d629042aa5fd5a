import Foundation
import RecordingStore
import Redaction

/// The last look at a recording before it is passed on: no secret may stand in it, in whatever encoding.
enum SecretScan {
    /// The first secret in the file at `path`; it names the field a secret came from, never the secret.
    static func firstLeak(in path: String, gate: SecretScanner) throws -> Leak? {
        do {
            try search(path, gate.ignoring(RecordingOwnText.bytes))
            return nil
        } catch let found as Found {
            return found.leak
        }
    }

    private static func search(_ path: String, _ gate: SecretScanner) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let pipeline = OrderedPipeline { (piece: Piece) in
            gate.scan(piece.bytes, startingBefore: piece.limit, at: piece.offset)
        } consume: { leaks in
            if let leak = leaks.first { throw Found(leak: leak) }
        }
        defer { pipeline.cancel() }
        var offset = 0
        var next = try read(from: file, pieceBytes)
        while !next.isEmpty {
            let piece = next
            next = piece.count < pieceBytes ? [] : try read(from: file, pieceBytes)
            let bytes = piece + next.prefix(SecretScanner.overlap)
            try pipeline.submit(Piece(bytes: bytes, limit: piece.count, offset: offset))
            offset += piece.count
        }
        try pipeline.finish()
    }

    /// Ends the search.
    private struct Found: Error {
        var leak: Leak
    }

    /// A part of the file, and the beginning of the next.
    private struct Piece {
        var bytes: [UInt8]
        var limit: Int
        var offset: Int
    }

    /// As many bytes as that, or all that are left.
    private static func read(from file: FileHandle, _ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let more = try file.read(upToCount: count - bytes.count), !more.isEmpty {
            bytes += more
        }
        return bytes
    }

    private static let pieceBytes = 1 << 21
}
