import Checkout
import Documents
import Testing
import Tokens
import VirtualTime

struct SignedTokenTests {
    @Test("K-153: the wrapper's second tag is an opening tag too, and the text is split on it")
    func wrapper() throws {
        let token = try SignedToken(parsing: TokenExamples.authentication)
        #expect(token.signature == "c2lnLW9uZQ==")
        #expect(token.signatureBytes == Array("sig-one".utf8))
        #expect(token.payload.hasPrefix("<simpleAuthenticationToken>"))
        #expect(token.document.root.name.local == "simpleAuthenticationToken")
        #expect(token.text == TokenExamples.authentication)
        #expect(Array(token.text.utf8)[token.payloadOffset...].elementsEqual(token.payload.utf8))
    }

    @Test(
        "A closed second tag, line breaks in the signature and white space around the parts are read and kept",
        arguments: [
            "<signatureInfo>c2ln</signatureInfo><a/>", " \n<signatureInfo>\n c2\nln \r\n<signatureInfo>\n<a/>\n",
            "\t<signatureInfo>c2ln\t</signatureInfo>\n<a/> ",
        ]
    )
    func tolerated(text: String) throws {
        let token = try SignedToken(parsing: text)
        #expect(token.signatureBytes == Array("sig".utf8))
        #expect(Array(token.text.utf8) == Array(text.utf8))
        #expect(token.document.root.name.local == "a")
    }

    @Test(
        "What is no wrapper is refused with the place and the reason",
        arguments: [
            ("", .empty), (" \n", .empty),
            ("<a/>", .noWrapper(byteOffset: 0)),
            ("  token", .noWrapper(byteOffset: 2)),
            ("<signatureinfo>c2ln<signatureinfo><a/>", .noWrapper(byteOffset: 0)),
            ("</signatureInfo>c2ln<signatureInfo><a/>", .noWrapper(byteOffset: 0)),
            ("x<signatureInfo>c2ln<signatureInfo><a/>", .noWrapper(byteOffset: 0)),
            ("\u{FEFF}<signatureInfo>c2ln<signatureInfo><a/>", .noWrapper(byteOffset: 0)),
            ("<signatureInfo>c2ln<a/>", .signatureTags(count: 1)),
            ("<signatureInfo>c2ln<signatureInfo><signatureInfo><a/>", .signatureTags(count: 3)),
            ("<signatureInfo>c2ln<signatureInfo><a><signatureInfo>x</signatureInfo></a>", .signatureTags(count: 4)),
            ("<signatureInfo>c2ln<signatureInfo><a><![CDATA[<signatureInfo>]]></a>", .signatureTags(count: 3)),
            (
                "<signatureInfo>c2ln<signatureInfo><a><![CDATA[<signature]]><![CDATA[Info>]]></a>",
                .signatureTags(count: 3)
            ),
            ("<signatureInfo>c2ln<signatureInfo><a><signatureInfo >x</signatureInfo ></a>", .signatureTags(count: 4)),
            ("<signatureInfo>c2ln<signatureInfo><signatureInfo\n/>", .signatureTags(count: 4)),
            ("<signatureInfo><signatureInfo><a/>", .emptySignature(byteOffset: 15)),
            ("<signatureInfo> \n<signatureInfo><a/>", .emptySignature(byteOffset: 15)),
        ] as [(String, TokenError)]
    )
    func noWrapper(text: String, error: TokenError) {
        #expect(throws: error) { try SignedToken(parsing: text) }
    }

    @Test(
        "A signature is padded Base64 of the standard alphabet, and nothing else",
        arguments: [
            ("c2lnLW9uZQ", Base64Error.Cause.missingPadding), ("c2lnLW9uZQ=", .missingPadding),
            ("c2ln-_==", .notInAlphabet(0x2D)), ("<![CDATA[c2ln]]>", .notInAlphabet(0x3C)),
            ("c2ln<!---->", .notInAlphabet(0x3C)),
        ]
    )
    func badSignature(signature: String, cause: Base64Error.Cause) {
        do throws(TokenError) {
            _ = try SignedToken(parsing: "<signatureInfo>\(signature)<signatureInfo><a/>")
            Issue.record("read \(signature)")
        } catch {
            guard case .signature(let inner) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(inner.cause == cause)
        }
    }

    @Test(
        "A payload that is no acceptable XML is refused: DTDs, entity bombs, NUL bytes, two roots, cut text",
        arguments: [
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
            "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>",
            "<a/><b/>", "<a>", "", "text", "<a>\u{0}</a>", "<a>&b;</a>", "<p:a/>",
        ]
    )
    func badPayload(payload: String) {
        do throws(TokenError) {
            _ = try SignedToken(parsing: "<signatureInfo>c2ln<signatureInfo>\(payload)")
            Issue.record("read \(payload)")
        } catch {
            guard case .payload(_, let offset) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(offset == 34)
        }
    }

    @Test("A payload may be nested as deep as the limit says, and not one element deeper")
    func depth() throws {
        var limits = XMLLimits.default
        limits.depth = 3
        let wrapper = "<signatureInfo>c2ln<signatureInfo>"
        #expect(try SignedToken(parsing: wrapper + "<a><b><c/></b></a>", limits: limits).text.hasSuffix("</a>"))
        #expect(throws: TokenError.self) {
            try SignedToken(parsing: wrapper + "<a><b><c><d/></c></b></a>", limits: limits)
        }
    }

    @Test("A token may be as long as the limit says, and not one byte longer")
    func length() throws {
        var limits = XMLLimits.default
        limits.totalBytes = 100
        let text = "<signatureInfo>c2ln<signatureInfo><a/>"
        let longest = text + String(repeating: " ", count: 100 - text.utf8.count)
        #expect(try SignedToken(parsing: longest, limits: limits).text == longest)
        #expect(throws: TokenError.tooLong(limit: 100)) { try SignedToken(parsing: longest + " ", limits: limits) }
        #expect(throws: TokenError.tooLong(limit: 100)) {
            try SignedToken(parsing: Array((longest + " ").utf8), limits: limits)
        }
    }

    @Test("Bytes that are not UTF-8 are refused at the first wrong one")
    func encoding() throws {
        let good = Array("<signatureInfo>c2ln<signatureInfo><a>ÿ\u{FFFD}</a>".utf8)
        #expect(try Array(SignedToken(parsing: good).text.utf8) == good)
        #expect(throws: TokenError.encoding(byteOffset: 37)) {
            try SignedToken(parsing: Array("<signatureInfo>c2ln<signatureInfo><a>".utf8) + [0xFF] + Array("</a>".utf8))
        }
        #expect(throws: TokenError.self) { try SignedToken(parsing: [0xFE, 0xFF, 0x00, 0x3C]) }
    }

    @Test("K-157: what is signed is the payload's text exactly as the token then holds it")
    func building() throws {
        var signed = ""
        let text = SignedToken.text(payload: "<a>ÿ &amp; z</a>") { payload in
            signed = payload
            return Array("signature".utf8)
        }
        let token = try SignedToken(parsing: text)
        #expect(token.payload == signed)
        #expect(token.signatureBytes == Array("signature".utf8))
    }
}
