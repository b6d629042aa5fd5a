import Exchanges
import PassAPI
import Testing
import VirtualTime

@testable import Services

/// A simulated service's responses, in every format, moved: what one asked later would have given out.
@Suite struct InstantShiftServiceAgreementTests {
    /// A whole sign-on and a playback, in the order in which an app asks.
    private static func responses(_ format: ResponseFormat) -> [(PassAPI.Operation, PassResponse, HTTPResponse)] {
        let desk = Desk()
        var responses: [(PassAPI.Operation, PassResponse, HTTPResponse)] = []
        func ask(_ request: PassRequest) {
            let answer = desk.answer(request)
            responses.append((request.operation, answer, answer.httpResponse(for: request.operation, format: format)))
        }
        let registered = desk.answer(.register(softwareStatement: "statement"))
        if case .clientRegistration(let client) = registered.content {
            responses.append((.register, registered, registered.httpResponse(for: .register)))
            ask(.accessToken(clientID: client.clientID, clientSecret: client.clientSecret))
        }
        ask(.configuration(desk.context))
        ask(.createRegistrationCode(desk.context))
        desk.signOn()
        ask(.readAuthenticationToken(desk.context))
        ask(.authorize(desk.context, resource: "KITE1"))
        ask(.readAuthorizationToken(desk.context, resource: "KITE1"))
        ask(.mediaToken(desk.context, resource: "KITE1"))
        ask(.userMetadata(desk.context))
        return responses
    }

    @Test(
        "What it gives out is made and expires later by the distance",
        arguments: [ResponseFormat.json, .xml]
    )
    func agreement(format: ResponseFormat) {
        let responses = Self.responses(format)
        #expect(responses.count == 9)
        let shift = InstantShift(wholeSeconds: InstantShiftTests.distance)
        let distance = Duration.seconds(InstantShiftTests.distance)
        var count = 0
        for (operation, answer, sent) in responses {
            #expect(answer.isSuccess, "\(operation)")
            let moved = shift.moved(sent, of: .operation(operation))
            #expect(moved.exceptions == [], "\(operation)")
            #expect(shift.reversed.moved(moved.response, of: .operation(operation)).response == sent)
            let read = PassResponse(reading: moved.response, for: operation)
            let (before, after) = (answer.grants(of: operation), read.grants(of: operation))
            #expect(after.map(\.made) == before.map { $0.made.map { $0 + distance } }, "\(operation)")
            #expect(after.map(\.expires) == before.map { $0.expires.map { $0 + distance } }, "\(operation)")
            count += before.compactMap(\.expires).count
            switch (answer.content, read.content) {
            case (.configuration(let one), .configuration(let two)): #expect(two.time == one.time.map { $0 + distance })
            case (.userMetadata(let one), .userMetadata(let two)):
                #expect(two.updated == one.updated.map { $0 + distance })
            default: break
            }
        }
        #expect(count == 6)
    }
}
