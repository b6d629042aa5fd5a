import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import Proxy

@Suite struct CertificateAuthorityFolderTests {
    let folder = AuthorityFolder()

    @Test("What is made at first use is what is loaded ever after")
    func sameEverAfter() throws {
        let made = try folder.loadOrMake()
        #expect(try folder.loadOrMake().der == made.der)
        let loaded = try folder.load()
        #expect(loaded.der == made.der && loaded.key.publicKey == made.key.publicKey)
        #expect(folder.names == ["ca.key.pem", "ca.pem"])
        #expect(try String(contentsOfFile: folder.certificate, encoding: .utf8) == made.pem)
    }

    @Test("The key is for its owner alone, and so is the folder that is made for it")
    func modes() throws {
        try folder.loadOrMake()
        #expect(try folder.mode(of: folder.path) == 0o700)
        #expect(try folder.mode(of: folder.key) == 0o600)
        #expect(try folder.mode(of: folder.certificate) & 0o600 == 0o600)
    }

    @Test("A folder that is there already keeps its mode; folders above a new one are made")
    func folders() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder.path)
        try folder.loadOrMake()
        #expect(try folder.mode(of: folder.path) == 0o750)
        let deep = folder.parent + "/a/b/c/"
        _ = try CertificateAuthority.loadOrMake(in: deep, machine: "atlas", now: AuthorityFolder.now)
        #expect(try folder.mode(of: folder.parent + "/a/b") == 0o700)
        #expect(CertificateAuthority.exists(in: deep) && !CertificateAuthority.exists(in: folder.parent))
    }

    @Test("Sixteen makers at once end with one and the same authority")
    func atOnce() async throws {
        let fingerprints = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { [folder] in try folder.loadOrMake().fingerprint }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(fingerprints == [try folder.load().fingerprint])
        #expect(folder.names == ["ca.key.pem", "ca.pem"])
    }

    @Test("A certificate's file that got lost is written again, from the key's file")
    func lostCertificate() throws {
        let made = try folder.loadOrMake()
        try FileManager.default.removeItem(atPath: folder.certificate)
        #expect(try folder.load().der == made.der)
        #expect(folder.names == ["ca.key.pem"])
        #expect(try folder.loadOrMake().der == made.der)
        #expect(folder.names == ["ca.key.pem", "ca.pem"])
    }

    @Test("A key without any certificate, and a certificate without its key, are refused and stay as they are")
    func halves() throws {
        let made = try folder.loadOrMake()
        try FileManager.default.removeItem(atPath: folder.key)
        let noKey = CertificateAuthorityError.missing(path: folder.key, other: folder.certificate)
        #expect(throws: noKey) { try folder.load() }
        #expect(throws: noKey) { try folder.loadOrMake() }
        #expect(folder.names == ["ca.pem"])
        try FileManager.default.removeItem(atPath: folder.certificate)
        try folder.write(try made.key.serializeAsPEM().pemString, to: folder.key)
        #expect(throws: CertificateAuthorityError.missing(path: folder.certificate, other: folder.key)) {
            try folder.loadOrMake()
        }
        #expect(folder.names == ["ca.key.pem"])
    }

    @Test("Loading makes nothing")
    func absent() {
        #expect(throws: CertificateAuthorityError.absent(folder: folder.path)) { try folder.load() }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(
        "A key that others can read or change is refused, with the command that mends it",
        arguments: [0o640, 0o604, 0o620, 0o611]
    )
    func exposed(mode: Int) throws {
        try folder.loadOrMake()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.key)
        let error = CertificateAuthorityError.keyIsExposed(path: folder.key, mode: UInt16(mode))
        #expect(throws: error) { try folder.loadOrMake() }
        #expect(error.description.contains("0\(String(mode, radix: 8))"))
        #expect(error.description.hasSuffix("run chmod 600 \(folder.key)"))
    }

    @Test("The key of another certificate is refused")
    func anotherKey() throws {
        try folder.loadOrMake()
        let other = Certificate.PrivateKey(P256.Signing.PrivateKey())
        try folder.write(try other.serializeAsPEM().pemString, to: folder.key)
        #expect(throws: CertificateAuthorityError.keyDoesNotBelong(key: folder.key, certificate: folder.certificate)) {
            try folder.loadOrMake()
        }
    }

    @Test("What has ended is refused, one second before it is not")
    func expired() throws {
        let authority = try folder.loadOrMake()
        #expect(try folder.loadOrMake(now: authority.notValidAfter).der == authority.der)
        #expect(throws: CertificateAuthorityError.expired(path: folder.certificate, end: "2035-11-21T22:26:40Z")) {
            try folder.loadOrMake(now: authority.notValidAfter.addingTimeInterval(1))
        }
    }

    @Test("A server's certificate makes no authority")
    func notAnAuthority() throws {
        let authority = try folder.loadOrMake()
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let leaf = try Certificate(
            version: .v3,
            serialNumber: .random,
            publicKey: key.publicKey,
            notValidBefore: AuthorityFolder.now,
            notValidAfter: AuthorityFolder.now.addingTimeInterval(3_600),
            issuer: authority.certificate.subject,
            subject: DistinguishedName { CommonName("a.example") },
            extensions: Certificate.Extensions { Critical(BasicConstraints.notCertificateAuthority) },
            issuerPrivateKey: authority.key
        )
        try folder.write(try key.serializeAsPEM().pemString, to: folder.key)
        try folder.write(try leaf.serializeAsPEM().pemString, to: folder.certificate)
        #expect(throws: CertificateAuthorityError.notAnAuthority(path: folder.certificate)) { try folder.load() }
    }

    @Test(
        "What is no PEM, or PEM of something else, is refused",
        arguments: ["", "hello", "\u{0}\u{FF}", Self.torn, Self.other]
    )
    func notPEM(text: String) throws {
        let authority = try folder.loadOrMake()
        for path in [folder.key, folder.certificate] {
            let before = try String(contentsOfFile: path, encoding: .utf8)
            try folder.write(text, to: path)
            #expect("\(path): \(text)") {
                try folder.loadOrMake()
            } throws: { error in
                guard case CertificateAuthorityError.notPEM(path, _, _) = error else { return false }
                return true
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            try folder.write(before, to: path)
        }
        #expect(try folder.load().der == authority.der)
    }

    static let torn = "-----BEGIN CERTIFICATE-----\nMIIB\n"
    static let other = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"

    @Test("A folder, a pipe or a giant in a file's place is refused, and nobody waits for it")
    func noFile() throws {
        try folder.loadOrMake()
        for path in [folder.key, folder.certificate] {
            let before = try String(contentsOfFile: path, encoding: .utf8)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(throws: CertificateAuthorityError.unreadable(path: path, reason: "it is not a file")) {
                try folder.load()
            }
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            #expect(throws: CertificateAuthorityError.unreadable(path: path, reason: "it is not a file")) {
                try folder.load()
            }
            try FileManager.default.removeItem(atPath: path)
            try folder.write(String(repeating: " ", count: AuthorityFile.maximumBytes + 1), to: path)
            #expect(throws: CertificateAuthorityError.unreadable(path: path, reason: "it is longer than 1 MiB")) {
                try folder.load()
            }
            try folder.write(before, to: path)
        }
        _ = try folder.load()
    }

    @Test("A file in the folder's place is an error, not a place to write")
    func fileInFoldersPlace() throws {
        try folder.write("mine", to: folder.path)
        #expect {
            try folder.loadOrMake()
        } throws: { error in
            switch error as? CertificateAuthorityError {
            case .unreadable, .notWritable: true
            default: false
            }
        }
        #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "mine")
    }

    @Test("A folder that takes no files is named, with what to do", .enabled(if: geteuid() != 0))
    func readOnly() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        #expect(throws: CertificateAuthorityError.notWritable(path: folder.key, reason: "permission denied")) {
            try folder.loadOrMake()
        }
    }

    @Test("A folder that cannot be made is named")
    func noFolder() {
        #expect {
            try CertificateAuthority.loadOrMake(in: "/proc/kinescope/a", machine: "", now: AuthorityFolder.now)
        } throws: { error in
            guard case CertificateAuthorityError.notWritable(let path, _) = error else { return false }
            return path.hasPrefix("/") && String(describing: error).contains("--ca-directory")
        }
    }

    @Test("The key of an authority of one's own may be of another kind")
    func otherKeys() throws {
        let key = Certificate.PrivateKey(P384.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("Lab & Sons Root") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: .random,
            publicKey: key.publicKey,
            notValidBefore: AuthorityFolder.now,
            notValidAfter: AuthorityFolder.now.addingTimeInterval(86_400),
            issuer: name,
            subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
            },
            issuerPrivateKey: key
        )
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try folder.write(try key.serializeAsPEM().pemString, to: folder.key)
        try folder.write(try certificate.serializeAsPEM().pemString, to: folder.certificate)
        let authority = try folder.loadOrMake()
        #expect(authority.subject == "Lab & Sons Root")
        #expect(String(decoding: authority.mobileConfiguration, as: UTF8.self).contains("Lab &amp; Sons Root"))
    }

    #if !canImport(Darwin)
    @Test(
        "The folder is where the XDG specification says, and a relative path is ignored",
        arguments: [
            (["XDG_CONFIG_HOME": "/etc/lab"], "/etc/lab/kinescope"), ([:], "/home/ada/.config/kinescope"),
            (["XDG_CONFIG_HOME": "lab"], "/home/ada/.config/kinescope"),
            (["XDG_CONFIG_HOME": ""], "/home/ada/.config/kinescope"),
        ] as [([String: String], String)]
    )
    func standardFolder(environment: [String: String], path: String) {
        #expect(CertificateAuthority.standardFolder(environment: environment, home: "/home/ada") == path)
    }
    #endif
}
