import Checkout
import Documents
import Testing
import Tokens
import VirtualTime

struct TokenTests {
    @Test("K-114, K-149: an AuthN token says who logged in where, on which device, until when")
    func authentication() throws {
        let token = try AuthenticationToken(parsing: TokenExamples.authentication)
        #expect(token.guid == "00112233445566778899aabbccddeeff")
        #expect(token.sessionIndex == "idx-1")
        #expect(token.requestorID == "KITETV")
        #expect(token.domainName == "kite.example")
        #expect(token.expires?.text == "2026/01/31 08:00:00 GMT -0800")
        #expect(token.expiry == Instant(secondsSince1970: 1_769_875_200))
        #expect(token.msoID == "Meadowlark")
        #expect(token.fingerprint == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(token.nameID == "name-1")
        #expect(token.subMvpdID == nil)
        #expect(token.unknownElements.isEmpty)
        #expect(token.duplicates.isEmpty)
    }

    @Test("K-115, K-150, K-151: an AuthZ token grants one resource, and its TTL element holds a date")
    func authorization() throws {
        let token = try AuthorizationToken(parsing: TokenExamples.authorization)
        #expect(token.requestorID == "KITETV")
        #expect(token.resourceID == "KITE1")
        #expect(token.expiry == Instant(iso8601: "2026-01-02T00:00:00Z"))
        #expect(token.msoID == "Meadowlark")
        #expect(token.fingerprint == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }

    @Test("K-116, K-152, K-172: a media token lives from its issue for its ttl in milliseconds, and names no device")
    func media() throws {
        let token = try MediaToken(parsing: TokenExamples.media)
        #expect(token.sessionGUID == "6f1ed002ab5595859014ebf0951522d9")
        #expect(token.requestorID == "KITETV")
        #expect(token.resourceID == "KITE1")
        #expect(token.ttl == .seconds(420))
        #expect(token.issueTime?.instant == Instant(iso8601: "2026-01-01T00:00:00Z"))
        #expect(token.expiry == Instant(iso8601: "2026-01-01T00:07:00Z"))
        #expect(token.mvpdID == "Meadowlark")
        #expect(token.proxyMvpdID == "")
        #expect(!TokenExamples.media.contains("Fingerprint"))
    }

    @Test("K-165: the payload's element tells the kind, and printing gives back every byte")
    func kinds() throws {
        let texts = [TokenExamples.authentication, TokenExamples.authorization, TokenExamples.media]
        let tokens = try texts.map { try Token(parsing: $0) }
        for (token, text) in zip(tokens, texts) { #expect(Array(token.text.utf8) == Array(text.utf8)) }
        guard case .authentication = tokens[0], case .authorization = tokens[1], case .media = tokens[2] else {
            Issue.record("\(tokens)")
            return
        }
        #expect(throws: TokenError.unknownKind(name: "otherToken")) {
            try Token(parsing: "<signatureInfo>c2ln<signatureInfo><otherToken/>")
        }
        #expect(throws: TokenError.unknownKind(name: "simpleAuthenticationToken")) {
            try Token(parsing: "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken xmlns=\"urn:x\"/>")
        }
        #expect(throws: TokenError.unknownKind(name: "shortAuthorizationToken")) {
            try AuthenticationToken(parsing: TokenExamples.media)
        }
        #expect(throws: TokenError.unknownKind(name: "simpleAuthenticationToken")) {
            try AuthorizationToken(parsing: TokenExamples.authentication)
        }
        #expect(throws: TokenError.unknownKind(name: "simpleAuthorizationToken")) {
            try MediaToken(parsing: TokenExamples.authorization)
        }
    }

    @Test("An element's name is shown in the error as what can be seen")
    func invisibleName() {
        let error = #expect(throws: TokenError.self) {
            try Token(parsing: "<signatureInfo>c2ln<signatureInfo><a\u{FEFF}/>")
        }
        #expect(error?.description.hasPrefix("<a\\u{feff}> is not the payload") == true)
    }

    @Test("K-148: elements that are not documented are kept, and missing ones are missing, not empty")
    func unknownElements() throws {
        let token = try AuthenticationToken(
            parsing: "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken><novelty n=\"1\"><x>y</x></novelty>"
                + "<simpleTokenDeviceID><serial>7</serial></simpleTokenDeviceID><x:zAll xmlns:x=\"urn:x\">1</x:zAll>"
                + "</simpleAuthenticationToken>"
        )
        #expect(token.unknownElements.map(\.name.local) == ["novelty", "zAll", "serial"])
        #expect(token.unknownElements[0].elements.first?.text == "y")
        #expect(token.zAll == nil)
        #expect(token.guid == nil)
        #expect(token.expiry == nil)
    }

    @Test("Of an element that stands twice the first counts, as for regular-expression readers, and it is listed")
    func duplicates() throws {
        let token = try AuthenticationToken(
            parsing: "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken>"
                + "<simpleTokenMsoID>A</simpleTokenMsoID><simpleTokenMsoID>B</simpleTokenMsoID>"
                + "<simpleTokenDeviceID><simpleTokenFingerprint>1</simpleTokenFingerprint>"
                + "<simpleTokenFingerprint>2</simpleTokenFingerprint></simpleTokenDeviceID>"
                + "<simpleTokenDeviceID/></simpleAuthenticationToken>"
        )
        #expect(token.msoID == "A")
        #expect(token.fingerprint == "1")
        #expect(token.duplicates == ["simpleTokenMsoID", "simpleTokenDeviceID", "simpleTokenFingerprint"])
    }

    @Test("The channel line-up is read in either of its two forms")
    func lineUp() throws {
        let token = try AuthenticationToken(
            parsing: "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken>"
                + "<simpleAuthorizedResources><simpleAuthorizedResource simpleResourceID=\"KITE1\"/>"
                + "</simpleAuthorizedResources><authorizedResources><authorizedResource resourceID=\"KITE2\"/>"
                + "<authorizedResource/></authorizedResources></simpleAuthenticationToken>"
        )
        #expect(token.authorizedResources == ["KITE1", "KITE2"])
        #expect(token.unknownElements.isEmpty)
    }

    @Test("A value is the whole text of its element, comments left out, CDATA included")
    func wholeText() throws {
        let token = try AuthenticationToken(
            parsing: "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken>"
                + "<simpleSamlNameID>admin<!-- x -->@kite<![CDATA[.example]]></simpleSamlNameID>"
                + "</simpleAuthenticationToken>"
        )
        #expect(token.nameID == "admin@kite.example")
    }

    @Test("An MRSS resource comes out with its own escaping resolved once")
    func resourceDocument() throws {
        let resource = "<rss version=\"2.0\"><channel><title>A &amp; B</title></channel></rss>"
        let text = AuthorizationToken.text(
            requestorID: "KITETV",
            resourceID: resource,
            expires: try TokenDate(parsing: "2026/01/02 00:00:00 GMT +0000"),
            msoID: "Meadowlark",
            fingerprint: "f"
        ) { _ in [1, 2, 3] }
        #expect(text.contains("&lt;title&gt;A &amp;amp; B&lt;/title&gt;"))
        #expect(try AuthorizationToken(parsing: text).resourceID == resource)
    }

    @Test(
        "A ttl that is no non-negative whole number of 64 bits is refused",
        arguments: ["", "420000.0", "-1", "+1", "9223372036854775808", "7m", "0x10", "1 2", "٤٢"]
    )
    func badLives(ttl: String) {
        #expect(throws: TokenError.milliseconds(element: "ttl", text: ttl)) {
            try MediaToken(parsing: TokenExamples.media(ttl: ttl))
        }
    }

    @Test("The greatest ttl makes the token end in the distant future, without a trap")
    func greatestLife() throws {
        #expect(try MediaToken(parsing: TokenExamples.media(ttl: "9223372036854775807")).expiry == .distantFuture)
        let atOnce = try MediaToken(parsing: TokenExamples.media(ttl: " 0 "))
        #expect(atOnce.expiry == atOnce.issueTime?.instant)
        let late = TokenExamples.media(ttl: "9223372036854775807", issueTime: "9999/12/31 23:59:59 GMT -1459")
        #expect(try MediaToken(parsing: late).expiry == .distantFuture)
    }

    @Test("A media token's issue time may be a token date, an ISO-like date or a number of milliseconds")
    func issueTimes() throws {
        for issueTime in ["2026/01/01 00:00:00 GMT +0000", "2026-01-01 00:00:00 -0000", "1767225600000"] {
            let token = try MediaToken(parsing: TokenExamples.media(issueTime: issueTime))
            #expect(token.expiry == Instant(iso8601: "2026-01-01T00:07:00Z"))
        }
    }

    @Test("A bad date is refused with its element and its place in it")
    func badDates() {
        let error = TokenError.date(element: "issueTime", TokenDateError(.noSuchDate, byteOffset: 0))
        let text = TokenExamples.media(issueTime: "2026/13/01 00:00:00 GMT +0000")
        #expect(throws: error) { try MediaToken(parsing: text) }
        #expect(error.description == "<issueTime> holds no date: there is no such date or time of day, at byte 0")
    }

    @Test("K-113: a token is valid strictly before its expiry; at the instant itself the boundary decides")
    func expiry() throws {
        for text in [TokenExamples.authentication, TokenExamples.authorization, TokenExamples.media] {
            let token = try Token(parsing: text)
            let expiry = try #require(token.expiry)
            #expect(token.isValid(at: expiry - .nanoseconds(1)))
            #expect(!token.isValid(at: expiry))
            #expect(!token.isValid(at: expiry + .nanoseconds(1)))
            #expect(token.isValid(at: expiry, boundary: .inclusive))
            #expect(!token.isValid(at: expiry + .nanoseconds(1), boundary: .inclusive))
        }
    }

    @Test("A token that does not say when it ends is never valid")
    func noExpiry() throws {
        let token = try Token(
            parsing: "<signatureInfo>c2ln<signatureInfo><shortAuthorizationToken><ttl>1</ttl></shortAuthorizationToken>"
        )
        #expect(token.expiry == nil)
        #expect(!token.isValid(at: .distantPast))
        #expect(!token.isValid(at: .distantPast, boundary: .inclusive))
    }

    @Test("K-117, K-130: a cached token is usable while its time is not over and its issuer is among those allowed")
    func cached() throws {
        let token = try AuthenticationToken(parsing: TokenExamples.authentication)
        let expiry = try #require(token.expiry)
        let before = expiry - .seconds(1)
        #expect(token.isUsable(at: before, allowing: ["Sandpiper", "Meadowlark"]))
        #expect(!token.isUsable(at: before, allowing: ["Sandpiper"]))
        #expect(!token.isUsable(at: before, allowing: []))
        // Not by another spelling that Unicode holds for the same.
        #expect(!token.isUsable(at: before, allowing: ["Meado\u{0301}wlark"]))
        #expect(!token.isUsable(at: expiry, allowing: ["Meadowlark"]))
        #expect(token.isUsable(at: expiry, allowing: ["Meadowlark"], boundary: .inclusive))
        #expect(token.isUsable(at: before, allowing: ["Meadowlark"], requestor: "KITETV"))
        #expect(!token.isUsable(at: before, allowing: ["Meadowlark"], requestor: "OTHER"))
    }

    @Test("K-130: with authentication per requestor a cached token serves the requestor that it names alone")
    func cachedPerRequestor() throws {
        let now = Instant(secondsSince1970: 1_767_225_600)
        func usable(_ change: (String) -> String, by requestor: String?) throws -> [Bool] {
            let tokens: [any CachedToken] = [
                try AuthenticationToken(parsing: change(TokenExamples.authentication)),
                try AuthorizationToken(parsing: change(TokenExamples.authorization)),
            ]
            return tokens.map { $0.isUsable(at: now, allowing: ["Meadowlark"], requestor: requestor) }
        }
        let named = "<simpleTokenRequestorID>KITETV</simpleTokenRequestorID>"
        let nameless = { (text: String) in text.replacing(named, with: "") }
        let cases: [(change: (String) -> String, requestor: String?, isUsable: Bool)] = [
            ({ $0 }, "KITETV", true), ({ $0 }, nil, true), ({ $0 }, "OTHER", false), ({ $0 }, "kitetv", false),
            // Not by another spelling that Unicode holds for the same.
            ({ $0 }, "\u{212A}ITETV", false), ({ $0 }, "", false),
            (nameless, "KITETV", false), (nameless, nil, true),
            ({ $0.replacing(">KITETV<", with: "><") }, "KITETV", false),
            // Who issued it is asked for as well.
            ({ $0.replacing("<simpleTokenMsoID>Meadowlark</simpleTokenMsoID>", with: "") }, "KITETV", false),
            ({ $0.replacing(">Meadowlark<", with: ">Sandpiper<") }, "KITETV", false),
        ]
        for (number, (change, requestor, isUsable)) in cases.enumerated() {
            #expect(try usable(change, by: requestor) == [isUsable, isUsable], "case \(number)")
        }
    }

    @Test("K-149, K-150, K-152, K-154: texts made from values read back as those values, byte for byte")
    func building() throws {
        let expires = TokenDate(Instant(secondsSince1970: 1_769_875_200), offsetMinutes: -480)
        let authentication = AuthenticationToken.text(
            guid: "00112233445566778899aabbccddeeff",
            sessionIndex: "idx-1",
            requestorID: "KITETV",
            domainName: "kite.example",
            expires: expires,
            msoID: "Meadowlark",
            fingerprint: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            nameID: "name-1"
        ) { _ in Array("sig-one".utf8) }
        #expect(authentication == TokenExamples.authentication)
        let authorization = AuthorizationToken.text(
            requestorID: "KITETV",
            resourceID: "KITE1",
            expires: try TokenDate(parsing: "2026/01/02 00:00:00 GMT +0000"),
            msoID: "Meadowlark",
            fingerprint: "da39a3ee5e6b4b0d3255bfef95601890afd80709"
        ) { _ in Array("sig-two".utf8) }
        #expect(authorization == TokenExamples.authorization)
        let media = MediaToken.text(
            sessionGUID: "6f1ed002ab5595859014ebf0951522d9",
            requestorID: "KITETV",
            resourceID: "KITE1",
            ttl: .seconds(420),
            issueTime: try TokenDate(parsing: "2026/01/01 00:00:00 GMT +0000"),
            mvpdID: "Meadowlark",
            proxyMvpdID: ""
        ) { _ in Array("sig-three".utf8) }
        #expect(media == TokenExamples.media)
    }

    @Test("Values with markup and control characters still make a token that reads")
    func hostileValues() throws {
        let text = MediaToken.text(
            sessionGUID: "</sessionGUID><ttl>9</ttl>&amp;\u{0}\u{1B}",
            requestorID: "]]>",
            resourceID: "ÿ😀",
            ttl: .seconds(-5),
            issueTime: TokenDate(.distantFuture),
            mvpdID: ""
        ) { _ in [0] }
        let token = try MediaToken(parsing: text)
        #expect(token.sessionGUID == "</sessionGUID><ttl>9</ttl>&amp;\u{FFFD}\u{FFFD}")
        #expect(token.requestorID == "]]>")
        #expect(token.ttl == .zero)
        #expect(token.duplicates.isEmpty)
    }
}
