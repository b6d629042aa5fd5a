import Documents
import FuzzReadings
import Testing

@testable import Fuzzing

/// Limits that are passed by one count alone are seen, and so is a section that its text ends.
@Suite struct DocumentReadingsTests {
    private static func siblings(_ count: Int) -> [UInt8] {
        Array("<a>\(String(repeating: "<v xmlns:x=\"urn:x\"/>", count: count))</a>".utf8)
    }

    @Test("A limit that another count does not find passed is a finding")
    func refused() throws {
        let error = XMLError(.limit(name: "namespacesInScope", value: 256))
        #expect(throws: PropertyFailure.self) { try DocumentReadings.refused(error, Self.siblings(257)) }
        let nested = String(repeating: "<a xmlns:a='u' xmlns:b='u' xmlns:c='u' xmlns:d='u' xmlns:e='u'>", count: 60)
        try DocumentReadings.refused(error, Array((nested + String(repeating: "</a>", count: 60)).utf8))
        try DocumentReadings.refused(error, Array("<a".utf8))
        try DocumentReadings.refused(XMLError(.empty), Self.siblings(1))
        try DocumentReadings.refused(XMLError(.limit(name: "totalBytes", value: 1)), Self.siblings(1))
    }

    @Test("What passes a limit by another count and was taken is a finding")
    func within() throws {
        try DocumentReadings.within(.default, LibXML2Reading(of: Self.siblings(300)))
        var limits = XMLLimits()
        limits.namespacesInScope = 0
        #expect(throws: PropertyFailure.self) {
            try DocumentReadings.within(limits, LibXML2Reading(of: Self.siblings(1)))
        }
    }

    @Test("Every short text of brackets and what ends a section is read again")
    func sections() throws {
        for number in 0..<4_096 { try DocumentReadings.sections((0..<6).map { UInt8(number >> (2 * $0) & 3) }) }
        try DocumentReadings.sections([])
    }
}
