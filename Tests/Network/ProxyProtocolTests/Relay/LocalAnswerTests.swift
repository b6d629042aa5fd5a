import NIOHTTP1
@testable import ProxyProtocol
import Testing

@Suite struct LocalAnswerTests {
    @Test("A failure says why in a line of text and in a header, which holds plain ASCII")
    func failures() {
        let answer = LocalAnswer.failure(RelayFailure(reason: "no connection to a.example:80: kö\r\nX: y"))
        #expect(answer.status == .badGateway)
        #expect(String(buffer: answer.body).contains("no connection to a.example:80"))
        #expect(answer.headers.first(name: "X-Kinescope-Error")?.utf8.allSatisfy { (0x20..<0x7F).contains($0) } == true)
        #expect(LocalAnswer.failure(.serverIdle).status == .gatewayTimeout)
    }

    @Test("Who opens the proxy's address in a browser is told what it is")
    func page() {
        let answer = LocalAnswer.notAProxyRequest(port: 8080)
        #expect(answer.status == .badRequest)
        let page = String(buffer: answer.body)
        #expect(page.contains("8080"))
        #expect(page.contains(OwnHost.name))
    }
}
