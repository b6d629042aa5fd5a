import Documents
import Exchanges
import SubscriberAccount
import Testing

@testable import Redaction

/// The acceptance of issue 2: a capture with a secret in every place that can hold one.
@Suite struct CanaryTests {
    /// A secret of its own for each place.
    private static func canary(_ place: String) -> String { "CaNaRy-\(place)-7f3Q9z" }

    /// The ways in which a secret may be written in its place.
    enum Writing: String, CaseIterable, Sendable {
        case raw, base64, base64url, percent, hex

        func callAsFunction(_ text: String) -> String {
            let bytes = Array(text.utf8)
            return switch self {
            case .raw: text
            case .base64: Probe.text(Base64Text.encode(bytes))
            case .base64url: Probe.text(Base64Text.encode(bytes, isURLSafe: true, isPadded: false))
            case .percent: bytes.map { "%" + Probe.text(Layers.hexadecimal([$0], isUpper: true)) }.joined()
            case .hex: Probe.text(Layers.hexadecimal(bytes, isUpper: false))
            }
        }
    }

    private static let places = [
        "authorization", "basic", "custom", "ap21", "ap19", "xff", "cookie", "setcookie", "query", "accesstoken",
        "form",
        "foreign", "foreignjson", "json", "metadata", "xml", "token", "tokenunknown", "signature",
        "nameid", "attribute", "sessionindex", "account", "accountbody", "jwt", "html", "multipart", "archivecookie",
        "archiveparameter", "websocket", "userinfo", "fragment", "pathparameter", "redirect", "requesttrailer",
        "responsetrailer", "trailercookie", "informational", "forwardedlocation",
    ]

