import Checkout
import Documents
import Exchanges
import Foundation
import PassAPI
import Services
import Testing
import VirtualTime

/// The fields of bodies that hold instants, by the operation's row (rest-api-v1.md §3 to §8, rest-api-v2.md); 86,400 s later.
@Suite struct BodyInstantTests {
    private static let shift = InstantShift(wholeSeconds: 86_400)

    private static func moved(_ body: String, of kind: ExchangeKind) -> InstantShift.Moved {
        shift.moved(HTTPResponse(status: 200, body: Array(body.utf8)), of: kind)
    }

    private static func body(_ body: String, of kind: ExchangeKind) -> String {
        let moved = moved(body, of: kind).response
        // Whatever moves, moves back.
        #expect(shift.reversed.moved(moved, of: kind).response.body == Array(body.utf8))
        return String(decoding: moved.body ?? [], as: UTF8.self)
    }

    @Test("A number with blanks around it moves and moves back, before 1970 too")
    func blanks() {
        let body = #"{"requestor":"a","mvpd":"b","expires":"-800\r\n\r\n"}"#
        let shift = InstantShift(wholeSeconds: 89_575_888)
        let kind = ExchangeKind.operation(.readAuthenticationByCode)
        let moved = shift.moved(HTTPResponse(status: 200, body: Array(body.utf8)), of: kind)
        let back = shift.reversed.moved(moved.response, of: kind)
        #expect(String(decoding: back.response.body ?? [], as: UTF8.self) == body, "\(moved) \(back)")
    }

    /// XML 1.0 §2.5, §2.6, §2.7: what a reader of the element takes is all of its texts.
    @Test(
        "An instant that comments, instructions, sections or elements divide stays as it is, and is named",
        arguments: [
            ("17952983<?p?>68264", false), ("<?p?>1795298368264", true), ("1795298368264<!-- a -->", true),
            ("17952983<!-- 0 -->68264", false), ("<![CDATA[17952983]]>68264", false),
            ("17952983<![CDATA[68264]]>", false), ("<![CDATA[17952983]]><![CDATA[68264]]>", false),
            ("<expires>1795298368264</expires>", false), ("17952983<b>68264</b>", false), ("17952983<b/>68264", false),
            ("<b>17952983</b>68264", false), ("<b/>1795298368264", false),
            ("\n<![CDATA[1795298368264]]>\n", true), ("1795298368264<!", false),
            ("1795298368264<!-- a --></expires><expires/><expires>", true),
        ]
    )
    func divided(text: String, moves: Bool) {
        let body = "<authorization><expires>\(text)</expires><mvpd>m</mvpd></authorization>"
        let moved = Self.moved(body, of: .operation(.authorize))
        let expected = moves ? body.replacing("1795298368264", with: "1795384768264") : body
        #expect(String(decoding: moved.response.body ?? [], as: UTF8.self) == expected)
        #expect(moved.exceptions.isEmpty == moves)
        #expect(moved.exceptions.allSatisfy { $0.reason == .unreadable && $0.place == .body(field: "expires") })
    }

