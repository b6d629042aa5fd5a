import Testing
import X509

@testable import Proxy

@Suite struct CertificateNameTests {
    @Test(
        "A host name is named in lower case, without a dot at its end",
        arguments: [
            ("sp.auth.adobe.com", "sp.auth.adobe.com"), ("SP.Auth.example.", "sp.auth.example"),
            ("localhost", "localhost"), ("my_box.example", "my_box.example"),
            ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
            (String(repeating: "a", count: 63) + ".example", String(repeating: "a", count: 63) + ".example"),
        ]
    )
    func names(host: String, name: String) throws {
        #expect(try CertificateName(host) == .name(name))
        #expect(try CertificateName(host).generalName == .dnsName(name))
    }

    @Test(
        "An address is named by its octets, without brackets and zone",
        arguments: [
            ("127.0.0.1", [127, 0, 0, 1]), ("::1", Array(repeating: 0, count: 15) + [1]),
            ("[::1]", Array(repeating: 0, count: 15) + [1]),
            ("fe80::1%eth0", [0xFE, 0x80] + Array(repeating: 0, count: 13) + [1]),
        ] as [(String, [UInt8])]
    )
    func addresses(host: String, octets: [UInt8]) throws {
        #expect(try CertificateName(host) == .address(octets))
    }

    @Test(
        "What cannot stand in a certificate is refused",
        arguments: [
            "", ".", "a..example", ".example", "*.example", "a b.example", "münchen.example", "a\u{0}.example", "a:80",
            "127.0.0.1\u{0}.example", "::1\u{0}",
            "::g", "[a.example]", "a/b", String(repeating: "a", count: 64) + ".example",
            Array(repeating: "abcdefg", count: 32).joined(separator: "."),
        ]
    )
    func refused(host: String) {
        #expect {
            try CertificateName(host)
        } throws: { error in
            guard case LeafCertificateError.unusableName(host, _) = error else { return false }
            return !String(describing: error).contains("\n")
        }
    }

    @Test("A name has 253 characters at most")
    func length() throws {
        let longest = Array(repeating: "abcdefg", count: 31).joined(separator: ".") + ".abcde"
        #expect(longest.utf8.count == 253)
        #expect(try CertificateName(longest) == .name(longest))
        #expect(throws: LeafCertificateError.self) { try CertificateName(longest + "f") }
    }
}
