import ClientStack
import Report
import Testing

@Suite struct FlowStepTests {
    @Test("K-4: each of the eleven steps has the name it has in the cookbook")
    func titles() {
        let steps = FlowStep.allCases.filter { $0.rawValue.hasPrefix("S") && $0 != .registration }
        #expect(steps.map(\.rawValue) == (1...11).map { "S\($0)" })
        #expect(Set(FlowStep.allCases.map(\.title)).count == FlowStep.allCases.count)
        #expect(FlowStep.checkToken.title == "is there a valid Adobe token?")
        #expect(FlowStep.regularLogin.title == "regular authentication")
    }
}
