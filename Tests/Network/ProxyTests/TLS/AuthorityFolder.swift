import Foundation
import Testing

@testable import Proxy

/// A folder for an authority that is gone when nobody holds it any more; it does not exist at first.
final class AuthorityFolder: Sendable {
    /// The folder that holds it.
    let parent: String
    /// The place where the authority is to live.
    var path: String { parent + "/kinescope" }
    /// The file of the key.
    var key: String { CertificateAuthority.keyPath(in: path) }
    /// The file of the certificate.
    var certificate: String { CertificateAuthority.certificatePath(in: path) }

    /// The date on which tests happen.
    static let now = Date(timeIntervalSince1970: 1_795_300_000)

    init() {
        parent = FileManager.default.temporaryDirectory.path + "/kinescope-authority-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try? FileManager.default.removeItem(atPath: parent)
    }

    /// Loads or makes the authority in it.
    @discardableResult
    func loadOrMake(now: Date = AuthorityFolder.now) throws(CertificateAuthorityError) -> CertificateAuthority {
        try CertificateAuthority.loadOrMake(in: path, machine: "atlas", now: now)
    }

    /// Loads the authority in it.
    func load(now: Date = AuthorityFolder.now) throws(CertificateAuthorityError) -> CertificateAuthority {
        try CertificateAuthority.load(from: path, now: now)
    }

    /// The permissions of a file or a folder.
    func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    /// Writes a file that only its owner may read.
    func write(_ text: String, to path: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// The names in the folder, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
