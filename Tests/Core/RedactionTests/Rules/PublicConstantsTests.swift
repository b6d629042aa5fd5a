import Crypto
import Documents
import Testing

@testable import Redaction

@Suite struct PublicConstantsTests {
    @Test(
        "Versions, methods, charsets and media types are the same for everyone",
        arguments: [
            "http/1.1", "HTTP/2.0", "h2", "TLSv1.3", "OPTIONS", "UTF-8", "iso-8859-15", "windows-1252", "Shift_JIS",
            "application/json", "text/html; charset=utf-8", "Text/Plain;charset=\"ISO-8859-1\"", "UNSIGNED-PAYLOAD",
        ]
    )
    func constants(_ value: String) {
        #expect(PublicConstants.contains(ArraySlice(value.utf8)))
    }

    @Test(
        "What merely begins like one may be anything",
        arguments: [
            "", "x", "http/1.1/kite", "http/kite-77-owl", "text/kite-77-owl", "text/html; charset=kite-77-owl",
            "application/json; token=kite", "utf-8-kite", "é", "get kite", "application/json\u{0}",
        ]
    )
    func others(_ value: String) {
        #expect(!PublicConstants.contains(ArraySlice(value.utf8)))
    }

    @Test("The digests of nothing are, in hexadecimal and Base64")
    func emptyDigests() {
        let digests: [[UInt8]] = [
            Array(Insecure.MD5.hash(data: [UInt8]())), Array(Insecure.SHA1.hash(data: [UInt8]())),
            Array(SHA256.hash(data: [UInt8]())), Array(SHA384.hash(data: [UInt8]())),
            Array(SHA512.hash(data: [UInt8]())),
        ]
        for digest in digests {
            let digits = Layers.hexadecimal(digest, isUpper: false)
            #expect(PublicConstants.contains(digits[...]), "\(Probe.text(digits))")
            #expect(PublicConstants.contains(Layers.hexadecimal(digest, isUpper: true)[...]))
        }
        for digest in digests.prefix(3) {
            #expect(PublicConstants.contains(ArraySlice(Base64.encode(digest).utf8)), "\(digest.count)")
        }
        let other = Layers.hexadecimal(Array(SHA256.hash(data: [0x20])), isUpper: false)
        #expect(!PublicConstants.contains(other[...]))
    }

    @Test("What is sent elsewhere stays where it is a constant, and is looked for nowhere")
    func sentElsewhere() {
        let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let body = "nt_cinf=http%2F1.1&de=UTF-8&ct=application%2Fjson&m=PROPFIND&sum=\(digest)&id=8f14e45fceea167a5a36"
        let beacon = Probe.exchange(
            "POST",
            "https://beacon.example/b",
            headers: [Probe.formType, ("x-amz-content-sha256", digest)],
            body: body
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(beacon)
        let after = redactor.redact(beacon).request
        #expect(
            Probe.text(after.body)
                == body.replacing("8f14e45fceea167a5a36", with: Probe.pseudonym("8f14e45fceea167a5a36"))
        )
        #expect(after.headers[1].value == digest)
        #expect(redactor.secretScanner.scan(Array("http/1.1 \(digest) application/json".utf8)) == [])
    }

    @Test("A constant under a secret name is replaced there, and only there")
    func secretName() {
        let exchange = Probe.exchange(
            "POST",
            headers: [Probe.formType, ("X-Auth-Token", "http/1.1")],
            body: "password=text/html",
            answerHeaders: [("Content-Type", "text/html")],
            answer: "<p>http/1.1 is text/html</p>"
        )
        var redactor = Redactor(key: Captures.key)
        redactor.study(exchange)
        let after = redactor.redact(exchange)
        #expect(Probe.text(after.request.body) == "password=" + Probe.pseudonym("text/html"))
        #expect(after.request.headers[1].value == Probe.pseudonym("http/1.1"))
        #expect(after.response == exchange.response)
        #expect(redactor.secretScanner.scan(Array("http/1.1 text/html".utf8)) == [])
    }
}
