import Exchanges
import PassAPI
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
            #"{"id":"i","code":"\#(text)","requestor":"KITETV","mvpd":null,"generated":\#(Self.at(0)),"#
                + #""expires":\#(Self.at(end)),"info":{"deviceId":"a2l0ZS0x"}}"#
        )
    }

    mutating func token(_ path: String, bearer: String? = nil) {
        call(
            "GET",
            path,
            bearer: bearer,
            200,
            #"{"requestor":"KITETV","mvpd":"Plover","userId":"u","expires":"\#(Self.at(2_000_000))"}"#
        )
    }

    mutating func refused(_ path: String, _ status: Int, _ message: String, bearer: String? = nil) {
        call("GET", path, bearer: bearer, status, #"{"status":\#(status),"message":"\#(message)","details":null}"#)
    }

    mutating func authorize(bearer: String? = nil) {
        call("GET", "/api/v1/authorize?\(Self.user)&resource=KITE1", bearer: bearer, 200, Self.authorization)
    }

    static let authorization =
        #"{"mvpd":"Plover","resource":"KITE1","requestor":"KITETV","expires":"\#(at(80_000))"}"#

    mutating func media(bearer: String? = nil) {
        call(
            "GET",
            "/api/v1/tokens/media?\(Self.user)&resource=KITE1",
            bearer: bearer,
            200,
            #"{"resource":"KITE1","requestor":"KITETV","expires":"\#(Self.at(70_000))","serializedToken":"\#(Self.mediaToken)","#
                + #""userId":"u","mvpdId":"Plover"}"#
        )
    }

    /// A short media token for KITE1, in Base64, from the beginning on for 70,000 s.
    private static let mediaToken =
        "PHNpZ25hdHVyZUluZm8+YzJsbjxzaWduYXR1cmVJbmZvPjxzaG9ydEF1dGhvcml6YXRpb25Ub2tlbj48c2Vzc2lvbkdVSUQ+"
        + "Zzwvc2Vzc2lvbkdVSUQ+PHJlcXVlc3RvcklEPktJVEVUVjwvcmVxdWVzdG9ySUQ+PHJlc291cmNlSUQ+S0lURTE8L3Jlc291"
        + "cmNlSUQ+PHR0bD43MDAwMDAwMDwvdHRsPjxpc3N1ZVRpbWU+MjAyNi0xMS0yMCAyMjowMDowMCAtMDAwMDwvaXNzdWVUaW1l"
        + "PjxtdnBkSWQ+UGxvdmVyPC9tdnBkSWQ+PC9zaG9ydEF1dGhvcml6YXRpb25Ub2tlbj4="

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
