import Exchanges
import Testing

@testable import PassAPI

struct SDKReadingTests {
    private let token = "<signatureInfo>c2ln<signatureInfo><simpleAuthenticationToken><a>x &amp;lt; y</a>"
    private let escaped =
        "&lt;signatureInfo&gt;c2ln&lt;signatureInfo&gt;&lt;simpleAuthenticationToken&gt;"
        + "&lt;a&gt;x &amp;amp;lt; y&lt;/a&gt;"

    @Test("Tokens are unescaped once, whatever wraps them", arguments: ["session", "result"])
    func tokens(root: String) {
        let body = "<\(root)><authnToken>\(escaped)</authnToken><userMeta><u>1</u></userMeta></\(root)>"
        #expect(
            PassResponse(reading: response(200, body), for: .sessionDevice).content
                == .tokens(authentication: token, authorization: nil, userMetadata: "<u>1</u>")
        )
    }

    @Test("The answer to shortAuthorize is the token's text")
    func shortMediaToken() {
        let read = PassResponse(reading: response(200, token), for: .shortAuthorize)
        #expect(read.content == .shortMediaToken(token))
        #expect(read.isSuccess)
    }

    @Test("The response to tvs/v1/sign is the signed URL; a page in its place is none, and nothing is nothing")
    func signedURL() {
        // kodi-native-sign-on.har, exchange 7
        let url = "http://live.kite.example/master.m3u8?hdnea=exp=1795503034~hmac=47b39b64f7014938971f7947e649411a"
        let read = PassResponse(reading: response(200, url), for: .sign)
        #expect(read.content == .signedURL(url) && read.isSuccess)
        #expect(!PassResponse(reading: response(200, "<html><body>Log in</body></html>"), for: .sign).isSuccess)
        #expect(PassResponse(reading: response(200, ""), for: .sign).content == .empty)
    }

    /// Of 429 the status alone counts.
    private static let statuses = [200, 201, 400, 401, 403, 404, 410, 412, 500, 503]

    @Test("A pending logout counts in any answer of any status", arguments: Operation.allCases, statuses)
    func pendingLogout(operation: PassAPI.Operation, status: Int) {
        for body in [
            #"<result><pendingLogout reason="34764">true</pendingLogout></result>"#,
            #"<session><authnToken>x</authnToken><pendingLogout reason='34764'>true</pendingLogout></session>"#,
            #"<pendingLogout reason="34764">true</pendingLogout><other/>"#,
        ] {
            let read = PassResponse(reading: response(status, body), for: operation)
            #expect(read.content == .pendingLogout(reason: "34764"))
            #expect(!read.isSuccess)
        }
    }

    @Test("A logout that is not pending counts for nothing")
    func noLogout() {
        let body = "<session><authnToken>x</authnToken><pendingLogout>false</pendingLogout></session>"
        #expect(
            PassResponse(reading: response(200, body), for: .session).content
                == .tokens(authentication: "x", authorization: nil, userMetadata: nil)
        )
    }

    @Test(
        "A refusal comes with status 200, and counts with any other",
        arguments: [
            "<result><error><notAuthorized/></error><details>Not &lt;in&gt; package</details></result>",
            "<error><notAuthorized/></error><details>Not &lt;in&gt; package</details>",
            "<error><notAuthorized/><details>Not &lt;in&gt; package</details></error>",
        ],
        statuses
    )
    func notAuthorized(body: String, status: Int) {
        for operation in Operation.allCases {
            let read = PassResponse(reading: response(status, body), for: operation)
            #expect(read.content == .notAuthorized(details: "Not <in> package"))
            #expect(!read.isSuccess)
        }
    }

    @Test("A refusal is seen in what is nested too deeply to be read, whatever its prefix", arguments: ["", "x:"])
    func nestedTooDeeply(prefix: String) {
        let read = { (inner: String) in
            let open = String(repeating: "<a>", count: 70)
            let close = String(repeating: "</a>", count: 70)
            let body = #"<x:r xmlns:x="urn:x">\#(open)\#(inner)\#(close)</x:r>"#
            return PassResponse(reading: response(200, body), for: .checkAuthentication)
        }
        let refusal = "<\(prefix)notAuthorized/><\(prefix)details>No &lt;b&gt;</\(prefix)details>"
        #expect(read(refusal).content == .notAuthorized(details: "No <b>"))
        let logout = #"<\#(prefix)pendingLogout reason="34764">true</\#(prefix)pendingLogout>"#
        #expect(read(logout).content == .pendingLogout(reason: "34764"))
        // Nobody read it to its end: it might say anything.
        for inner in ["", "<\(prefix)pendingLogout>false</\(prefix)pendingLogout>", "<notAuthorizedYet/>"] {
            guard case .unreadable = read(inner).content else {
                Issue.record("\(inner): \(read(inner).content)")
                continue
            }
        }
    }

    @Test("A logout that is not pending hides no refusal behind it, in a document or in a text")
    func refusalBehindNoLogout() {
        let elements = "<pendingLogout>false</pendingLogout><error><notAuthorized/></error>"
        for body in [elements, "<result>\(elements)</result>"] {
            let read = PassResponse(reading: response(200, body), for: .checkAuthentication)
            #expect(read.content == .notAuthorized(details: nil))
        }
    }

    @Test("A page with a document type is a page for a browser, and no answer to anybody else")
    func documentType() {
        let page = "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'><p>Log in</p></html>"
        #expect(PassResponse(reading: response(200, page), for: .sdkAuthenticate).content == .page(page))
        for operation in [PassAPI.Operation.checkAuthentication, .shortAuthorize, .profileRequest, .sign] {
            #expect(!PassResponse(reading: response(200, page), for: operation).isSuccess, "\(operation)")
        }
    }

    @Test("A login form is a page, and a redirect says where to")
    func browser() {
        let page = "<!DOCTYPE html><html><form/></html>"
        #expect(PassResponse(reading: response(200, page), for: .sdkAuthenticate).content == .page(page))
        let redirect = response(302, nil, [("location", "adbe.kite://x?a=1&error=access_denied")])
        let read = PassResponse(reading: redirect, for: .initiateAuthentication)
        #expect(read.content == .redirect("adbe.kite://x?a=1&error=access_denied"))
        #expect(read.redirectError == "access_denied")
        #expect(PassResponse(status: 302, .redirect("https://kite.example/done")).redirectError == nil)
        #expect(PassResponse(status: 200, .empty).redirectError == nil)
    }

    @Test("The id of an individualized device is read")
    func device() {
        let read = PassResponse(reading: response(201, #"{"deviceId":"ZA=="}"#), for: .individualizeDevice)
        #expect(read.content == .individualizedDevice(deviceID: "ZA=="))
    }

    @Test("User metadata of elements is as long as any text may be, and no longer: each element declares its namespace")
    func longMetadata() {
        func isRead(_ count: Int) -> Bool {
            let children = String(repeating: "<a/>", count: count)
            let body =
                "<result xmlns=\"u:\(String(repeating: "a", count: 1_000))\"><userMeta>\(children)</userMeta></result>"
            let answer = PassResponse(reading: HTTPResponse(status: 200, body: Array(body.utf8)), for: .session)
            if case .unreadable = answer.content { return false }
            return true
        }
        #expect(isRead(120))
        #expect(!isRead(130))
    }
}
