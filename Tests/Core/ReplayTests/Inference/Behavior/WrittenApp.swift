import Documents
import Exchanges
import PassAPI
import Report
import Testing
import VirtualTime

@testable import Replay

/// A recording written by hand, call by call, of an app for the requestor KITETV on the device kite-1.
struct WrittenApp {
    private(set) var recording = Recording()
    private var now = WrittenApp.start
    private static let start = Instant(secondsSince1970: 1_795_212_000)
    private static let milliseconds: Int64 = 1_795_212_000_000

    /// Milliseconds since 1970, that many seconds after the recording begins, as the service writes them.
    static func at(_ seconds: Int64) -> Int64 { milliseconds + seconds * 1_000 }

    mutating func wait(_ seconds: Int64) { now += .seconds(seconds) }

    /// Waits so that the next call begins so many milliseconds after the recording does.
    mutating func wait(untilMillisecond milliseconds: Int64) {
        now = Self.start + .milliseconds(milliseconds) - .milliseconds(10)
    }

    /// A call, 10 milliseconds after the last, which is answered after 10 more.
    mutating func call(
        _ method: String,
        _ path: String,
        bearer: String? = nil,
        form: String? = nil,
        _ status: Int,
        _ body: String = "",
        type: String = "application/json"
    ) {
        now += .milliseconds(20)
        var headers: HeaderFields = [
            HeaderField("Host", "api.auth.adobe.com"), HeaderField("Accept", "application/json"),
        ]
        if let bearer { headers.append(HeaderField("Authorization", "Bearer " + bearer)) }
        if form != nil { headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded")) }
        recording.exchanges.append(
            Exchange(
                ordinal: recording.exchanges.count + 1,
                startedAt: now - .milliseconds(10),
                durationMicroseconds: 10_000,
                request: HTTPRequest(
                    method: method,
                    url: "https://api.auth.adobe.com" + path,
                    headers: headers,
                    body: form.map { Array($0.utf8) }
                ),
                outcome: .response(
                    HTTPResponse(status: status, headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))
                )
            )
        )
    }

    // MARK: What the service says

    static let user = "requestor=KITETV&deviceId=kite-1"

    mutating func code(_ text: String, until end: Int64, bearer: String? = nil) {
        call(
            "POST",
            "/reggie/v1/KITETV/regcode?deviceId=kite-1",
            bearer: bearer,
            form: "",
            201,
            #"{"id":"i","code":"\#(text)","requestor":"KITETV","mvpd":null,"generated":\#(Self.at(max(0, end - 1_800))),"#
                + #""expires":\#(Self.at(end)),"info":{"deviceId":"a2l0ZS0x"}}"#
        )
    }

    mutating func token(
        _ path: String = "/api/v1/tokens/authn?" + user,
        until end: Int64 = 2_000_000,
        bearer: String? = nil
    ) {
        call(
            "GET",
            path,
            bearer: bearer,
            200,
            #"{"requestor":"KITETV","mvpd":"Plover","userId":"u","expires":"\#(Self.at(end))"}"#
        )
    }

    mutating func refused(_ path: String, _ status: Int, _ message: String, bearer: String? = nil) {
        call("GET", path, bearer: bearer, status, #"{"status":\#(status),"message":"\#(message)","details":null}"#)
    }

    mutating func authorize(until end: Int64 = 80_000, bearer: String? = nil) {
        call(
            "GET",
            "/api/v1/authorize?\(Self.user)&resource=KITE1",
            bearer: bearer,
            200,
            Self.authorization(until: end)
        )
    }

    static func authorization(until end: Int64 = 80_000) -> String {
        #"{"mvpd":"Plover","resource":"KITE1","requestor":"KITETV","expires":"\#(at(end))"}"#
    }

    mutating func media(until end: Int64 = 70_000, bearer: String? = nil) {
        call(
            "GET",
            "/api/v1/tokens/media?\(Self.user)&resource=KITE1",
            bearer: bearer,
            200,
            #"{"resource":"KITE1","requestor":"KITETV","expires":"\#(Self.at(end))","#
                + #""serializedToken":"\#(Self.mediaToken(until: end))","userId":"u","mvpdId":"Plover"}"#
        )
    }

    /// A short media token for KITE1, in Base64, from the beginning on.
    private static func mediaToken(until end: Int64) -> String {
        let text =
            "<signatureInfo>c2ln<signatureInfo><shortAuthorizationToken><sessionGUID>g</sessionGUID>"
            + "<requestorID>KITETV</requestorID><resourceID>KITE1</resourceID><ttl>\(end * 1_000)</ttl>"
            + "<issueTime>2026-11-20 22:00:00 -0000</issueTime><mvpdId>Plover</mvpdId></shortAuthorizationToken>"
        return Base64.encode(Array(text.utf8))
    }

    /// An authorization and a media token.
    mutating func play(until end: Int64 = 80_000) {
        authorize(until: end)
        media(until: end)
    }

    /// A sign-in with a code, and the AuthN token that the user's word brings.
    mutating func signIn(_ code: String, until end: Int64, codeEnd: Int64 = 1_800) {
        self.code(code, until: codeEnd)
        token(until: end)
    }

    mutating func access(_ token: String) {
        call(
            "POST",
            "/o/client/token",
            form: "client_id=c&client_secret=s&grant_type=client_credentials",
            201,
            #"{"id":"i","access_token":"\#(token)","token_type":"bearer","created_at":"#
                + #"\#((now + .milliseconds(10)).millisecondsSince1970),"expires_in":60}"#
        )
    }

    // MARK: What the replay says

    /// The rows that differ from the documents' client, when the app that was read replays the recording, which it does
    /// whole.
    func rows(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: BehaviorDifference] {
        let result = try Replayer.replay(recording, options: ReplayOptions(client: ClientChoice(.app)))
        #expect(result.divergences.map(\.summary) == [], sourceLocation: sourceLocation)
        #expect(result.adoptedCount == 0, sourceLocation: sourceLocation)
        #expect(result.notReachedCount == 0, sourceLocation: sourceLocation)
        return Dictionary(uniqueKeysWithValues: result.behavior.map { ($0.row, $0) })
    }
}
