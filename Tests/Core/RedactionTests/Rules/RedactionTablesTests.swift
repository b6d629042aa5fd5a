import PassAPI
import Testing

@testable import Redaction

/// The rows that others compare with the page are all that the redactor goes by.
@Suite struct RedactionTablesTests {
    @Test("Each secret row of the tables is told, by the name that the redactor compares")
    func rows() {
        let secret = NameTable.exact.filter { if case .secret = $0.value { true } else { false } }
        #expect(Set(RedactionTables.secretNames) == Set(secret.keys))
        #expect(RedactionTables.secretParts.count == NameTable.parts.count)
        #expect(Set(RedactionTables.secretHeaders) == Set(HeaderTable.secret.keys))
        #expect(Set(RedactionTables.keptHeaders) == HeaderTable.harmless)
        let names = RedactionTables.secretNames + RedactionTables.secretHeaders + RedactionTables.keptHeaders
        #expect(names.allSatisfy { NameRules.normalized($0.utf8) == $0 })
    }

    @Test(
        "What the row of an operation calls secret, the redactor replaces by its name",
        arguments: PassAPI.Operation.allCases
    )
    func operations(operation: PassAPI.Operation) {
        for name in operation.specification.secretFields
        where HeaderTable.secret[NameRules.normalized(name.utf8)] == nil {
            guard case .secret = NameRules.verdict(name.utf8) else {
                Issue.record("\(name) of \(operation.rawValue) is \(NameRules.verdict(name.utf8))")
                continue
            }
        }
    }
}
