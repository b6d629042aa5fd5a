import Documents
import Exchanges
import PassAPI
import Services
import Testing

/// Addresses without TLS, and exchanges without a body.
@Suite struct ServedWithoutTests {
    private typealias Served = ServedRecordingTests

    @Test("An address of the app's own without TLS is reached, though what is served is taken for HTTPS")
    func withoutTLS() {
        let login = { (address: String) in
            "\(Served.api)/api/v1/authenticate?reg_code=2FC1041&mso_id=Plover&requestor_id=KITETV&redirect_url=\(address)"
        }
        var recording = ServedRecording(of: [
            Served.exchange(1, login("http%3A%2F%2Fkite.example%2Fdone")),
            Served.exchange(2, "http://kite.example/done"),
        ])
        let asked = Served.request(login("http%3A%2F%2Fmine.example%2Fback"))
        #expect(Served.ordinal(recording.respond(to: asked, from: Served.here, at: Served.start)) == 1)
        let back = Served.request("https://mine.example/back")
        #expect(Served.ordinal(recording.respond(to: back, from: Served.here, at: Served.start)) == 2)
    }

    @Test(
        "A HAR that states a size and has no text lacks the body, but for what a page only shows and what has none",
        arguments: [
            ("GET", 200, "application/json", 1_207, true), ("GET", 200, "", 1, true),
            ("GET", 404, "text/html", 9, true),
            ("GET", 200, "application/json", 0, false), ("GET", 200, "application/json", -1, false),
            ("GET", 302, "text/html", 9, false), ("GET", 204, "text/html", 9, false),
            ("HEAD", 200, "text/html", 9, false),
            ("GET", 200, "image/png", 9, false), ("GET", 200, "Text/CSS; charset=utf-8", 9, false),
        ]
    )
    func leftOut(method: String, status: Int, type: String, size: Int, isLeftOut: Bool) throws {
        let text = """
            {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [
            {"startedDateTime": "2026-11-20T21:59:16.000Z", "time": 1,
            "request": {"method": "\(method)", "url": "https://kite.example/a", "httpVersion": "HTTP/1.1", "headers": [],
            "cookies": [], "queryString": [], "headersSize": -1, "bodySize": -1},
            "response": {"status": \(status), "statusText": "", "httpVersion": "HTTP/1.1",
            "headers": [{"name": "Content-Type", "value": "\(type)"}], "cookies": [],
            "content": {"size": \(size), "mimeType": ""}, "redirectURL": "", "headersSize": -1, "bodySize": -1},
            "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}]}}
            """
        var recording = ServedRecording(of: try HAR.recording(parsing: Array(text.utf8)).exchanges)
        let request = Served.request("\(method) https://kite.example/a")
        let answer = recording.respond(to: request, from: Served.here, at: Served.start)
        #expect((Served.unmatched(answer)?.reason == .bodyOmitted) == isLeftOut)
        #expect((Served.ordinal(answer) == 1) != isLeftOut)
    }
}
