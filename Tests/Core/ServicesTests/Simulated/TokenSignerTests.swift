import Crypto
import Documents
import Testing
import VirtualTime

@testable import Services

@Suite struct TokenSignerTests {
    static let signer = TokenSigner(SeededGenerator(seed: 1))
    static let salt = [UInt8](repeating: 7, count: TokenSigner.saltLength)

    @Test("A signature is that of its text and of no other, by its signer and no other")
    func signatures() {
        let signature = Self.signer.signature(of: "text", salt: Self.salt)
        #expect(signature.count == 128)
        #expect(Self.signer.verifies(signature, of: "text"))
        #expect(!Self.signer.verifies(signature, of: "texts"))
        #expect(!TokenSigner(SeededGenerator(seed: 2)).verifies(signature, of: "text"))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            #expect(!Self.signer.verifies(changed, of: "text"))
        }
        for count in [0, 1, 16, 32, 127] { #expect(!Self.signer.verifies(Array(signature.prefix(count)), of: "text")) }
        #expect(Self.signer.signature(of: "text", salt: Self.salt, count: 256).count == 256)
    }

    @Test("Another salt makes another signature, and each is good")
    func salts() {
        let other = Self.signer.signature(of: "text", salt: Self.salt.map { $0 + 1 })
        #expect(other != Self.signer.signature(of: "text", salt: Self.salt))
        #expect(Self.signer.verifies(other, of: "text"))
    }

    @Test("Fingerprints and pseudonyms stand for what they are made of")
    func hashes() {
        #expect(Self.signer.fingerprint(of: "a").count == 40)
        #expect(Self.signer.fingerprint(of: "a") == Self.signer.fingerprint(of: "a"))
        #expect(Self.signer.fingerprint(of: "a") != Self.signer.fingerprint(of: "b"))
        #expect(Self.signer.pseudonym(of: "a").count == 32)
        #expect(Self.signer.pseudonym(of: "a") != Self.signer.pseudonym(of: "b"))
        var source = SeededGenerator(seed: 1)
        let key = SymmetricKey(data: (0..<4).flatMap { _ in bigEndianBytes(source.next()) })
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Array("a".utf8), using: key)
        #expect(Self.signer.fingerprint(of: "a") == Hexadecimal.text(of: code))
        #expect(Hexadecimal.text(of: bigEndianBytes(0x0123_4567_89AB_CDEF)) == "0123456789abcdef")
    }
}
