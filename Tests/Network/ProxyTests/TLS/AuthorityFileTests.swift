import Foundation
import Testing

@testable import Proxy

@Suite struct AuthorityFileTests {
    let folder = AuthorityFolder()

    @Test("What is there stays: a second writer changes nothing and leaves nothing behind")
    func firstWins() throws {
        try AuthorityFile.makeFolder(folder.path)
        try AuthorityFile.write("first", to: folder.key, mode: 0o600)
        try AuthorityFile.write("second", to: folder.key, mode: 0o600)
        #expect(try AuthorityFile.read(folder.key, isPrivate: true) == "first")
        #expect(folder.names == ["ca.key.pem"])
    }

    @Test("A file that is not there is nil; one that is for its owner only is read as such")
    func reading() throws {
        #expect(try AuthorityFile.read(folder.key, isPrivate: true) == nil)
        try folder.write("open", to: folder.path, mode: 0o644)
        #expect(try AuthorityFile.read(folder.path, isPrivate: false) == "open")
        #expect(throws: CertificateAuthorityError.keyIsExposed(path: folder.path, mode: 0o644)) {
            try AuthorityFile.read(folder.path, isPrivate: true)
        }
    }
}