    private func exchanges(_ writing: Writing) -> [Exchange] {
        func c(_ place: String) -> String { writing(Self.canary(place)) }
        func form(_ place: String) -> String { PercentEncoding.form(c(place)) }
        let saml = saml(c)
        let token = Self.token(fingerprint: c("token"), unknown: c("tokenunknown"), signature: c("signature"))
        let claims = Probe.text(
            Base64Text.encode(Array(#"{"exp":1795211952,"who":"\#(c("jwt"))"}"#.utf8), isURLSafe: true, isPadded: false)
        )
        let archive: JSONObject = [
            "cookies": .array([.object(["name": .string("s"), "value": .string(c("archivecookie"))])]),
            "queryString": .array([.object(["name": .string("deviceId"), "value": .string(c("archiveparameter"))])]),
            "_webSocketMessages": .array([.object(["data": .string(#"{"password":"\#(c("websocket"))"}"#)])]),
            "comment": .string("seen with \(c("custom")) and \(c("form"))"),
            "redirectURL": .string("https://kite.example/done?session=" + form("redirect")),
            "_kinescope": notes(c).added(to: nil, durationMicroseconds: 1_000)?["_kinescope"] ?? .null,
        ]
        return [
            Probe.exchange(
                "POST",
                "https://api.auth.adobe.com/api/v1/tokens/authn;jsessionid=\(form("pathparameter"))?deviceId=\(form("query"))"
                    + "&access_token=\(form("accesstoken"))#id_token=\(form("fragment"))",
                headers: [
                    ("Authorization", "Bearer " + c("authorization")), ("X-Something-New", c("custom")),
                    ("Ap_21", c("ap21")), ("ap_19", c("ap19")), ("X-Forwarded-For", c("xff")),
                    ("Cookie", "a=1; session=\(c("cookie")); b=2"), Probe.formType,
                ],
                body: "requestor=KITETV&deviceId=\(form("form"))&SAMLResponse="
                    + PercentEncoding.form(Probe.base64(saml)) + "&authentication_token=" + PercentEncoding.form(token),
                answerHeaders: [("Set-Cookie", "session=\(c("setcookie")); Path=/; HttpOnly")],
                answer: #"{"deviceId":"\#(c("json"))","software_statement":"eyJhbGciOiJSUzI1NiJ9.\#(claims).c2ln"}"#,
                entry: archive
            ),
            Probe.exchange(
                "POST",
                "https://login.mvpd.example/idp",
                headers: [Probe.formType],
                body: "anything=\(form("foreign"))",
                answer: #"<html><form><input type="hidden" name="csrf" value="\#(c("html"))"/></form></html>"#,
                ordinal: 2
            ),
            Probe.exchange(
                "POST",
                "https://login.mvpd.example/idp",
                headers: [("Content-Type", "application/json")],
                body: #"{"a":{"b":["\#(c("foreignjson"))"]}}"#,
                ordinal: 3
            ),
            Probe.exchange(
                "GET",
                "https://user:\(form("userinfo"))@api.auth.adobe.com/api/v1/tokens/usermetadata",
                headers: [("Authorization", "Basic " + Probe.base64("viewer:" + c("basic")))],
                answer: #"{"updated":1,"encrypted":[],"data":{"zip":["\#(c("metadata"))"]}}"#,
                ordinal: 4
            ),
            Probe.exchange(
                "POST",
                "https://sp.auth.adobe.com/adobe-services/session",
                headers: [("Content-Type", "multipart/form-data; boundary=xx")],
                body:
                    "--xx\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(c("multipart"))\r\n--xx--\r\n",
                answer: "<result><userId>\(c("xml"))</userId><authnToken>"
                    + token.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                    + "</authnToken></result>",
                ordinal: 5
            ),
        ]
    }

    private func notes(_ c: (String) -> String) -> RecorderNotes {
        var notes = RecorderNotes()
        notes.requestBody.trailers = [HeaderField("X-Signed-By", c("requesttrailer"))]
        notes.responseBody.trailers = [
            HeaderField("X-Session-Note", c("responsetrailer")),
            HeaderField("Set-Cookie", "late=\(c("trailercookie")); Path=/"),
        ]
        notes.informational = [
            InformationalAnswer(status: 103, headers: [HeaderField("X-Hint", c("informational"))])
        ]
        notes.forwardedResponse = [
            HeaderField("Location", "http://127.0.0.1:9000/?access_token=\(c("forwardedlocation"))")
        ]
        return notes
    }

    private func saml(_ c: (String) -> String) -> String {
        """
        <saml2p:Response xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1">
        <saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" ID="_2"><saml2:Subject>\
        <saml2:NameID>\(c("nameid"))</saml2:NameID></saml2:Subject><saml2:AuthnStatement SessionIndex="\(c("sessionindex"))"/>\
        <saml2:AttributeStatement><saml2:Attribute Name="uid"><saml2:AttributeValue>\(c("attribute"))</saml2:AttributeValue>\
        </saml2:Attribute></saml2:AttributeStatement></saml2:Assertion></saml2p:Response>
        """
    }

    private static func token(fingerprint: String, unknown: String, signature: String) -> String {
        "<signatureInfo>\(signature)<signatureInfo><simpleAuthenticationToken><simpleTokenRequestorID>KITETV"
            + "</simpleTokenRequestorID><simpleTokenExpires>2026/01/31 08:00:00 GMT -0800</simpleTokenExpires><zUnknown>"
            + "\(unknown)</zUnknown><simpleTokenDeviceID><simpleTokenFingerprint>\(fingerprint)</simpleTokenFingerprint>"
            + "</simpleTokenDeviceID></simpleAuthenticationToken>"
    }

    @Test("A secret in any place, in any writing, is gone in all five encodings", arguments: Writing.allCases)
    func nothingIsLeft(_ writing: Writing) {
        var redactor = Redactor(key: Captures.key)
        let exchanges = exchanges(writing)
        var account = Probe.account(saml: saml { writing(Self.canary($0 == "nameid" ? "account" : $0)) })
        if case .metadata(var metadata?, _) = account.answer {
            metadata.accountProviderResponse = AccountProviderResponse(
                authenticationScheme: "SAML",
                body: saml { writing(Self.canary($0 == "nameid" ? "accountbody" : $0)) }
            )
            account.answer = .metadata(metadata, nil)
        }
        for exchange in exchanges { redactor.study(exchange) }
        redactor.study(account)
        let text = dump(exchanges.map { redactor.redact($0) }, redactor.redact(account))
        let original = dump(exchanges, account)
        for place in Self.places {
            let secret = Array(Self.canary(place).utf8)
            // In other writings some stand in two layers and cannot be found so simply.
            if writing == .raw {
                #expect(forms(of: secret).contains { original.firstRange(of: $0) != nil }, "\(place) was never there")
            }
            for form in forms(of: secret) {
                #expect(text.firstRange(of: form) == nil, "\(place) is left as \(Probe.text(form))")
            }
        }
        #expect(redactor.secretScanner.scan(text) == [])
        #expect(!redactor.secretScanner.scan(original).isEmpty)
    }

    /// Raw, percent, Base64 at every alignment, Base64url likewise, hexadecimal in both cases.
    private func forms(of secret: [UInt8]) -> [[UInt8]] {
        var forms = SecretForm.allCases.flatMap { [$0.pattern(of: secret), $0.pattern(of: secret, isURLSafe: true)] }
        for isUpper in [false, true] {
            forms.append(secret.flatMap { [0x25] + Layers.hexadecimal([$0], isUpper: isUpper) })
        }
        forms.append(Array(PercentEncoding.form(Probe.text(secret)).utf8))
        return forms
    }

    private func dump(_ exchanges: [Exchange], _ account: VSACall) -> [UInt8] {
        var text: [UInt8] = []
        for exchange in exchanges {
            text += Array(exchange.request.url.utf8) + [0x0A]
            for field in exchange.request.headers + (exchange.response?.headers ?? []) {
                text += Array("\(field.name): \(field.value)\n".utf8)
            }
            text += (exchange.request.body ?? []) + [0x0A] + (exchange.response?.body ?? []) + [0x0A]
            text += Array(JSONValue.object(exchange.harExtras ?? [:]).serialized.utf8) + [0x0A]
        }
        if case .metadata(let metadata?, _) = account.answer {
            text += Array((metadata.samlAttributeQueryResponse ?? "").utf8) + [0x0A]
            text += Array((metadata.accountProviderResponse?.body ?? "").utf8) + [0x0A]
        }
        return text
    }

    @Test("The redacted capture keeps its structure", arguments: Writing.allCases)
    func structureStays(_ writing: Writing) throws {
        var redactor = Redactor(key: Captures.key)
        let exchanges = exchanges(writing)
        for exchange in exchanges { redactor.study(exchange) }
        let after = exchanges.map { redactor.redact($0) }
        let fields = FormField.parse(Probe.text(after[0].request.body))
        #expect(fields.map(\.name) == ["requestor", "deviceId", "SAMLResponse", "authentication_token"])
        #expect(fields[3].value.contains("<simpleTokenExpires>2026/01/31 08:00:00 GMT -0800</simpleTokenExpires>"))
        #expect(fields[2].value.hasPrefix("PHNhbWwycDpSZXNwb25zZ"))
        let answer = try JSONValue(parsing: after[0].response?.body ?? [])
        #expect(
            answer["software_statement"]?.string?.hasPrefix("eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjE3OTUyMTE5NTIs") == true
        )
        #expect(after[0].response?.headers[0].value.hasSuffix("; Path=/; HttpOnly") == true)
    }

    @Test(
        "A body that was cut right behind a secret, or a little later, does not keep it",
        arguments: [Writing.raw, .base64]
    )
    func cutBodies(_ writing: Writing) {
        for exchange in exchanges(writing) {
            for secret in Self.places.map({ Array(Self.canary($0).utf8) }) {
                for form in forms(of: secret) {
                    for isRequest in [true, false] {
                        let body = (isRequest ? exchange.request.body : exchange.response?.body) ?? []
                        guard let end = body.firstRange(of: form)?.upperBound else { continue }
                        for length in [end, end + 2] where length < body.count {
                            let cut = cutting(exchange, isRequest: isRequest, to: length)
                            let left = Probe.redact(cut)[0]
                            let text = (isRequest ? left.request.body : left.response?.body) ?? []
                            #expect(text.firstRange(of: form) == nil, "\(Probe.text(secret)) is left at \(length)")
                        }
                    }
                }
            }
        }
    }

    private func cutting(_ exchange: Exchange, isRequest: Bool, to length: Int) -> Exchange {
        var exchange = exchange
        if isRequest {
            exchange.request.body = exchange.request.body.map { Array($0.prefix(length)) }
        } else if case .response(var response) = exchange.outcome {
            response.body = response.body.map { Array($0.prefix(length)) }
            exchange.outcome = .response(response)
        }
        return exchange
    }

    @Test("What a recorder notes and no secret is in stays as it was")
    func recorderNotesStay() {
        var notes = RecorderNotes()
        notes.serverAddress = "192.0.2.7"
        notes.serverConnection = "12"
        notes.timings = ExchangeTimings(connect: 300, ssl: 100, send: 200, wait: 400, receive: 100)
        notes.clientConnection = 3
        notes.isIntercepted = true
        notes.isCertificateVerified = true
        notes.requestBody.shortfall = .coding("br")
        notes.requestBody.bytes = 1 << 30
        notes.responseBody.shortfall = .decodedLimit
        notes.responseBody.bytes = 12_345
        notes.responseBody.pieces = [BodyPiece(microseconds: 1, bytes: 2), BodyPiece(microseconds: 3, bytes: 4)]
        notes.responseBody.trailers = [HeaderField("Server-Timing", "edge;dur=12")]
        notes.informational = [InformationalAnswer(status: 103, headers: [HeaderField("Link", "</a.css>")])]
        notes.upgrade = "websocket"
        notes.interruption = "the server reset the connection"
        for url in ["https://api.auth.adobe.com/api/v1/checkauthn", "https://login.mvpd.example/idp"] {
            let exchange = Probe.exchange("GET", url, entry: notes.added(to: nil, durationMicroseconds: 1_000))
            #expect(Probe.redact(exchange)[0].notes == notes)
        }
    }
}
