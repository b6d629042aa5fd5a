public import Foundation
import SwiftASN1
import VirtualTime
import X509

/// An authority lives in two files of a folder: its key, which none but the owner may read, and its certificate.
///
/// The key's file holds the certificate too, as mitmproxy's does. So it alone is the authority, it appears at once or not
/// at all, and of two processes that make one at the same time the first to give the file its name has made it for both.
extension CertificateAuthority {
    /// The file of the key, with the certificate behind it, in PEM.
    static let keyName = "ca.key.pem"
    /// The file of the certificate, in PEM: this is what is handed out.
    static let certificateName = "ca.pem"

    /// The folder it lives in when none is named: `$XDG_CONFIG_HOME/kinescope` or `~/.config/kinescope`, on Apple's
    /// systems `~/Library/Application Support/kinescope`.
    public static func standardFolder(environment: [String: String], home: String) -> String {
        #if canImport(Darwin)
        return home + "/Library/Application Support/kinescope"
        #else
        // A relative path is to be ignored (XDG Base Directory Specification 0.8).
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/kinescope" }
        return home + "/.config/kinescope"
        #endif
    }

    /// The path of the certificate of the authority in `folder`.
    public static func certificatePath(in folder: String) -> String { folder + "/" + certificateName }

    /// The path of the key of the authority in `folder`.
    public static func keyPath(in folder: String) -> String { folder + "/" + keyName }

    /// Checks whether `folder` holds a CA, or a part of one.
    public static func exists(in folder: String) -> Bool {
        [keyPath(in: folder), certificatePath(in: folder)].contains { FileManager.default.fileExists(atPath: $0) }
    }

    /// The authority in `folder`; nothing is written.
    ///
    /// - Throws: ``CertificateAuthorityError`` if there is none, or it cannot be used at the date `now`.
    public static func load(from folder: String, now: Date) throws(CertificateAuthorityError) -> CertificateAuthority {
        let (keyPath, certificatePath) = (keyPath(in: folder), certificatePath(in: folder))
        let keyFile = try AuthorityFile.read(keyPath, isPrivate: true)
        let certificateFile = try AuthorityFile.read(certificatePath, isPrivate: false)
        guard let keyFile else {
            throw certificateFile == nil
                ? .absent(folder: folder) : .missing(path: keyPath, other: certificatePath)
        }
        let key = try key(in: keyFile, path: keyPath)
        let certificate: Certificate
        if let certificateFile {
            guard let found = try Self.certificate(in: certificateFile, path: certificatePath) else {
                throw .notPEM(path: certificatePath, expected: "a certificate", reason: "no CERTIFICATE is in it")
            }
            certificate = found
        } else if let found = try Self.certificate(in: keyFile, path: keyPath) {
            certificate = found
        } else {
            throw .missing(path: certificatePath, other: keyPath)
        }
        guard key.publicKey == certificate.publicKey else {
            throw .keyDoesNotBelong(key: keyPath, certificate: certificatePath)
        }
        guard case .isCertificateAuthority? = try? certificate.extensions.basicConstraints else {
            throw .notAnAuthority(path: certificatePath)
        }
        guard now <= certificate.notValidAfter else {
            let end = Instant(secondsSince1970: Int64(certificate.notValidAfter.timeIntervalSince1970))
            throw .expired(path: certificatePath, end: String(describing: end))
        }
        do {
            return try CertificateAuthority(certificate: certificate, key: key)
        } catch {
            throw .notPEM(path: certificatePath, expected: "a certificate", reason: String(describing: error))
        }
    }

    /// The authority in `folder`; if there is none it is made, and the folder with it.
    ///
    /// Processes and threads that do so at the same time get the same authority.
    ///
    /// - Parameters:
    ///   - folder: Where it lives.
    ///   - machine: The name of this machine, which a new authority bears.
    ///   - now: The date at which it has to be valid, or is made.
    /// - Returns: The authority that the folder holds now.
    /// - Throws: ``CertificateAuthorityError``.
    public static func loadOrMake(
        in folder: String,
        machine: String,
        now: Date
    ) throws(CertificateAuthorityError) -> CertificateAuthority {
        let authority: CertificateAuthority
        do {
            authority = try load(from: folder, now: now)
        } catch .absent {
            let new = try make(machine: machine, now: now)
            let key: String
            do { key = try new.key.serializeAsPEM().pemString } catch {
                throw .cannotBeMade(reason: String(describing: error))
            }
            try AuthorityFile.makeFolder(folder)
            try AuthorityFile.write(key + "\n" + new.pem, to: keyPath(in: folder), mode: 0o600)
            // Whoever was first: what lies there now is the authority.
            authority = try load(from: folder, now: now)
        }
        if !FileManager.default.fileExists(atPath: certificatePath(in: folder)) {
            try AuthorityFile.write(authority.pem, to: certificatePath(in: folder), mode: 0o644)
        }
        return authority
    }

    private static func documents(in text: String, path: String, expected: String) throws(CertificateAuthorityError)
        -> [PEMDocument]
    {
        do {
            return try PEMDocument.parseMultiple(pemString: text)
        } catch {
            throw .notPEM(path: path, expected: expected, reason: String(describing: error))
        }
    }

    private static func key(in text: String, path: String) throws(CertificateAuthorityError) -> Certificate.PrivateKey {
        let documents = try documents(in: text, path: path, expected: "a key")
        guard let document = documents.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }) else {
            throw .notPEM(path: path, expected: "a key", reason: "no PRIVATE KEY is in it")
        }
        do {
            return try Certificate.PrivateKey(pemDocument: document)
        } catch {
            throw .notPEM(path: path, expected: "a key", reason: String(describing: error))
        }
    }

    private static func certificate(in text: String, path: String) throws(CertificateAuthorityError) -> Certificate? {
        let documents = try documents(in: text, path: path, expected: "a certificate")
        guard let document = documents.first(where: { $0.discriminator == Certificate.defaultPEMDiscriminator }) else {
            return nil
        }
        do {
            return try Certificate(pemDocument: document)
        } catch {
            throw .notPEM(path: path, expected: "a certificate", reason: String(describing: error))
        }
    }
}
