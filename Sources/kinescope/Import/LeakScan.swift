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
        var scanning = gate.scanning()
        while let piece = try file.read(upToCount: pieceBytes), !piece.isEmpty {
            try refuse(scanning.feed([UInt8](piece)))
        }
        try refuse(scanning.finish())
    }

    private static func refuse(_ leaks: [Leak]) throws(CommandFailure) {
        guard let leak = leaks.first else { return }
        throw CommandFailure(
            "\(leak): nothing was written; if it is no secret, or is to be kept, import with --keep-secrets"
        )
    }

    private static let pieceBytes = 1 << 22
}
