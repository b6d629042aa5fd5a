import Checkout
import FuzzReadings
import CorpusKit
import Documents
import Exchanges
import Foundation
import Redaction
import Testing
import VirtualTime

@testable import Fuzzing

/// Canaries stand for the rows of the page on redaction, whatever the redactor's own tables have.
@Suite struct RedactionRowsTests {
    private static let page = try? String(
        contentsOf: Checkout.top.appending(path: "Documentation/reference/redaction-rules.md"),
        encoding: .utf8
    )

    /// The words in code of the page between two of its texts.
    private func words(from start: String, to end: String) throws -> [String] {
        let page = try #require(Self.page)
        let begin = try #require(page.range(of: start)).upperBound
        let section = page[begin..<(try #require(page.range(of: end, range: begin..<page.endIndex)).lowerBound)]
        return section.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    @Test("The rows are those of the page")
    func likeThePage() throws {
        #expect(RedactionRows.names == (try words(from: "\nSecret:\n", to: "\nA name on no list")))
        #expect(RedactionRows.parts == (try words(from: "\nA name on no list is secret", to: "\nUnder any other name")))
        #expect(RedactionRows.headers == (try words(from: "a kind of their own in the summary", to: "\n## Second")))
    }

    @Test("The redactor goes by the same rows, and keeps no header field that the page does not list")
    func likeTheTables() throws {
        #expect(RedactionTables.secretNames.sorted() == RedactionRows.names.sorted())
        #expect(RedactionTables.secretParts.sorted() == RedactionRows.parts.sorted())
        #expect(RedactionTables.secretHeaders.sorted() == RedactionRows.headers.sorted())
        let kept = try words(from: "### Headers whose values are kept", to: "\nOf the others")
        #expect(
            RedactionTables.keptHeaders == kept.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }.sorted()
        )
    }

    @Test("Each row of a table has a canary in each structure that goes by its names")
    func places() {
        let places = RedactionCanary.Place.ofRows
        #expect(Set(places).count == places.count)
        for name in RedactionRows.names {
            for place in [
                RedactionCanary.Place.parameter(name), .field(name), .member(name), .numberMember(name), .element(name),
                .attribute(name),
            ] {
                #expect(places.contains(place))
            }
        }
        for header in RedactionRows.headers { #expect(places.contains(.header(header))) }
    }

    private static func exchange(_ number: Int) -> Exchange {
        Exchange(
            ordinal: 1,
            startedAt: Instant(secondsSince1970: 1_795_132_800),
            durationMicroseconds: 1,
            request: HTTPRequest(
                method: "POST",
                url: "https://api.auth.adobe.com/api/v1/checkauthn?number=\(number)",
                version: "HTTP/1.1",
                headers: [],
                body: nil
            ),
            outcome: .response(HTTPResponse(status: 200, body: Array("{}".utf8)))
        )
    }

    @Test("In each row, and in each place that no table names, a canary is gone once redacted, and the gate knows it")
    func gone() throws {
        for (number, place) in (RedactionCanary.Place.ofRows + RedactionCanary.Place.allCases).enumerated() {
            let exchange = Self.exchange(number)
            let canary = try #require(RedactionCanary(at: place, in: exchange), "\(place)")
            #expect(canary.stands(in: canary.exchange), "\(place)")
            var redactor = Redactor(key: [UInt8](repeating: 7, count: 32))
            redactor.study(canary.exchange)
            try canary.requireGone(from: redactor.redact(canary.exchange))
            try canary.requireKnown(to: redactor.secretScanner)
        }
    }

    @Test("A canary that stays, and one that the gate does not know, are findings")
    func stays() throws {
        let places: [RedactionCanary.Place] = [
            .header("cfconnectingip"), .parameter("deviceid"), .element("zip"), .note, .unknownHeader, .cookie,
        ]
        let gate = Redactor(key: [UInt8](repeating: 7, count: 32)).secretScanner
        for (number, place) in places.enumerated() {
            let canary = try #require(RedactionCanary(at: place, in: Self.exchange(number)))
            #expect(throws: PropertyFailure.self, "\(place)") { try canary.requireGone(from: canary.exchange) }
        }
        let canary = try #require(RedactionCanary(at: .note, in: Self.exchange(1)))
        #expect(throws: PropertyFailure.self) { try canary.requireKnown(to: gate) }
    }

    @Test("Only the name of a row tells that its canary is secret: under a name on no list it is kept")
    func wordlike() throws {
        let canary = try #require(RedactionCanary(at: .parameter("kitecolor"), in: Self.exchange(1)))
        var redactor = Redactor(key: [UInt8](repeating: 7, count: 32))
        redactor.study(canary.exchange)
        #expect(throws: PropertyFailure.self, "a row that were missing would be noticed") {
            try canary.requireGone(from: redactor.redact(canary.exchange))
        }
    }

    @Test("A length that was right and is not put right is seen, in requests and answers")
    func lengths() throws {
        let canary = try #require(RedactionCanary(at: .numberMember("deviceid"), in: Self.exchange(1)))
        try RedactionChecks.sameMeasure(canary.exchange, canary.exchange)
        guard case .response(var response) = canary.exchange.outcome else { return }
        response.body?.append(0x20)
        var longer = canary.exchange
        longer.outcome = .response(response)
        #expect(throws: PropertyFailure.self) { try RedactionChecks.sameMeasure(longer, canary.exchange) }
        let form = try #require(RedactionCanary(at: .field("deviceid"), in: Self.exchange(2))).exchange
        longer = form
        longer.request.body?.append(0x20)
        #expect(throws: PropertyFailure.self) { try RedactionChecks.sameMeasure(longer, form) }
    }

    @Test("A number among the parameters becomes one of 11 to 19 digits")
    func numbers() throws {
        let input = Array("GET https://kite.example/a?b=1&c=2 HTTP/1.1\r\n\r\n".utf8)
        var lengths: Set<Int> = []
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let output = try #require(RequestText.withLongNumber(input, &generator))
            lengths.formUnion(String(decoding: output, as: UTF8.self).split { !$0.isNumber }.map(\.utf8.count))
        }
        #expect(lengths.isSuperset(of: 11...19))
    }
}
