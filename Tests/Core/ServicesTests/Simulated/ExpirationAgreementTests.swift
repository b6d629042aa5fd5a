import History
import PassAPI
import Testing
import VirtualTime

@testable import Services

/// The statements of `sweep` about the simulated service where the documents say nothing agree with what it does.
@Suite("The table of expirations and the simulated service agree") struct ExpirationAgreementTests {
    private static func status(_ operation: PassAPI.Operation, _ kind: HoldingKind) -> Int? {
        let refusal = ExpirationEffect.refusal(of: operation, without: kind)
        guard refusal?.knowledge == .assumed(.simulatedService), case .status(let status)? = refusal?.value else {
            return nil
        }
        return status
    }

    @Test("A registration code that has expired")
    func codes() throws {
        let desk = Desk()
        let record = try #require(desk.code())
        desk.logIn(record.code)
        desk.now += .seconds(1_800)
        let calls: [PassRequest] = [
            PassRequest(
                .readRegistrationRecord,
                [.init("requestor", "KITETV"), .init("code", record.code)] + bearer(desk)
            ),
            PassRequest(
                .deleteRegistrationRecord,
                [.init("requestor", "KITETV"), .init("code", record.code)] + bearer(desk)
            ),
            PassRequest(
                .readAuthenticationByCode,
                [.init("requestor", "KITETV"), .init("code", record.code)] + bearer(desk)
            ),
            PassRequest(
                .preauthorizeByCode,
                [.init("requestor", "KITETV"), .init("code", record.code), .init("resource", "KITE1")] + bearer(desk)
            ),
            .sdkAuthenticate(
                requestor: "KITETV",
                mvpd: "Meadowlark",
                redirectURL: "adobepass://ios.app",
                code: record.code
            ),
            .session(SDKContext(requestor: "KITETV"), code: record.code),
            .sessionDevice(SDKContext(requestor: "KITETV", deviceID: "device-1"), code: record.code),
        ]
        for call in calls {
            #expect(desk.answer(call).status == Self.status(call.operation, .registrationCode), "\(call.operation)")
        }
    }

    private func bearer(_ desk: Desk) -> [PassRequest.Parameter] {
        [.init("Authorization", "Bearer " + (desk.token ?? ""))]
    }

    @Test("An AuthN token that has expired, where no document says what its call meets")
    func authentication() throws {
        // Its code lasts longer than the token.
        let desk = Desk.with { $0.lifetimes.authentication = .seconds(60) }
        let record = try #require(desk.code())
        desk.logIn(record.code)
        desk.now += .seconds(60)
        let byCode = PassRequest(
            .readAuthenticationByCode,
            [.init("requestor", "KITETV"), .init("code", record.code)] + bearer(desk)
        )
        #expect(desk.answer(byCode).status == Self.status(.readAuthenticationByCode, .authenticationToken))
        let authorize = desk.answer(.authorize(desk.context, resource: "KITE1"))
        #expect(authorize.status == Self.status(.authorize, .authenticationToken))
    }

    @Test("An AuthZ token of the SDKs that has expired")
    func authorization() throws {
        let (desk, token) = SimulatedServiceSDKTokensTests.signedIn()
        let text = try #require(SimulatedServiceSDKAuthorizationTests.authorizationToken(desk, token))
        desk.now += .seconds(86_400)
        let answer = desk.answer(
            .deviceShortAuthorize(SimulatedServiceSDKSessionTests.native, authorizationToken: text, sessionGUID: "")
        )
        let refusal = ExpirationEffect.refusal(of: .deviceShortAuthorize, without: .authorizationToken)
        #expect(refusal == Known(.member("notAuthorized"), .assumed(.simulatedService)))
        #expect(answer == PassResponse(status: 200, .notAuthorized(details: nil)))
    }
}
