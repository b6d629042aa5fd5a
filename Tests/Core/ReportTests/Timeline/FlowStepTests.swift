import ClientStack
import Testing

@testable import Report

@Suite struct FlowStepTests {
    @Test("K-4: each of the eleven steps of the cookbook has its number, and a name of its own")
    func titles() {
        let steps = FlowStep.allCases.filter { $0.rawValue.hasPrefix("S") && $0 != .registration }
        #expect(steps.map(\.rawValue) == (1...11).map { "S\($0)" })
        #expect(steps.allSatisfy { $0.heading == "\($0.rawValue) \($0.title)" })
        #expect(Set(FlowStep.allCases.map(\.title)).count == FlowStep.allCases.count)
        #expect(FlowStep.checkPlatform.title == "signed in at the TV provider?")
        #expect(FlowStep.startPlatformLogin.title == "start the platform sign-in")
    }

    @Test(
        "A question is answered by the step that follows (apple-sso-flow.md §2)",
        arguments: [
            (FlowStep.checkToken, FlowStep.authorization, "yes"), (.checkToken, .checkPlatform, "no"),
            (.checkPlatform, .profileRequest, "yes"), (.checkPlatform, .fetchConfiguration, nil),
            (.checkPlatform, .startPlatformLogin, "no"), (.evaluatePlatformLogin, .profileRequest, "yes"),
            (.evaluatePlatformLogin, .regularLogin, "no"), (.evaluateExchange, .authorization, "yes"),
            (.readTokenSource, .promptSignOut, "yes"), (.readTokenSource, .logout, "no"),
            (.authorization, .readTokenSource, nil),
        ] as [(FlowStep, FlowStep, String?)]
    )
    func answer(step: FlowStep, next: FlowStep, answer: String?) {
        #expect(step.answer(before: next) == answer)
    }

    @Test("Steps of the cookbook have their numbers, those of the SDKs none")
    func headings() {
        #expect(FlowStep.checkToken.heading == "S1 valid AuthN token?")
        #expect(FlowStep.authorization.heading == "S11 authorize and play")
        #expect(FlowStep.sdkCode.heading == "get a registration code")
    }
}
