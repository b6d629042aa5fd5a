import Exchanges
import ProxyProtocol
import Testing
import VirtualTime

@testable import kinescope

@Suite struct ServedRecordingReaderTests {
    @Test("The pages that were recorded may send requests again, but for those that any page can be")
    func origins() {
        func exchange(_ origin: String?) -> Exchange {
            Exchange(
                ordinal: 1,
                startedAt: Instant(secondsSince1970: 0),
                durationMicroseconds: 1,
                request: HTTPRequest(
                    method: "GET",
                    url: "https://api.auth.adobe.com/",
                    headers: origin.map { [HeaderField("origin", $0)] } ?? []
                ),
                outcome: .response(HTTPResponse(status: 200))
            )
        }
        let texts = ["https://www.kite.example", nil, "null", "capacitor://localhost", "", "https://www.kite.example"]
        #expect(
            ServedRecordingReader.origins(of: texts.map(exchange)) == [
                .opaque("capacitor://localhost"), .server(Origin(isSecure: true, host: "www.kite.example")),
            ]
        )
    }
}
