import Foundation
import Redaction

/// The last look at a recording before it gets its name: no secret may stand in it, in whatever encoding.
enum LeakScan {
    /// Searches the file at `path`.
    ///
    /// - Throws: ``CommandFailure`` that names the field a secret came from, never the secret.
    static func refuse(leaksIn path: String, gate: LeakGate) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let pipeline = OrderedPipeline { (piece: Piece) in
            gate.scan(piece.bytes, startingBefore: piece.limit, at: piece.offset)
        } consume: { leaks in
            try refuse(leaks)
        }
        defer { pipeline.cancel() }
        var offset = 0
        var next = try read(from: file, pieceBytes)
        while !next.isEmpty {
            let piece = next
            next = piece.count < pieceBytes ? [] : try read(from: file, pieceBytes)
            let bytes = piece + next.prefix(LeakGate.overlap)
            try pipeline.submit(Piece(bytes: bytes, limit: piece.count, offset: offset))
            offset += piece.count
        }
        try pipeline.finish()
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

    private static func refuse(_ leaks: [Leak]) throws(CommandFailure) {
        guard let leak = leaks.first else { return }
        throw CommandFailure(
            "\(leak): nothing was written; if it is no secret, or is to be kept, import with --keep-secrets"
        )
    }

    private static let pieceBytes = 1 << 21
}
