import Conformance
import Testing

@Suite struct ConformanceRuleTests {
    @Test(
        "Ids are unique and in order, as the catalogue writes them; every rule says what to change, and where that stands"
    )
    func rows() {
        let ids = ConformanceRule.all.map(\.id)
        #expect(Set(ids).count == ids.count && ids == ids.sorted())
        for rule in ConformanceRule.all {
            #expect(rule.id.wholeMatch(of: /[A-Z0-9]+(-[A-Z]+)*-[0-9]{3}/) != nil, "\(rule.id)")
            #expect(rule.text.hasSuffix(".") && !rule.remedy.isEmpty && !rule.consequence.isEmpty, "\(rule.id)")
            #expect(!rule.source.isEmpty && rule.owner == .app, "\(rule.id): what `replay` judges is the app's")
        }
    }

    @Test("What the catalogue recommends is a should", arguments: ["LOGOUT-001", "VSA-002", "VSA-010", "VSA-011"])
    func severity(id: String) throws {
        // conformance-rules.md, the column of severities
        let should = ConformanceRule.all.filter { $0.severity == .should }.map(\.id)
        #expect(should == ["LOGOUT-001", "VSA-002", "VSA-010", "VSA-011"] && should.contains(id))
    }
}
