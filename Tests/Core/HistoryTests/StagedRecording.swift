import Exchanges
import History
import VirtualTime

/// A recording of REST API V1, exchange by exchange, a second apart unless said otherwise.
struct StagedRecording {
    private(set) var recording = Recording()
    private var now = StagedRecording.start

    /// 2026-11-24T08:00:00Z.
    static let start = Instant(secondsSince1970: 1_795_507_200)

    /// Milliseconds since 1970, so many seconds after the start.
    static func milliseconds(_ seconds: Int64) -> Int64 { (start + .seconds(seconds)).millisecondsSince1970 }

    /// Lets time pass.
    mutating func wait(_ duration: Duration) { now += duration }

    /// Lets the last exchange end without a response.
    mutating func breakLast(_ reason: String) {
        recording.exchanges[recording.exchanges.count - 1].outcome = .failure(reason)
    }

    /// Adds an exchange that takes 100 ms.
    mutating func add(
        _ method: String,
        _ path: String,
        device: String? = "kite-box-1",
        agent: String = "KiteTV/1.0",
        bearer: String? = nil,
        form: String? = nil,
        _ status: Int,
        _ body: String = ""
    ) {
        var url = "https://api.auth.adobe.com\(path)"
        if let device { url += (path.contains("?") ? "&" : "?") + "requestor=KITETV&deviceId=\(device)" }
        var headers: HeaderFields = [HeaderField("User-Agent", agent)]
        if let bearer { headers.append(HeaderField("Authorization", "Bearer \(bearer)")) }
        if form != nil { headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded")) }
        let response = HTTPResponse(
            status: status,
            headers: [HeaderField("Content-Type", "application/json")],
            body: body.isEmpty ? nil : Array(body.utf8)
        )
        recording.exchanges.append(
            Exchange(
                ordinal: recording.exchanges.count + 1,
                startedAt: now,
                durationMicroseconds: 100_000,
                request: HTTPRequest(method: method, url: url, headers: headers, body: form.map { Array($0.utf8) }),
                outcome: .response(response)
            )
        )
        now += .seconds(1)
    }

    /// `tokens/authn`, answered with an AuthN token that expires so many seconds after the start.
    mutating func readAuthentication(device: String = "kite-box-1", agent: String = "KiteTV/1.0", expires: Int64) {
        let body = #"{"requestor":"KITETV","mvpd":"Plover","userId":"u-1","expires":"\#(Self.milliseconds(expires))"}"#
        add("GET", "/api/v1/tokens/authn", device: device, agent: agent, 200, body)
    }

    /// `authorize` of a resource, granted until so many seconds after the start.
    mutating func authorize(
        _ resource: String,
        device: String = "kite-box-1",
        agent: String = "KiteTV/1.0",
        expires: Int64
    ) {
        let body =
            #"{"mvpd":"Plover","resource":"\#(resource)","requestor":"KITETV","expires":"\#(Self.milliseconds(expires))"}"#
        add("GET", "/api/v1/authorize?resource=\(resource)", device: device, agent: agent, 200, body)
    }

    /// `regcode`, whose code expires 30 minutes after the start.
    mutating func makeCode(_ code: String, device: String = "kite-box-1", agent: String = "KiteTV/1.0") {
        let body =
            #"{"id":"r-1","code":"\#(code)","requestor":"KITETV","mvpd":null,"generated":\#(Self.milliseconds(0)),"#
            + #""expires":\#(Self.milliseconds(1_800)),"info":{}}"#
        add("POST", "/reggie/v1/KITETV/regcode", device: device, agent: agent, 201, body)
    }

    /// An AuthN token and an AuthZ token for KITE1 of the requestor, which expire so many seconds after the start.
    mutating func signOn(_ requestor: String, device: String = "kite-box-1", expires: Int64) {
        let user = "requestor=\(requestor)&deviceId=\(device)"
        let end = Self.milliseconds(expires)
        let token = #"{"requestor":"\#(requestor)","mvpd":"Plover","userId":"u-1","expires":"\#(end)"}"#
        add("GET", "/api/v1/tokens/authn?" + user, device: nil, 200, token)
        let decision = #"{"mvpd":"Plover","resource":"KITE1","requestor":"\#(requestor)","expires":"\#(end)"}"#
        add("GET", "/api/v1/authorize?\(user)&resource=KITE1", device: nil, 200, decision)
    }

    /// Lets the last exchange take as long as this.
    mutating func prolongLast(toMilliseconds milliseconds: Int64) {
        recording.exchanges[recording.exchanges.count - 1].durationMicroseconds = milliseconds * 1_000
    }

    /// The history that the recording shows.
    var history: History { History(recording) }
}

extension History {
    /// The entries of a kind.
    func entries(_ kind: HoldingKind) -> [Holding] { entries.filter { $0.kind == kind } }
}