    @Test(
        "The fields that rows name move, numbers and texts, in JSON and XML, and no others",
        arguments: [
            (
                .accessToken, #"{"created_at": 1795211966912, "expires_in": 21600}"#,
                #"{"created_at": 1795298366912, "expires_in": 21600}"#
            ),
            // Seconds in old samples (§3.2).
            (
                .accessToken, #"{"created_at":1795211966,"expires_in":"21600"}"#,
                #"{"created_at":1795298366,"expires_in":"21600"}"#
            ),
            (
                .register, #"{"client_id_issued_at":1795211966, "client_secret_expires_at":0}"#,
                #"{"client_id_issued_at":1795298366, "client_secret_expires_at":0}"#
            ),
            (.register, #"{"client_id_issued_at":1795212065573}"#, #"{"client_id_issued_at":1795298465573}"#),
            (
                .createRegistrationCode,
                #"{"generated": 1795211967060, "expires": 1795213767060, "info": {"expires": 1795213767060}}"#,
                #"{"generated": 1795298367060, "expires": 1795300167060, "info": {"expires": 1795213767060}}"#
            ),
            (
                .readRegistrationRecord,
                "<ns2:regcode xmlns:ns2=\"model.mvc.reggie.pass.adobe.com\"><generated>1795211967060</generated><expires> 1795213767060\n</expires><info><expires>1795213767060</expires></info></ns2:regcode>",
                "<ns2:regcode xmlns:ns2=\"model.mvc.reggie.pass.adobe.com\"><generated>1795298367060</generated><expires> 1795300167060\n</expires><info><expires>1795213767060</expires></info></ns2:regcode>"
            ),
            (
                .configuration, #"{"time": 1795211967011, "requestor": {"time": 1795211967011}}"#,
                #"{"time": 1795298367011, "requestor": {"time": 1795211967011}}"#
            ),
            (
                .sdkConfiguration, "<config><time>1795211967011</time></config>",
                "<config><time>1795298367011</time></config>"
            ),
            (
                .readAuthenticationToken, #"{"userId": "1795211967011", "expires": "1798094387870"}"#,
                #"{"userId": "1795211967011", "expires": "1798180787870"}"#
            ),
            (.readAuthenticationByCode, #"{"expires": "1798094387870"}"#, #"{"expires": "1798180787870"}"#),
            (
                .authorize,
                "<?xml version=\"1.0\"?>\n<!-- 1795298368264 --><authorization><expires><![CDATA[1795298368264]]></expires><resource>1795298368264</resource></authorization>",
                "<?xml version=\"1.0\"?>\n<!-- 1795298368264 --><authorization><expires><![CDATA[1795384768264]]></expires><resource>1795298368264</resource></authorization>"
            ),
            (.readAuthorizationToken, #"{"expires":"1795298368264"}"#, #"{"expires":"1795384768264"}"#),
            (.mediaToken, #"{"expires":"1795212268311","userId":"x"}"#, #"{"expires":"1795298668311","userId":"x"}"#),
            (
                .userMetadata, #"{"updated": 1795211968, "data": {"updated": 1795211968}}"#,
                #"{"updated": 1795298368, "data": {"updated": 1795211968}}"#
            ),
            (
                .userMetadata,
                #"{"data":{"expiration_date":"1795478637125","zip":"1795478637125"},"expiration_date":1795478637125}"#,
                #"{"data":{"expiration_date":"1795565037125","zip":"1795478637125"},"expiration_date":1795478637125}"#
            ),
            (
                .userMetadata,
                "<metadata><data><expiration_date>1795478637125</expiration_date></data></metadata>",
                "<metadata><data><expiration_date>1795565037125</expiration_date></data></metadata>"
            ),
            (
                .sdkUserMetadata, "<metadata><updated>1795211968</updated></metadata>",
                "<metadata><updated>1795298368</updated></metadata>"
            ),
            (
                .sign, "http://a.example/m.m3u8?e=1795503034&hdnea=st=1795502734~exp=1795503034~acl=/*~hmac=47b39b64",
                "http://a.example/m.m3u8?e=1795503034&hdnea=st=1795589134~exp=1795589434~acl=/*~hmac=47b39b64"
            ),
            // A name is what it stands for.
            (.authorize, #"{"\u0065xpires":"\u0031795298368264"}"#, #"{"\u0065xpires":"\u0031795384768264"}"#),
            (.authorize, "\u{FEFF} {\"expires\":1795298368264}", "\u{FEFF} {\"expires\":1795384768264}"),
        ] as [(PassAPI.Operation, String, String)]
    )
    func fields(operation: PassAPI.Operation, body: String, moved: String) {
        #expect(Self.body(body, of: .operation(operation)) == moved)
    }

    @Test("Every operation whose row names an instant is one of those above, a token's, or has none in its body")
    func rows() {
        let named = PassAPI.Operation.allCases.filter { !$0.specification.instants.isEmpty }
        #expect(
            Set(named) == [
                .accessToken, .register, .createRegistrationCode, .readRegistrationRecord, .configuration,
                .sdkConfiguration, .readAuthenticationToken, .readAuthenticationByCode, .authorize,
                .readAuthorizationToken, .mediaToken, .userMetadata, .sdkUserMetadata, .sign,
                .serviceConfiguration, .createSession, .resumeSession, .readSession, .profiles, .profileForMVPD,
                .profileForCode, .decideAuthorization, .partnerRequest, .createPartnerProfile,
                // In the token's text.
                .session, .sessionDevice, .sdkAuthorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize,
            ]
        )
    }

    @Test("Of REST API V2 the validity moves in the objects that have one, in either type")
    func v2() {
        #expect(
            Self.body(
                #"{"profiles":{"A":{"notBefore":1795478021739,"notAfter":1798070021739}},"x":1795478021739}"#,
                of: .operation(.profiles)
            )
                == #"{"profiles":{"A":{"notBefore":1795564421739,"notAfter":1798156421739}},"x":1795478021739}"#
        )
        #expect(
            Self.body(
                #"{"decisions":[{"token":{"issuedAt":1795478021739}},{"notAfter":"1795564421785"}]}"#,
                of: .operation(.decideAuthorization)
            )
                == #"{"decisions":[{"token":{"issuedAt":1795564421739}},{"notAfter":"1795650821785"}]}"#
        )
        #expect(
            Self.body(#"{"code":"K7TQ2MX","notAfter":"1795564421785"}"#, of: .operation(.createSession))
                == #"{"code":"K7TQ2MX","notAfter":"1795650821785"}"#
        )
        func attributes(_ end: String) -> String {
            #"{"profiles":{"P":{"attributes":{"expiration_date":{"value":\#(end),"state":"plain"},"x":{"value":1795478637125}}}}}"#
        }
        #expect(
            Self.body(attributes("1795478637125"), of: .operation(.profileForMVPD)) == attributes("1795565037125")
        )
        // Elsewhere at Adobe's nothing is known of such names.
        let other = #"{"notBefore":1795478021739}"#
        #expect(Self.body(other, of: .unrecognizedAdobe("GET /api/v3/x")) == other)
    }

    @Test("Of a third party nothing but the SAML message of a form moves")
    func pages() {
        // `<samlp:Response IssueInstant="2026-11-20T21:59:12Z"/>` and a day later, by `base64`.
        let message = "PHNhbWxwOlJlc3BvbnNlIElzc3VlSW5zdGFudD0iMjAyNi0xMS0yMFQyMTo1OToxMloiLz4="
        let later = "PHNhbWxwOlJlc3BvbnNlIElzc3VlSW5zdGFudD0iMjAyNi0xMS0yMVQyMTo1OToxMloiLz4="
        func page(_ message: String) -> String {
            "<!DOCTYPE html><html><!-- <input name=SAMLResponse value=\(message)> --><script>if (1<2) x('<input name=\"SAMLResponse\" value=\"\(message)\">')</script><p>2026-11-20T21:59:12Z 1795211967011"
        }
        let fields = [
            "<input type=\"hidden\" name=\"SAMLResponse\" value=\"%\"/>", "<INPUT VALUE='%' NAME='samlresponse'>",
            "<input value=% name=SAMLRequest>", "<input name='SAML&#82;esponse'\n value='%'>",
        ]
        for kind in [
            ExchangeKind.providerPage, .other("idp.example"), .programmerService, .operation(.sdkAuthenticate),
        ] {
            for field in fields {
                let body = page(message) + field.replacing("%", with: message)
                #expect(Self.body(body, of: kind) == page(message) + field.replacing("%", with: later))
            }
            let other = page(message) + "<input name=RelayState value=\(message)>"
            #expect(Self.body(other, of: kind) == other)
        }
        let json = #"{"expires":1795298368264,"notAfter":1795298368264}"#
        #expect(Self.body(json, of: .other("idp.example")) == json)
        #expect(Self.body(page(message), of: .preflight) == page(message))
        // As OWASP's encoder writes attributes.
        let encoded = "<html><input name=SAMLResponse value=\"\(message.replacing("=", with: "&#x3d;"))\">"
        #expect(Self.body(encoded, of: .providerPage) == encoded.replacing("yMFQyM", with: "yMVQyM"))
    }

    @Test(
        "A document in UTF-16 moves in its own bytes",
        arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian]
    )
    func utf16(encoding: String.Encoding) throws {
        func bytes(_ text: String) throws -> [UInt8] {
            [UInt8](try #require(("\u{FEFF}" + text).data(using: encoding)))
        }
        let body = try bytes("<authorization><é/><expires>1795298368264</expires></authorization>")
        let response = HTTPResponse(status: 200, body: body)
        let moved = Self.shift.moved(response, of: .operation(.authorize)).response
        #expect(moved.body == (try bytes("<authorization><é/><expires>1795384768264</expires></authorization>")))
        #expect(Self.shift.reversed.moved(moved, of: .operation(.authorize)).response == response)
    }

    @Test("A Content-Length follows the body if it was the body's, and is left alone else")
    func contentLength() {
        let body = Array(#"{"expires":"999999999999"}"#.utf8)
        for (length, expected) in [("26", "27"), ("12", "12"), ("x", "x")] {
            let response = HTTPResponse(status: 200, headers: [HeaderField("content-length", length)], body: body)
            let moved = Self.shift.moved(response, of: .operation(.authorize)).response
            #expect(moved.headers == [HeaderField("content-length", expected)])
            #expect(Self.shift.reversed.moved(moved, of: .operation(.authorize)).response == response)
        }
    }

    @Test("A digest of the body is named where the body has changed")
    func digests() {
        let headers = [
            HeaderField("content-md5", "Q2hlY2sgSW50ZWdyaXR5IQ=="), HeaderField("Repr-Digest", "sha-256=:x=:"),
        ]
        func signatures(_ body: String) -> [InstantShift.BrokenSignature] {
            Self.shift.moved(
                HTTPResponse(status: 200, headers: headers, body: Array(body.utf8)),
                of: .operation(.authorize)
            )
            .signatures
        }
        #expect(signatures(#"{"expires":0}"#) == [])
        #expect(
            signatures(#"{"expires":1}"#) == [
                .init(kind: .bodyDigest, place: .header("content-md5"), isSignedAgain: false),
                .init(kind: .bodyDigest, place: .header("Repr-Digest"), isSignedAgain: false),
            ]
        )
    }

    @Test("What is malformed stays and is reported with its path")
    func malformed() {
        for (text, reason) in [
            (#""soon""#, "soon"), (#""2026-99-20T21:59:12Z""#, "2026-99-20T21:59:12Z"), ("1.5e12", "1.5e12"),
        ] {
            let body = #"{"expires":\#(text)}"#
            let moved = Self.moved(body, of: .operation(.authorize))
            #expect(moved.response.body == Array(body.utf8))
            #expect(moved.exceptions == [.init(place: .body(field: "expires"), text: reason, reason: .unreadable)])
        }
        for body in [
            #"{"expires":null}"#, #"{"expires":""}"#, #"{"expires":0}"#, #"{"expires":"-1"}"#,
            #"{"expires":9223372036854775807}"#,
        ] {
            let moved = Self.moved(body, of: .operation(.authorize))
            #expect(moved.response.body == Array(body.utf8))
            #expect(moved.exceptions == [])
        }
    }

    @Test("Of a date that is escaped twice every character keeps its escapes, also behind one of another length")
    func escapedTwice() {
        // `&#114;` is longer than `&#97;`: what comes behind it stands elsewhere for the string of JSON around it.
        let body =
            #"{"t":"&lt;Response NotOnOrAfter=\"&#70;&#114;i, 20 N&#111;v 2026 2\u0031\u003a59:12 GMT\"/&gt;"}"#
        let expected =
            #"{"t":"&lt;Response NotOnOrAfter=\"&#83;&#97;t, 05 D&#101;c 2026 2\u0031\u003a59:12 GMT\"/&gt;"}"#
        let kind = ExchangeKind.unrecognizedAdobe("GET /api/v1/x")
        let shift = InstantShift(wholeSeconds: 15 * 86_400)
        let moved = shift.moved(HTTPResponse(status: 200, body: Array(body.utf8)), of: kind).response
        #expect(String(decoding: moved.body ?? [], as: UTF8.self) == expected)
        #expect(shift.reversed.moved(moved, of: kind).response.body == Array(body.utf8))
    }

    @Test("Damaged bodies never trap, and move back if they moved")
    func damaged() throws {
        var generator = SeededGenerator(seed: 28)
        func random(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }
        let paths = ["Recordings/answers", "Recordings/saml"].flatMap { Checkout.files(below: $0, suffix: "") }
            .filter { $0.hasSuffix(".json") || $0.hasSuffix(".xml") || $0.hasSuffix(".txt") }
        #expect(paths.count > 40)
        let kinds: [ExchangeKind] =
            PassAPI.Operation.allCases.map { .operation($0) } + [.unrecognizedAdobe("GET /api/v2/x"), .providerPage]
        var changed = 0
        for path in paths {
            let original = try Checkout.bytes(of: path)
            for _ in 0..<60 {
                var body = original
                for _ in 0..<random(4) where !body.isEmpty {
                    switch random(3) {
                    case 0: body[random(body.count)] = UInt8(random(256))
                    case 1: body.removeSubrange(random(body.count)...)
                    default:
                        body.insert(
                            contentsOf: Array(##"%2B&#x3D;\u00"<>{[ "##.utf8.prefix(1 + random(18))),
                            at: random(body.count)
                        )
                    }
                }
                let kind = kinds[random(kinds.count)]
                let response = HTTPResponse(
                    status: 200,
                    headers: [HeaderField("Location", "?" + String(decoding: body, as: UTF8.self))],
                    body: body
                )
                let shift = InstantShift(wholeSeconds: Int64(random(1_000_000_000)))
                let moved = shift.moved(response, of: kind)
                if moved.response != response { changed += 1 }
                if moved.exceptions.isEmpty {
                    #expect(shift.reversed.moved(moved.response, of: kind).response == response, "\(path)")
                }
            }
        }
        #expect(changed > 100)
    }
}
