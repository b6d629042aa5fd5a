import Exchanges
import Testing

@testable import PassAPI

struct CaptureTests {
    @Test("Every exchange of the six captures has a name", arguments: Capture.allCases)
    func everyExchangeIsNamed(capture: Capture) throws {
        var classifier = ExchangeClassifier()
        for exchange in try capture.exchanges() {
            switch classifier.kind(of: exchange) {
            case .operation, .providerPage, .programmerService: break
            case .unrecognizedAdobe, .preflight, .other:
                Issue.record("\(exchange.request.method) \(exchange.request.url) has no name")
            }
        }
    }

    @Test("K-2, K-11, K-28, K-47, K-62, K-74, K-77: a capture of the cookbook is made of its calls, in order")
    func cookbook() throws {
        let kinds = try Capture.appleSSO.exchanges().map { ExchangeKind(of: $0) }
        #expect(
            kinds == [
                .operation(.register), .operation(.accessToken), .operation(.checkAuthentication),
                .operation(.configuration), .operation(.profileRequest), .operation(.exchangeToken),
                .operation(.authorize), .operation(.mediaToken), .programmerService, .operation(.authorize),
                .operation(.mediaToken), .programmerService, .operation(.userMetadata), .operation(.logout),
            ]
        )
    }

    @Test("A capture of the browser protocol is made of its calls and the provider's pages")
    func browser() throws {
        let kinds = try Capture.signOn.exchanges().map { ExchangeKind(of: $0) }
        #expect(
            kinds == [
                .operation(.individualizeDevice), .operation(.register), .operation(.accessToken),
                .operation(.createRegistrationCode), .operation(.sdkAuthenticate), .providerPage, .providerPage,
                .operation(.session), .operation(.sdkAuthorize), .operation(.shortAuthorize),
            ]
        )
    }

    @Test("Every answer of the captures can be read", arguments: Capture.allCases)
    func everyAnswerIsReadable(capture: Capture) throws {
        for exchange in try capture.exchanges() {
            guard let asked = PassRequest(recognizing: exchange.request), let answer = exchange.response else {
                continue
            }
            let read = PassResponse(reading: answer, for: asked.operation)
            if case .unreadable(let reason) = read.content { Issue.record("\(asked.operation): \(reason)") }
            #expect(read.isSuccess == (200...299).contains(answer.status))
        }
    }

    @Test("No request of the captures differs from itself", arguments: Capture.allCases)
    func equalToItself(capture: Capture) throws {
        for exchange in try capture.exchanges() {
            guard let asked = PassRequest(recognizing: exchange.request) else { continue }
            #expect(asked.differences(from: asked).isEmpty)
            #expect(asked.similarity(to: asked) == 100)
        }
    }

    @Test("A captured request, built again and recognized, asks the same", arguments: Capture.allCases)
    func rebuilt(capture: Capture) throws {
        for exchange in try capture.exchanges() {
            guard let asked = PassRequest(recognizing: exchange.request) else { continue }
            let again = PassRequest(recognizing: try asked.httpRequest())
            #expect(again == asked)
        }
    }
}
