import Documents
import Testing

@testable import Redaction

@Suite struct JSONVisitorTests {
    @Test("Only secret leaves change, every other byte stays")
    func splicing() {
        let body = "{ \"client_id\" : \"id-1\",\t\"client_secret\":\"s3cr3t\" ,\"x\":[1, 2.50e3,null] }\n"
        #expect(Probe.answer(body) == body.replacing("s3cr3t", with: Probe.pseudonym("s3cr3t")))
    }

    @Test("Escapes are undone before and written again after")
    func escapes() {
        let body = #"{"deviceId":"a\/b\"c\u00e4\n1"}"#
        let value = Probe.part(of: Probe.answer(body), between: #"{"deviceId":""#, and: #""}"#)
        let decoded = Probe.text(Transport.json.decode(ArraySlice(value.utf8)))
        #expect(decoded == Probe.pseudonym("a/b\"cä\n1"))
        #expect(value.contains(#"\/"#) && value.contains(#"\""#) && value.contains(#"\n"#))
    }

    @Test("Numbers stay numbers")
    func numbers() throws {
        let answer = try JSONValue(parsing: Array(Probe.answer(#"{"userId":8123456789,"expires":1795212252891}"#).utf8))
        #expect(answer["userId"]?.number?.text.utf8.count == 10)
        #expect(answer["userId"]?.number?.text != "8123456789")
        #expect(answer["expires"]?.number?.text == "1795212252891")
    }

    @Test("User metadata: everything but the token's source, booleans and names (rest-api-v1.md §7.12)")
    func userMetadata() throws {
        let body =
            #"{"updated":1767225600,"encrypted":["zip"],"data":{"userID":"u-81f0","tokenSource":"Apple","zip":["12345"],"#
            + #""allowMirroring":true,"is_hoh":"1","maxRating":{"MPAA":"PG-13"},"channelID":["KITE1","KITE2"]}}"#
        let answer = try JSONValue(parsing: Array(Probe.answer(body).utf8))
        let data = answer["data"]
        #expect(answer["updated"]?.number?.text == "1767225600")
        #expect(answer["encrypted"]?.array == [.string("zip")])
        #expect(data?["tokenSource"] == .string("Apple"))
        #expect(data?["allowMirroring"] == .bool(true))
        #expect(data?["userID"] == .string(Probe.pseudonym("u-81f0")))
        #expect(data?["zip"]?.array == [.string(Probe.pseudonym("12345"))])
        #expect(data?["maxRating"]?["MPAA"] == .string(Probe.pseudonym("PG-13")))
        #expect(data?["is_hoh"] == .string(Probe.pseudonym("1")))
        #expect(data?["channelID"]?.array == ["KITE1", "KITE2"].map { .string(Probe.pseudonym($0)) })
    }

    @Test("What metadata state of a Temp Pass is no secret, in V1 and V2: it would be searched for, and found in dates")
    func tempPass() throws {
        let first = #"{"updated":1,"data":{"userID":"u-81f0","expiration_date":"1795478637125","used_assets":"KITE1"}}"#
        let data = try JSONValue(parsing: Array(Probe.answer(first).utf8))["data"]
        #expect(data?["userID"] == .string(Probe.pseudonym("u-81f0")))
        #expect(data?["expiration_date"] == .string("1795478637125"))
        #expect(data?["used_assets"] == .string("KITE1"))
        let second =
            #"{"profiles":{"KitePreview":{"notAfter":1795478637125,"attributes":{"expiration_date":{"value":1795478637125,"#
            + #""state":"plain"},"remaining_resources":{"value":12,"state":"plain"},"used_assets":{"value":["KITE1"],"#
            + #""state":"plain"},"householdID":{"value":"h-1795","state":"plain"}}}}}"#
        let random = "k7Qm2Zp9Xw4Rt8Lb3Vn6"
        let third = #"{"updated":1,"data":{"used_assets":["\#(random)","KITE1"]}}"#
        #expect(Probe.answer(third) == third.replacing(random, with: Probe.pseudonym(random)))
        let household = Probe.pseudonym("h-1795")
        #expect(Probe.answer(second) == second.replacing("h-1795", with: household))
    }

    @Test("V2's request of a partner authentication keeps its type and names; attributes of the same names stay secret")
    func authenticationRequest() throws {
        let xml = #"<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_f1"/>"#
        let body =
            #"{"actionName":"partner_profile","authenticationRequest":{"type":"saml","request":"\#(Probe.base64(xml))","#
            + #""attributesNames":["uid","householdID"]}}"#
        #expect(Probe.answer(body) == body)
        #expect(Probe.answer(#"{"householdID":"h-1"}"#) == #"{"householdID":"\#(Probe.pseudonym("h-1"))"}"#)
    }

    @Test("Links in user metadata keep their place, and lose the values in them", arguments: ["url", "URI"])
    func linksOfMetadata(name: String) throws {
        let body = #"{"updated":1,"data":{"\#(name)":["https://kite.example/x?user=jane-77&page=kite-2"]}}"#
        let answer = try JSONValue(parsing: Array(Probe.answer(body).utf8))
        let values = ["jane-77", "kite-2"].map(Probe.pseudonym)
        let link = "https://kite.example/x?user=\(values[0])&page=\(values[1])"
        #expect(answer["data"]?[name]?.array == [.string(link)])
    }

    @Test("A registration record keeps its code; its device id is Base64 of the pseudonym")
    func registrationRecord() throws {
        let body =
            #"{"code":"K7TQ2MX","requestor":"KITETV","mvpd":null,"info":{"deviceId":"\#(Probe.base64("box-0001"))"}}"#
        let answer = try JSONValue(parsing: Array(Probe.answer(body).utf8))
        #expect(answer["code"] == .string("K7TQ2MX"))
        #expect(answer["info"]?["deviceId"] == .string(Probe.base64(Probe.pseudonym("box-0001"))))
    }

    @Test("XML in a JSON string is looked into")
    func nestedXML() throws {
        let xml = "<a><userId>u-1-x</userId></a>"
        let answer = try JSONValue(parsing: Array(Probe.answer(#"{"body":"\#(xml)"}"#).utf8))
        #expect(answer["body"] == .string(xml.replacing("u-1-x", with: Probe.pseudonym("u-1-x"))))
    }

    @Test("JSON with slips is read all the same: missing commas, an open end, too many brackets")
    func lenient() {
        for body in [
            "{\"model\":\"TV\"\t\"deviceId\":\"box-1x\" \"password\":\"hunter2\"}",
            #"{"deviceId":"box-1x","password":"hunter2"#,
            #"{"a":1}}]{"deviceId":"box-1x"}"password" : "hunter2"}"#, #"{"deviceId":"box-1x","password":"hunter2\"#,
        ] {
            let redacted = Probe.answer(body)
            #expect(!redacted.contains("box-1x") && !redacted.contains("hunter2"))
            #expect(redacted.utf8.count == body.utf8.count)
        }
    }

    @Test("A string that is cut off is replaced to its last byte")
    func cutOff() {
        #expect(Probe.answer(#"{"password":"hunter2"#) == #"{"password":"\#(Probe.pseudonym("hunter2"))"#)
    }

    @Test("A secret name counts for everything in the object or array it names, to the depth that is followed")
    func containers() {
        #expect(
            Probe.answer(#"{"token":{"issuer":"Adobe","x":["val-1x"]}}"#)
                == #"{"token":{"issuer":"Adobe","x":["\#(Probe.pseudonym("val-1x"))"]}}"#
        )
    }

    @Test("Nesting beyond what is followed changes nothing else and ends", arguments: [64, 65, 5000])
    func nesting(_ depth: Int) {
        let body =
            String(repeating: "[", count: depth) + #"{"deviceId":"box-1x"}"# + String(repeating: "]", count: depth)
        let redacted = Probe.answer(body)
        #expect(redacted.utf8.count == body.utf8.count)
        #expect(!redacted.contains("box-1x"))
    }

    @Test("Escapes in a name hide nothing; a harmless name stays harmless")
    func escapedNames() {
        let body = #"{"access_\u0074oken":"tok-1x77","\u006dvpd":"Meadowlark","token\u005ftype":"bearer-of-x1"}"#
        #expect(Probe.answer(body) == body.replacing("tok-1x77", with: Probe.pseudonym("tok-1x77")))
    }

    @Test(
        "A secret that looks like JSON and is none is replaced as a whole",
        arguments: ["[9mySecretPass]", "[9,mySecretPass]", "{}mySecretPass}", "{\"a\": mySecretPass}"]
    )
    func lookalikes(_ value: String) {
        #expect(!Probe.url("https://api.auth.adobe.com/x?password=" + value).contains("mySecretPass"))
    }

    @Test("A secret that is JSON keeps its names, numbers of harmless names and shape")
    func secretJSON() {
        let value = #"[9,{"lang":"en","pin":"Kx7-Qp22"}]"#
        let redacted = Probe.answer(#"<a><password>\#(value)</password></a>"#)
        #expect(redacted.contains(#"{"lang":"en","pin":"\#(Probe.pseudonym("Kx7-Qp22"))"}]"#))
    }
}
